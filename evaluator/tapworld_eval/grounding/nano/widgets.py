"""Parts of made-up phone screens: rows, fields, chips, tabs, buttons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.nano.pictograms import pictogram
from tapworld_eval.grounding.nano.sheet import Colour, Sheet
from tapworld_eval.grounding.nano.speech import ORDINALS, amount, sentence, stamp, title

__all__ = ["RowStyle", "beside", "button", "chips", "draw_row_style", "field", "rows", "segments"]

_ACTIONS = {"star": "star", "delete button": "bin", "favourite button": "heart"}


@dataclass(frozen=True)
class RowStyle:
    """How the rows of one list look.

    Attributes:
        lead: ``""``, ``disc``, ``tile``, ``icon``, or what an action is called.
        trail: ``""``, ``amount``, ``date``, ``switch``, ``check``, ``more``, or an action.
        lines: One to three.
        frame: ``""``, ``rule``, ``card``.
        pad: Above and below the text.
        weight: Of the title.
        tag: Whether some rows have a small tag under their text.
    """

    lead: str
    trail: str
    lines: int
    frame: str
    pad: float
    weight: int
    tag: bool


def draw_row_style(draw: random.Random) -> RowStyle:
    """Some style; at most one action."""
    action = draw.choice((*_ACTIONS, "unblock button", sentence(draw, 1).lower() + " button"))
    lead = draw.choice(("", "", "disc", "disc", "tile", "icon", "action"))
    trail = draw.choice(("", "amount", "date", "switch", "check", "more", "action", "action"))
    if lead == "action" and trail == "action":
        trail = "date"
    return RowStyle(
        action if lead == "action" else lead,
        action if trail == "action" else trail,
        draw.choice((1, 1, 2, 2, 2, 3)),
        draw.choice(("", "rule", "card")),
        draw.uniform(5, 12),
        draw.choice((400, 500, 700)),
        draw.random() < 0.2,
    )


def rows(
    sheet: Sheet,
    draw: random.Random,
    top: float,
    end: float,
    style: RowStyle,
    *,
    most: int,
    noun: str | None,
) -> float:
    """Rows of one list down to ``end`` at the furthest; counted where they have a noun.

    Returns:
        Their lower end.
    """
    y = top
    for number in range(most):
        high = _row_height(sheet, style, tagged := style.tag and draw.random() < 0.5)
        if y >= end:
            break
        place = ORDINALS[number] if noun and number < len(ORDINALS) else None
        _row(sheet, draw, (y, y + high), style, place, noun, tagged)
        y += high + (4 if style.frame == "card" else 0)
    return y


def _row_height(sheet: Sheet, style: RowStyle, tagged: bool) -> float:
    text = sheet.size(11) * 1.35 + (style.lines - 1 + tagged) * sheet.size(9) * 1.4
    return max(text, 22.0 if style.lead in ("disc", "tile") else 14.0) + 2 * style.pad


def _row(
    sheet: Sheet,
    draw: random.Random,
    span: tuple[float, float],
    style: RowStyle,
    place: str | None,
    noun: str | None,
    tagged: bool,
) -> None:
    look, (top, low) = sheet.look, span
    edge = 8.0 if style.frame == "card" else 0.0
    box = (edge, top, sheet.wide - edge, low)
    if style.frame == "card":
        sheet.panel(box, look.surface, line=look.line, radius=look.radius)
    elif style.frame == "rule":
        sheet.lines([(0, low), (sheet.wide, low)], look.line, 0.5)
    said = title(draw)
    sheet.ask(f'Tap "{said}"', box)
    if place:
        sheet.ask(f"The {place} {noun} from the top", box)
    left = _lead(sheet, draw, style, box, said, place, noun)
    right = _trail(sheet, draw, style, box, said, place, noun)
    size, small = sheet.size(11), sheet.size(9)
    y = top + style.pad + size * 0.68
    sheet.text((left, y), said, size, look.ink, weight=style.weight, most=right - left)
    y += size * 0.68 + small * 0.7
    for _ in range(style.lines - 1):
        said = sentence(draw, draw.randint(1, 9))
        sheet.text((left, y), said, small, look.faint, most=right - left)
        y += small * 1.4
    if tagged:
        wide = sheet.text((left + 4, y), sentence(draw, 1), small * 0.9, look.accent, weight=500)
        sheet.panel((left, y - small * 0.7, left + wide + 8, y + small * 0.7), None, line=look.line)


def _lead(
    sheet: Sheet,
    draw: random.Random,
    style: RowStyle,
    box: Box,
    said: str,
    place: str | None,
    noun: str | None,
) -> float:
    look, x, y = sheet.look, box[0] + 10, (box[1] + box[3]) / 2
    if not style.lead:
        return x
    if style.lead in ("disc", "tile"):
        around = (x, y - 11, x + 22, y + 11)
        shade = _shade(look.surface, draw)
        if style.lead == "disc":
            sheet.disc(around, shade, line=shade)
        else:
            sheet.panel(around, shade)
        sheet.text((x + 11, y), said[:2].upper(), 8, look.accent, weight=500, anchor="m")
        return x + 30
    if style.lead == "icon":
        pictogram(sheet, (x + 7, y), 6, draw.choice(("file", "mail", "bin", "heart")), look.ink)
        return x + 24
    _action(sheet, draw, (x + 8, y), style.lead, (said, place, noun))
    return x + 26


def _trail(
    sheet: Sheet,
    draw: random.Random,
    style: RowStyle,
    box: Box,
    said: str,
    place: str | None,
    noun: str | None,
) -> float:
    look, x, y = sheet.look, box[2] - 10, (box[1] + box[3]) / 2
    high = draw.choice((y, box[1] + style.pad + sheet.size(11) * 0.68))
    match style.trail:
        case "":
            return x
        case "amount" | "date":
            text = amount(draw) if style.trail == "amount" else stamp(draw)
            return x - sheet.text((x, high), text, sheet.size(9.5), look.ink, anchor="r") - 6
        case "switch" | "check" | "more":
            _state(sheet, draw, style.trail, (x, y))
            return x - 30
    _action(sheet, draw, (x - 10, y), style.trail, (said, place, noun))
    return x - 26


def _action(
    sheet: Sheet,
    draw: random.Random,
    at: tuple[float, float],
    what: str,
    row: tuple[str, str | None, str | None],
) -> None:
    """Something small to press in a row; asked for by the row's place and by its text."""
    said, place, noun = row
    name = _ACTIONS.get(what, "cross" if what == "unblock button" else "more")
    ink = sheet.look.accent if draw.random() < 0.3 else sheet.look.ink
    pictogram(sheet, at, 6, name, ink, filled=draw.random() < 0.3)
    box = (at[0] - 14, at[1] - 14, at[0] + 14, at[1] + 14)
    if place:
        sheet.ask(f"The {what} of the {place} {noun}", box)
    sheet.ask(f'The {what} beside "{said}"', box)


