"""Muon for the matrices inside, AdamW for everything else.

``torch.optim.Muon`` orthogonalises in bfloat16, which processors without native support compute a
hundred times slower than float32; this one does the same in float32, matrices of equal shape at
once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

__all__ = ["Muon", "optimisers", "orthogonal"]

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def orthogonal(matrices: Tensor, steps: int = 5) -> Tensor:
    """Nearly orthogonal matrices with the singular vectors of the given ones (Newton-Schulz).

    Args:
        matrices: (n, rows, columns), float32.
        steps: Iterations; after five the singular values lie between 0.7 and 1.2.
    """
    tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.transpose(1, 2) if tall else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    a, b, c = _COEFFICIENTS
    for _ in range(steps):
        gram = x @ x.transpose(1, 2)
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.transpose(1, 2) if tall else x


class Muon(torch.optim.Optimizer):
    """Momentum, orthogonalised: every matrix turns equally far in all its directions.

    Args:
        params: Matrices.
        lr: Step, as AdamW's: updates are scaled to its root mean square (0.2).
        momentum: Of the Nesterov kind.
        weight_decay: Decoupled.
    """

    def __init__(
        self,
        params: Iterable[nn.Parameter],
        lr: float = 4e-3,
        momentum: float = 0.95,
        weight_decay: float = 0.01,
    ) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """One update of all matrices that have a gradient."""
        for group in self.param_groups:
            by_shape: dict[tuple[int, ...], list[nn.Parameter]] = defaultdict(list)
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape[tuple(parameter.shape)].append(parameter)
            for shape, members in by_shape.items():
                momentum, updates = group["momentum"], []
                for parameter in members:
                    slope, state = parameter.grad, self.state[parameter]
                    assert slope is not None
                    if "momentum" not in state:
                        state["momentum"] = torch.zeros_like(parameter)
                    state["momentum"].lerp_(slope, 1 - momentum)
                    updates.append(slope.lerp(state["momentum"], momentum))
                scale = 0.2 * max(shape) ** 0.5
                for parameter, update in zip(
                    members, orthogonal(torch.stack(updates)), strict=True
                ):
                    parameter.mul_(1 - group["lr"] * group["weight_decay"])
                    parameter.add_(update, alpha=-group["lr"] * scale)


def optimisers(model: nn.Module, heads: nn.Module, lr: float) -> list[torch.optim.Optimizer]:
    """Muon for the layers' matrices; AdamW for tables, norms, biases, patch and output layers."""
    inside, others = [], list(heads.parameters())
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        outer = any(part in name for part in ("embed", "lm_head"))
        (others if outer or parameter.ndim != 2 else inside).append(parameter)
    made: list[torch.optim.Optimizer] = []
    if inside:
        made.append(Muon(inside, lr=lr))
    if others:
        made.append(torch.optim.AdamW(others, lr=lr, betas=(0.9, 0.98), weight_decay=0.01))
    return made
