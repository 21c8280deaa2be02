"""The training loop: budget, schedule, log, checkpoints, resume, early stopping.

Everything that decides a step is in the checkpoint or a function of the seed and the step, so a
run that was stopped and resumed equals one that was not, bit for bit, where the budget counts
steps. With a budget of minutes the schedule follows the clock, which no two runs share.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import nn

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.averaging import Average
from tapworld_eval.grounding.nano.losses import AuxiliaryHeads, Losses, losses
from tapworld_eval.grounding.nano.optimiser import optimisers

__all__ = ["Batches", "Budget", "NanoObjective", "Objective", "Plan", "Run", "train"]


class Batches(Protocol):
    """Where batches come from: a pure function of the step and of the progress."""

    def batch(self, step: int, progress: float) -> tuple[str, Any]:
        """The source's name and the batch."""
        ...


class Objective(Protocol):
    """What is minimised."""

    @property
    def heads(self) -> nn.Module:
        """What is trained beside the model and dropped afterwards; may be empty."""
        ...

    def losses(self, model: Any, batch: Any) -> Losses:
        """The losses of a batch."""
        ...

    def size(self, batch: Any) -> int:
        """Pictures in a batch."""
        ...


class NanoObjective:
    """The answer's cross entropy with the auxiliary losses.

    Args:
        model: Decides the width of the heads.
        seed: Of their first weights.
    """

    def __init__(self, model: Any, seed: int) -> None:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.heads = AuxiliaryHeads(model.config.text_config.hidden_size)

    def losses(self, model: Any, batch: Any) -> Losses:
        """See :func:`~tapworld_eval.grounding.nano.losses.losses`."""
        return losses(model, self.heads, batch)

    def size(self, batch: Any) -> int:
        """Pictures in a batch."""
        return len(batch.tokens)


@dataclass(frozen=True)
class Budget:
    """When training ends: after so many minutes of training, or so many steps.

    Attributes:
        minutes: Of wall-clock time in training steps; evaluations do not count.
        steps: Steps.
    """

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        """Check that there is exactly one limit."""
        if (self.minutes is None) == (self.steps is None):
            raise ModelError("a training budget is either minutes or steps")

    def progress(self, step: int, seconds: float) -> float:
        """How much is used, 0 to 1."""
        if self.steps is not None:
            return min(1.0, step / self.steps)
        assert self.minutes is not None
        return min(1.0, seconds / 60 / self.minutes)


@dataclass(frozen=True)
class Plan:
    """How to train.

    Attributes:
        budget: When it ends.
        rate: Peak learning rate.
        warmup: Steps to the peak.
        clip: Greatest norm of the gradient.
        evaluate_every: Steps between two held-out accuracies.
        save_every: Seconds between two checkpoints.
        patience: Evaluations without a better accuracy before it stops early; never when None.
        average: Decay a step of a running mean of the weights, which then is what is evaluated and
            what the training ends with; none when None.
    """

    budget: Budget
    rate: float = 4e-3
    warmup: int = 100
    clip: float = 1.0
    evaluate_every: int = 400
    save_every: float = 150.0
    patience: int | None = None
    average: float | None = None

    def rate_at(self, step: int, progress: float) -> float:
        """Learning rate: linear warm-up, then a cosine to a hundredth."""
        fall = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress))
        return self.rate * min(1.0, (step + 1) / self.warmup) * fall

    def rate_of(self, run: Run) -> float:
        """Learning rate where a run stands; a restarted one begins again with the warm-up."""
        progress = self.budget.progress(run.step, run.seconds)
        if run.restart is None:
            return self.rate_at(run.step, progress)
        peak, step, seconds = run.restart
        before = self.budget.progress(int(step), seconds)
        part = (progress - before) / (1 - before) if before < 1 else 1.0
        return peak / self.rate * self.rate_at(run.step - int(step), part)


@dataclass
class Run:
    """Where training stands.

    Attributes:
        step: Steps done.
        seconds: Time spent in them.
        best: Best held-out accuracy.
        since_best: Evaluations since then.
        images: Pictures seen, by source.
        log: One row every 20 steps and one an evaluation.
        restart: Where the learning rate began anew last: its peak, and the steps and seconds done
            by then.
    """

    step: int = 0
    seconds: float = 0.0
    best: float = -1.0
    since_best: int = 0
    images: dict[str, int] = field(default_factory=dict)
    log: list[dict[str, Any]] = field(default_factory=list)
    restart: tuple[float, int, float] | None = None