def _state(sheet: Sheet, draw: random.Random, what: str, at: tuple[float, float]) -> None:
    look, (x, y), on = sheet.look, at, draw.random() < 0.5
    if what == "switch":
        sheet.panel((x - 24, y - 7, x, y + 7), look.accent if on else look.surface, line=look.line)
        knob = x - 7 if on else x - 17
        sheet.disc((knob - 5, y - 5, knob + 5, y + 5), look.ground, line=look.ink)
    elif what == "check":
        sheet.disc((x - 14, y - 7, x, y + 7), None, line=look.ink)
        if on:
            sheet.disc((x - 11, y - 4, x - 3, y + 4), look.accent)
    else:
        pictogram(sheet, (x - 6, y), 5, "chevron", look.faint)


def _shade(colour: Colour, draw: random.Random) -> Colour:
    red, green, blue = (min(255, max(0, value + draw.randint(-40, 40))) for value in colour)
    return red, green, blue


def field(sheet: Sheet, draw: random.Random, top: float) -> float:
    """A field to write into, or one that opens a choice; its lower end."""
    look, name = sheet.look, title(draw)
    filled, chosen = draw.random() < 0.6, draw.random() < 0.4
    inside = not filled and draw.random() < 0.5
    size, small, y = sheet.size(10), sheet.size(9), top
    if not inside:
        sheet.text((12, y + small * 0.7), name, small, look.faint, most=sheet.wide - 24)
        y += small * 1.6
    box = (10.0, y, sheet.wide - 10.0, y + size + draw.uniform(14, 22))
    if draw.random() < 0.7:
        line = draw.choice((look.line, look.surface))
        sheet.panel(box, look.surface, line=line, radius=look.radius)
    else:
        sheet.lines([(box[0], box[3]), (box[2], box[3])], look.line, 1)
    middle = (box[1] + box[3]) / 2
    if chosen:
        pictogram(sheet, (box[2] - 14, middle), 5, "down", look.ink)
    if filled or inside:
        said = title(draw) if filled else name
        ink = look.ink if filled else look.faint
        sheet.text((20, middle), said, size, ink, most=sheet.wide - 60)
        sheet.ask(f'Tap "{said}"', box)
    if not inside:
        sheet.ask(name if chosen else f"Put the cursor into the field: {name}", box)
    return box[3] + draw.uniform(6, 14)


