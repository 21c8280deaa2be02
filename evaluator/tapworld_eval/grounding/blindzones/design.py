"""In which order probes are asked, so that few of them already see the whole screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import gcd

__all__ = ["cell_order", "layer_order", "probe_order"]


def layer_order(layers: int) -> list[int]:
    """Layers (background x format) so that the first few see many backgrounds and formats.

    Examples:
        >>> layer_order(6)
        [0, 5, 4, 3, 2, 1]
        >>> layer_order(30)[:4]
        [0, 11, 22, 3]
    """
    return _stepped(layers, 0.382)


def cell_order(cells: int) -> list[int]:
    """Cells so that the first few lie all over the grid.

    Examples:
        >>> cell_order(10)[:4]
        [0, 7, 4, 1]
    """
    return _stepped(cells, 0.618)


def probe_order(cells: int, layers: int, limit: int | None = None) -> Iterator[int]:
    """Instance numbers ``layer * cells + cell``: every cell once, then every cell again.

    Args:
        cells: Of the grid.
        layers: Backgrounds x formats.
        limit: Only the first so many; as many as there are cells probe every cell once.

    Examples:
        >>> sorted(probe_order(4, 3, 4))
        [0, 1, 2, 3]
    """
    within = cell_order(cells)
    every = (layer * cells + cell for layer in layer_order(layers) for cell in within)
    return islice(every, limit)


def _stepped(count: int, share: float) -> list[int]:
    step = next(s for s in range(max(1, round(count * share)), count + 1) if gcd(s, count) == 1)
    return [number * step % count for number in range(count)]
