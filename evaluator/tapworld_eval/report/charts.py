"""Inline SVG over two numeric axes, and bars: curves with bands, bars with marks, stacked shares.

Colours come from the page's classes, so one drawing serves light and dark; nothing here knows what
is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

__all__ = ["Bar", "Curve", "Scale", "bars", "curves", "spans", "stacks"]

_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 10, 42
_NAMES = 150
_ROW = 30


@dataclass(frozen=True)
class Scale:
    """An axis.

    Attributes:
        low: Value at its start.
        high: Value at its end.
        ticks: Values that are written, with their texts.
        title: What it measures.
        logarithmic: Whether equal ratios are equally far apart; ``low`` is above 0 then.
    """

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    title: str = ""
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Where a value lies, 0 at the start and 1 at the end; values outside are moved there."""
        import math

        low, high, at = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return (at - low) / (high - low)


@dataclass(frozen=True)
class Curve:
    """A line, with a band around it if there is one.

    Attributes:
        x: Abscissae, ascending.
        y: Ordinates.
        colour: Class that colours it, for example ``c0``.
        label: What hovering shows.
        low: Lower edge of the band, or empty.
        high: Upper edge.
        step: Whether each value holds until the next abscissa.
        dashed: Whether the line is dashed.
    """

    x: Sequence[float]
    y: Sequence[float]
    colour: str
    label: str
    low: Sequence[float] = field(default=())
    high: Sequence[float] = field(default=())
    step: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Bar:
    """A bar with an optional mark across it.

    Attributes:
        value: Its length.
        colour: Class that colours it.
        label: What hovering shows.
        mark: Where a line crosses it, or ``None``.
    """

    value: float
    colour: str
    label: str
    mark: float | None = None


def curves(
    lines: Sequence[Curve],
    x: Scale,
    y: Scale,
    *,
    title: str,
    width: int = 520,
    height: int = 320,
    reference: Sequence[tuple[float, float]] = (),
    verticals: Sequence[tuple[float, str, str]] = (),
) -> Markup:
    """Curves with bands.

    Args:
        lines: Drawn in this order.
        x: The horizontal axis.
        y: The vertical axis.
        title: Read out by screen readers.
        width: Units across; the page scales the figure to its place.
        height: Units down.
        reference: Points of a thin dashed line to compare with.
        verticals: Abscissa, colour class and label of each line from top to bottom.
    """
    right, bottom = width - _RIGHT, height - _BOTTOM

    def at(a: float, b: float) -> str:
        across = _LEFT + x.share(a) * (right - _LEFT)
        return f"{across:.1f},{bottom - y.share(b) * (bottom - _TOP):.1f}"

    parts = [_open(width, height, title), *_grid(x, y, right, bottom)]
    parts += [
        f'<polygon class="band {line.colour}" points="{_band(line, at)}"/>'
        for line in lines
        if len(line.low)
    ]
    if reference:
        parts.append(
            f'<polyline class="reference" points="{" ".join(at(*p) for p in reference)}"/>'
        )
    for value, colour, label in verticals:
        parts.append(
            f'<polyline class="vertical {colour}" points="{at(value, y.low)} {at(value, y.high)}">'
            f"<title>{escape(label)}</title></polyline>"
        )
    for line in lines:
        points = _stepped(line.x, line.y) if line.step else zip(line.x, line.y, strict=True)
        dashed = " dashed" if line.dashed else ""
        parts.append(
            f'<polyline class="curve {line.colour}{dashed}" '
            f'points="{" ".join(at(*p) for p in points)}"><title>{escape(line.label)}</title>'
            "</polyline>"
        )
    parts.append("</svg>")
    return Markup("".join(parts))


def bars(
    rows: Sequence[tuple[str, Sequence[Bar]]], scale: Scale, *, title: str, width: int = 1080
) -> Markup:
    """Rows of horizontal bars that start at the axis's low end."""
    pitch = 11
    heights = [max(_ROW, 14 + pitch * len(row)) for _, row in rows]
    bottom = _TOP + sum(heights)
    parts = [_open(width, bottom + _BOTTOM, title), *_vertical_grid(scale, width, bottom)]
    top = float(_TOP)
    for (name, row), height in zip(rows, heights, strict=True):
        parts.append(_row_name(name, top + height / 2))
        start = top + height / 2 - pitch * len(row) / 2
        for number, bar in enumerate(row):
            y = start + pitch * number
            end = _across(scale, bar.value, width)
            parts.append(
                f'<g class="meter {bar.colour}"><title>{escape(bar.label)}</title>'
                f'<rect x="{_NAMES}" y="{y + 1:.1f}" width="{max(end - _NAMES, 0.5):.1f}" '
                f'height="{pitch - 2}" rx="2"/>'
            )
            if bar.mark is not None:
                cross = _across(scale, bar.mark, width)
                parts.append(
                    f'<line class="null" x1="{cross:.1f}" x2="{cross:.1f}" y1="{y - 0.5:.1f}" '
                    f'y2="{y + pitch - 0.5:.1f}"/>'
                )
            parts.append("</g>")
        top += height
    parts.append("</svg>")
    return Markup("".join(parts))


