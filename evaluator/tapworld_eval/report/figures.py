"""Inline SVG: intervals as lines, estimates as dots. Colours come from the page's classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

__all__ = ["Mark", "ladder"]

_TOP, _BOTTOM = 8, 26
_PITCH = 9
_ROW = 26


@dataclass(frozen=True)
class Mark:
    """One estimate with its interval.

    Attributes:
        rate: The estimate, a share.
        low: Lower end.
        high: Upper end.
        colour: Index of its colour.
        label: What hovering shows.
        inner: A second, narrower interval drawn thick, or ``None``.
    """

    rate: float
    low: float
    high: float
    colour: int
    label: str
    inner: tuple[float, float] | None = None


@dataclass(frozen=True)
class _Frame:
    """Where the axis from 0 to 100 % lies."""

    width: int
    left: int
    right: int

    def x(self, share: float) -> float:
        return self.left + share * (self.width - self.left - self.right)


def ladder(
    rows: Sequence[tuple[str, Sequence[Mark]]],
    *,
    title: str,
    width: int = 1080,
    show_values: bool = False,
) -> Markup:
    """Rows of intervals over an axis from 0 to 100 %.

    Args:
        rows: A name and its marks, top to bottom.
        title: Read out by screen readers.
        width: Units across; the page scales the figure to its place.
        show_values: Write the estimate to the right (for rows with a single mark).
    """
    frame = _Frame(width, left=min(150, width // 3), right=80 if show_values else 22)
    heights = [max(_ROW, 12 + _PITCH * len(marks)) for _, marks in rows]
    bottom = _TOP + sum(heights)
    parts = [
        f'<svg class="figure" viewBox="0 0 {width} {bottom + _BOTTOM}" role="img" '
        f'aria-label="{escape(title)}" preserveAspectRatio="xMinYMin meet">',
        *(_tick(frame, tick / 100, bottom) for tick in (0, 25, 50, 75, 100)),
    ]
    top = float(_TOP)
    for (name, marks), height in zip(rows, heights, strict=True):
        parts += _row(frame, name, marks, top + height / 2, show_values=show_values)
        top += height
    parts.append("</svg>")
    return Markup("".join(parts))


def _tick(frame: _Frame, share: float, bottom: float) -> str:
    x = frame.x(share)
    return (
        f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{bottom}"/>'
        f'<text class="tick" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">'
        f"{100 * share:.0f} %</text>"
    )


def _row(
    frame: _Frame, name: str, marks: Sequence[Mark], middle: float, *, show_values: bool
) -> list[str]:
    start = middle - _PITCH * (len(marks) - 1) / 2
    parts = [
        f'<text class="row" x="{frame.left - 10}" y="{middle + 4:.1f}" text-anchor="end">'
        f"{escape(_short(name))}<title>{escape(name)}</title></text>",
        *(_mark(frame, mark, start + _PITCH * number) for number, mark in enumerate(marks)),
    ]
    if show_values and marks:
        parts.append(
            f'<text class="value" x="{frame.width - 4}" y="{middle + 4:.1f}" text-anchor="end">'
            f"{100 * marks[0].rate:.1f} %</text>"
        )
    return parts


def _mark(frame: _Frame, mark: Mark, y: float) -> str:
    def line(cls: str, low: float, high: float) -> str:
        x1, x2 = frame.x(low), frame.x(high)
        return f'<line class="{cls}" x1="{x1:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y:.1f}"/>'

    thick = line("inner", *mark.inner) if mark.inner is not None else ""
    return (
        f'<g class="mark c{mark.colour % 8}"><title>{escape(mark.label)}</title>'
        f"{line('outer', mark.low, mark.high)}{thick}"
        f'<circle cx="{frame.x(mark.rate):.1f}" cy="{y:.1f}" r="4.2"/></g>'
    )


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
