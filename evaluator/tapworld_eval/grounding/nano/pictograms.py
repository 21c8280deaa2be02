"""Small line drawings: what stands for an action on a made-up screen."""

from __future__ import annotations

from math import cos, pi, sin

from tapworld_eval.grounding.nano.sheet import Colour, Sheet

__all__ = ["pictogram"]


def pictogram(
    sheet: Sheet,
    at: tuple[float, float],
    half: float,
    name: str,
    ink: Colour,
    *,
    filled: bool = False,
) -> None:
    """Draw one around a point.

    Args:
        sheet: Where.
        at: Its middle.
        half: Half of its side.
        name: ``star``, ``heart``, ``bin``, ``cross``, ``more``, ``chevron``, ``down``, ``back``,
            ``file``, ``mail``, ``search``.
        ink: Colour.
        filled: Whether a star or a heart is filled.
    """
    (x, y), r = at, half
    inside = ink if filled else None
    match name:
        case "star":
            radii = [r * 1.15 if n % 2 == 0 else r * 0.5 for n in range(10)]
            turns = [pi * (n / 5 - 0.5) for n in range(10)]
            sheet.solid(
                [(x + a * cos(t), y + a * sin(t)) for a, t in zip(radii, turns, strict=True)],
                inside,
                ink,
            )
        case "heart":
            turns = [pi * n / 12 for n in range(24)]
            curve = [
                (
                    16 * sin(t) ** 3,
                    -13 * cos(t) + 5 * cos(2 * t) + 2 * cos(3 * t) + cos(4 * t),
                )
                for t in turns
            ]
            sheet.solid([(x + a * r / 16, y + b * r / 16) for a, b in curve], inside, ink)
        case "bin":
            sheet.lines([(x - r, y - r * 0.7), (x + r, y - r * 0.7)], ink)
            sheet.panel((x - r * 0.7, y - r * 0.5, x + r * 0.7, y + r), None, line=ink)
        case "cross":
            sheet.lines([(x - r * 0.7, y - r * 0.7), (x + r * 0.7, y + r * 0.7)], ink)
            sheet.lines([(x - r * 0.7, y + r * 0.7), (x + r * 0.7, y - r * 0.7)], ink)
        case "more":
            for dy in (-r * 0.8, 0.0, r * 0.8):
                sheet.disc((x - 1.3, y + dy - 1.3, x + 1.3, y + dy + 1.3), ink)
        case "chevron":
            sheet.lines(
                [(x - r * 0.4, y - r * 0.8), (x + r * 0.4, y), (x - r * 0.4, y + r * 0.8)], ink
            )
        case "down":
            sheet.lines(
                [(x - r * 0.8, y - r * 0.4), (x, y + r * 0.4), (x + r * 0.8, y - r * 0.4)], ink
            )
        case "back":
            sheet.lines([(x + r, y), (x - r, y)], ink)
            sheet.lines([(x - r * 0.1, y - r * 0.9), (x - r, y), (x - r * 0.1, y + r * 0.9)], ink)
        case "file":
            sheet.panel((x - r * 0.7, y - r, x + r * 0.7, y + r), None, line=ink)
            sheet.lines([(x - r * 0.4, y), (x + r * 0.4, y)], ink, 1)
        case "mail":
            sheet.panel((x - r, y - r * 0.7, x + r, y + r * 0.7), inside, line=ink)
            sheet.lines([(x - r, y - r * 0.7), (x, y), (x + r, y - r * 0.7)], ink, 1)
        case "search":
            sheet.disc((x - r, y - r, x + r * 0.4, y + r * 0.4), None, line=ink)
            sheet.lines([(x + r * 0.3, y + r * 0.3), (x + r, y + r)], ink)
        case _:
            raise KeyError(name)
