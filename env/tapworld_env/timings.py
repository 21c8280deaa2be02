"""How long the phases of a step took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

__all__ = ["Timings"]


class Timings(Mapping[str, float]):
    """Milliseconds by phase; equal to any other, because they measure the machine.

    Two equal episodes have equal ``info`` although one ran on a slower day; Gymnasium's
    checker compares exactly that.

    >>> Timings({"act": 3.0}) == Timings({"act": 4.0})
    True
    """

    def __init__(self, milliseconds: Mapping[str, float]) -> None:
        self._milliseconds = dict(milliseconds)

    def __getitem__(self, phase: str) -> float:
        return self._milliseconds[phase]

    def __iter__(self) -> Iterator[str]:
        return iter(self._milliseconds)

    def __len__(self) -> int:
        return len(self._milliseconds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timings)

    def __hash__(self) -> int:
        return hash(Timings)

    def __repr__(self) -> str:
        parts = ", ".join(f"{phase}={ms:.1f}" for phase, ms in self.items())
        return f"Timings({parts})"