def train(
    model: Any,
    mixer: Batches,
    plan: Plan,
    folder: Path,
    *,
    evaluate: Callable[[Any], dict[str, float]] | None = None,
    judge: Callable[[dict[str, float]], float] = lambda found: sum(found.values()),
    objective: Objective | None = None,
    seed: int = 0,
    restart: float | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Run:
    """Train until the budget is used, from the checkpoint in ``folder`` if there is one.

    Args:
        model: A model of the family; changed in place. It ends with the best evaluated weights if
            the plan stops early, else with the last ones, or their mean.
        mixer: Where batches come from.
        plan: How.
        folder: Checkpoint and log.
        evaluate: Held-out accuracies by name.
        judge: One number of them, for early stopping.
        objective: What is minimised; by default :class:`NanoObjective`.
        seed: Of the auxiliary heads.
        restart: Begin the learning rate anew, with this peak, where the checkpoint stands.
        say: Told each line of the log.
    """
    folder.mkdir(parents=True, exist_ok=True)
    objective = objective or NanoObjective(model, seed)
    heads = objective.heads
    both = optimisers(model, heads, plan.rate)
    run, averaged = Run(), None
    path = folder / "checkpoint.pt"
    if path.exists():
        run, averaged = _load(path, model, heads, both)
        say(f"resumed at step {run.step}")
    if restart is not None:
        run.restart = (restart, run.step, run.seconds)
    average = None if plan.average is None else Average(model, plan.average)
    if average is not None and averaged is not None:
        average.restore(averaged)
    trained = [p for p in model.parameters() if p.requires_grad]
    parameters = [*trained, *heads.parameters()]
    recent: list[tuple[float, ...]] = []
    saved = time.monotonic()
    while (progress := plan.budget.progress(run.step, run.seconds)) < 1:
        began = time.monotonic()
        model.train()
        name, batch = mixer.batch(run.step, progress)
        rate = plan.rate_of(run)
        found = objective.losses(model, batch)
        found.total.backward()
        nn.utils.clip_grad_norm_(parameters, plan.clip)
        for one in both:
            for group in one.param_groups:
                group["lr"] = rate
            one.step()
            one.zero_grad(set_to_none=True)
        if average is not None:
            average.update(model)
        run.step += 1
        run.images[name] = run.images.get(name, 0) + objective.size(batch)
        run.seconds += time.monotonic() - began
        recent.append(tuple(p.item() for p in (found.answer, found.tokens, found.attention)))
        if run.step % 20 == 0:
            _note(run, recent, rate, say)
            recent = []
        if evaluate is not None and run.step % plan.evaluate_every == 0:
            with nullcontext() if average is None else average.used(model):
                _judge(run, evaluate(model), judge, folder, model, say)
            if plan.patience is not None and run.since_best >= plan.patience:
                say(f"stopped early: no better accuracy in {run.since_best} evaluations")
                model.load_state_dict(torch.load(folder / "best.pt", weights_only=True))
                average = None
                break
        if time.monotonic() - saved > plan.save_every:
            _save(path, run, model, heads, both, average)
            saved = time.monotonic()
    _save(path, run, model, heads, both, average)
    if average is not None:
        model.load_state_dict(average.weights)
    model.eval()
    return run


def _note(run: Run, recent: list[tuple[float, ...]], rate: float, say: Callable) -> None:
    answer, tokens, attention = (sum(part) / len(recent) for part in zip(*recent, strict=True))
    row = {
        "step": run.step,
        "minutes": round(run.seconds / 60, 3),
        "rate": round(rate, 6),
        "answer": round(answer, 4),
        "tokens": round(tokens, 4),
        "attention": round(attention, 4),
    }
    run.log.append(row)
    say(json.dumps(row))


def _judge(
    run: Run,
    found: dict[str, float],
    judge: Callable[[dict[str, float]], float],
    folder: Path,
    model: Any,
    say: Callable[[str], None],
) -> None:
    value = judge(found)
    run.since_best += 1
    if value > run.best:
        run.best, run.since_best = value, 0
        _write(folder / "best.pt", model.state_dict())
    row = {"step": run.step, "minutes": round(run.seconds / 60, 3)}
    row |= {"accuracy": {name: round(share, 4) for name, share in found.items()}}
    run.log.append(row)
    say(json.dumps(row))


def _save(
    path: Path,
    run: Run,
    model: Any,
    heads: nn.Module,
    both: Sequence[torch.optim.Optimizer],
    average: Average | None,
) -> None:
    state = {
        "run": asdict(run),
        "model": model.state_dict(),
        "heads": heads.state_dict(),
        "optimisers": [one.state_dict() for one in both],
        "average": None if average is None else average.state(),
    }
    _write(path, state)
    lines = "".join(json.dumps(row) + "\n" for row in run.log)
    temporary = path.with_name(".log.partial")
    temporary.write_text(lines, encoding="utf-8")
    temporary.replace(path.with_name("log.jsonl"))


def _write(path: Path, state: Any) -> None:
    temporary = path.with_name(f".{path.name}.partial")
    torch.save(state, temporary)
    temporary.replace(path)


def _load(
    path: Path, model: Any, heads: nn.Module, both: Sequence[torch.optim.Optimizer]
) -> tuple[Run, dict[str, Any] | None]:
    """Where it stood, and its mean of weights if it kept one."""
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    heads.load_state_dict(state["heads"])
    for one, kept in zip(both, state["optimisers"], strict=True):
        one.load_state_dict(kept)
    return Run(**state["run"]), state.get("average")
