"""Inline SVG: intervals as lines, estimates as dots. Colours come from the page's classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

__all__ = ["Mark", "ladder"]

_LEFT, _RIGHT, _TOP, _BOTTOM = 150, 74, 8, 26
_WIDTH = 720


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


def ladder(
    rows: Sequence[tuple[str, Sequence[Mark]]], *, title: str, show_values: bool = False
) -> Markup:
    """Rows of intervals over an axis from 0 to 100 %.

    Args:
        rows: A name and its marks, top to bottom.
        title: Read out by screen readers.
        show_values: Write the estimate to the right (for rows with a single mark).
    """
    pitch = 9
    heights = [max(26, 12 + pitch * len(marks)) for _, marks in rows]
    inner_height = sum(heights)
    height = _TOP + inner_height + _BOTTOM
    parts = [
        f'<svg class="figure" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}" preserveAspectRatio="xMinYMin meet">'
    ]
    for tick in (0, 25, 50, 75, 100):
        x = _x(tick / 100)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_TOP + inner_height}"/>'
            f'<text class="tick" x="{x:.1f}" y="{height - 8}" text-anchor="middle">{tick} %</text>'
        )
    top = float(_TOP)
    for (name, marks), row_height in zip(rows, heights, strict=True):
        middle = top + row_height / 2
        parts.append(
            f'<text class="row" x="{_LEFT - 10}" y="{middle + 4:.1f}" text-anchor="end">'
            f"{escape(_short(name))}<title>{escape(name)}</title></text>"
        )
        start = middle - pitch * (len(marks) - 1) / 2
        for number, mark in enumerate(marks):
            parts.append(_mark(mark, start + pitch * number))
        if show_values and marks:
            parts.append(
                f'<text class="value" x="{_WIDTH - 4}" y="{middle + 4:.1f}" text-anchor="end">'
                f"{100 * marks[0].rate:.1f} %</text>"
            )
        top += row_height
    parts.append("</svg>")
    return Markup("".join(parts))


def _mark(mark: Mark, y: float) -> str:
    thick = ""
    if mark.inner is not None:
        low, high = mark.inner
        thick = (
            f'<line class="inner" x1="{_x(low):.1f}" y1="{y:.1f}" x2="{_x(high):.1f}" '
            f'y2="{y:.1f}"/>'
        )
    return (
        f'<g class="mark c{mark.colour % 8}"><title>{escape(mark.label)}</title>'
        f'<line class="outer" x1="{_x(mark.low):.1f}" y1="{y:.1f}" '
        f'x2="{_x(mark.high):.1f}" y2="{y:.1f}"/>{thick}'
        f'<circle cx="{_x(mark.rate):.1f}" cy="{y:.1f}" r="4.2"/></g>'
    )


def _x(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