def spans(
    rows: Sequence[tuple[str, float, float, float, str, str]],
    scale: Scale,
    *,
    title: str,
    width: int = 1080,
) -> Markup:
    """Rows of an estimate within its span: name, estimate, low, high, colour class, label."""
    bottom = _TOP + _ROW * len(rows)
    parts = [_open(width, bottom + _BOTTOM, title), *_vertical_grid(scale, width, bottom)]
    for number, (name, middle, low, high, colour, label) in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        x1, x2, x = (_across(scale, value, width) for value in (low, high, middle))
        parts += [
            _row_name(name, y),
            f'<g class="mark {colour}"><title>{escape(label)}</title>'
            f'<line class="outer" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/></g>',
        ]
    parts.append("</svg>")
    return Markup("".join(parts))


def stacks(
    rows: Sequence[tuple[str, Sequence[tuple[float, str, str]]]], *, title: str, width: int = 1080
) -> Markup:
    """Rows of shares side by side: each a share, a colour class and a label."""
    scale = Scale(0, 1, [(tick / 100, f"{tick} %") for tick in (0, 25, 50, 75, 100)])
    bottom = _TOP + _ROW * len(rows)
    parts = [_open(width, bottom + _BOTTOM, title), *_vertical_grid(scale, width, bottom)]
    for number, (name, shares) in enumerate(rows):
        y = _TOP + _ROW * number
        parts.append(_row_name(name, y + _ROW / 2))
        start = 0.0
        for share, colour, label in shares:
            x1, x2 = (_across(scale, value, width) for value in (start, start + share))
            parts.append(
                f'<rect class="part {colour}" x="{x1:.1f}" y="{y + 6}" '
                f'width="{x2 - x1:.1f}" height="{_ROW - 12}"><title>{escape(label)}</title></rect>'
            )
            start += share
    parts.append("</svg>")
    return Markup("".join(parts))


def _open(width: int, height: float, title: str) -> str:
    return (
        f'<svg class="figure" viewBox="0 0 {width} {height:g}" role="img" '
        f'aria-label="{escape(title)}" preserveAspectRatio="xMinYMin meet">'
    )


def _grid(x: Scale, y: Scale, right: float, bottom: float) -> list[str]:
    parts = []
    for value, text in x.ticks:
        across = _LEFT + x.share(value) * (right - _LEFT)
        parts.append(
            f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="{_TOP}" y2="{bottom}"/>'
            f'<text class="tick" x="{across:.1f}" y="{bottom + 16}" text-anchor="middle">'
            f"{escape(text)}</text>"
        )
    for value, text in y.ticks:
        down = bottom - y.share(value) * (bottom - _TOP)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{down:.1f}" y2="{down:.1f}"/>'
            f'<text class="tick" x="{_LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">'
            f"{escape(text)}</text>"
        )
    middle, half = (_LEFT + right) / 2, (_TOP + bottom) / 2
    parts.append(
        f'<text class="tick" x="{middle:.1f}" y="{bottom + 34}" text-anchor="middle">'
        f"{escape(x.title)}</text>"
        f'<text class="tick" x="13" y="{half:.1f}" text-anchor="middle" '
        f'transform="rotate(-90 13 {half:.1f})">{escape(y.title)}</text>'
    )
    return parts


def _vertical_grid(scale: Scale, width: int, bottom: float) -> list[str]:
    parts = []
    for value, text in scale.ticks:
        x = _across(scale, value, width)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>'
            f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">'
            f"{escape(text)}</text>"
        )
    middle = (_NAMES + width - 24) / 2
    parts.append(
        f'<text class="tick" x="{middle:.1f}" y="{bottom + 34}" text-anchor="middle">'
        f"{escape(scale.title)}</text>"
    )
    return parts


def _across(scale: Scale, value: float, width: int) -> float:
    return _NAMES + scale.share(value) * (width - 24 - _NAMES)


def _row_name(name: str, middle: float) -> str:
    short = name if len(name) <= 22 else name[:21] + "…"
    return (
        f'<text class="row" x="{_NAMES - 10}" y="{middle + 4:.1f}" text-anchor="end">'
        f"{escape(short)}<title>{escape(name)}</title></text>"
    )


def _band(line: Curve, at) -> str:
    upper = list(_stepped(line.x, line.high) if line.step else zip(line.x, line.high, strict=True))
    lower = list(_stepped(line.x, line.low) if line.step else zip(line.x, line.low, strict=True))
    return " ".join(at(*point) for point in [*upper, *reversed(lower)])


def _stepped(x: Sequence[float], y: Sequence[float]) -> list[tuple[float, float]]:
    """Corners of a line that holds each value until the next abscissa."""
    points = [(x[0], y[0])]
    for position in range(1, len(x)):
        if y[position] != y[position - 1] or position == len(x) - 1:
            points += [(x[position], y[position - 1]), (x[position], y[position])]
    return points