def button(sheet: Sheet, draw: random.Random, box: Box) -> float:
    """A button with a text, and sometimes a sign before it; its lower end."""
    look, said = sheet.look, title(draw)
    kind = draw.choice(("full", "full", "frame", "bare", "soft"))
    fill = {"full": look.accent, "soft": look.surface}.get(kind)
    dark = sum(look.accent) < 380
    ink = {"full": (255, 255, 255) if dark else (10, 10, 10), "bare": look.accent}.get(
        kind, look.ink
    )
    if kind != "bare":
        round_ = draw.choice((look.radius, (box[3] - box[1]) / 2))
        sheet.panel(box, fill, line=look.line if kind == "frame" else None, radius=round_)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if draw.random() < 0.3:
        half = min(sheet.width(said, sheet.size(10), 500), box[2] - box[0] - 20) / 2
        pictogram(sheet, (x - half - 8, y), 5, draw.choice(("mail", "file", "cross", "star")), ink)
    most = box[2] - box[0] - 12
    sheet.text((x, y), said, sheet.size(10), ink, weight=500, anchor="m", most=most)
    sheet.ask(f'Tap "{said}"', box)
    return box[3] + draw.uniform(5, 10)


def chips(sheet: Sheet, draw: random.Random, top: float) -> float:
    """Choices in lines; those beside one another are asked for by one another.

    Returns:
        Their lower end.
    """
    x, high, look = 8.0, sheet.size(9) + draw.uniform(9, 16), sheet.look
    line: list[tuple[str, Box]] = []
    chosen, round_ = draw.randrange(5), draw.choice((look.radius, high / 2))
    for number in range(draw.randint(2, 7)):
        said = title(draw)[:18].strip()
        wide = sheet.width(said, sheet.size(9), 500) + 16
        if x + wide > sheet.wide - 6 and line:
            beside(sheet, line, "choice")
            x, top, line = 8.0, top + high + 5, []
        box = (x, top, x + wide, top + high)
        fill = look.surface if number == chosen else None
        ink = look.accent if number == chosen else look.ink
        sheet.panel(box, fill, line=look.line, radius=round_)
        at = ((box[0] + box[2]) / 2, top + high / 2)
        sheet.text(at, said, sheet.size(9), ink, weight=500, anchor="m")
        sheet.ask(f'Tap "{said}"', box)
        line.append((said, box))
        x += wide + 5
    beside(sheet, line, "choice")
    return top + high + draw.uniform(5, 10)


def segments(
    sheet: Sheet, draw: random.Random, box: Box, *, what: str, icons: bool, ask: bool = True
) -> None:
    """Tabs or choices of equal width in one line, one of them chosen."""
    look, count = sheet.look, draw.randint(2, 5)
    wide, chosen = (box[2] - box[0]) / count, draw.randrange(count)
    line = []
    for number in range(count):
        said = title(draw)[:14].strip()
        cell = (box[0] + number * wide, box[1], box[0] + (number + 1) * wide, box[3])
        x, y = (cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2
        ink = look.accent if number == chosen else draw.choice((look.ink, look.faint))
        if number == chosen and what == "choice":
            sheet.panel(cell, look.surface, line=look.line, radius=look.radius)
        if icons:
            signs = ("mail", "file", "star", "heart", "bin")
            pictogram(sheet, (x, y - 7), 6, draw.choice(signs), ink)
            y += 9
        elif number == chosen and what == "tab":
            sheet.lines([(cell[0] + 6, cell[3] - 1), (cell[2] - 6, cell[3] - 1)], look.accent, 2)
        sheet.text((x, y), said, sheet.size(8.5), ink, weight=500, anchor="m", most=wide - 3)
        if ask:
            sheet.ask(f'Tap "{said}"', cell)
        line.append((said, cell))
    beside(sheet, line, what)


def beside(sheet: Sheet, line: Sequence[tuple[str, Box]], what: str) -> None:
    """Ask for each of a line by the ones beside it."""
    for (said, box), (next_said, next_box) in pairwise(line):
        sheet.ask(f'The {what} to the right of "{said}"', next_box)
        sheet.ask(f'The {what} to the left of "{next_said}"', box)
