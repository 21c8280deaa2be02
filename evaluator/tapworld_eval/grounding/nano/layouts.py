"""Made-up screens of a phone: lists, forms, settings and grids in ever new layouts and words.

Photographs show a few dozen routes only, so "the third request from the top" was learned as a
place on a known route. Here every screen is another one: what is counted, what stands beside it,
and what is written has to be seen. A screen is a pure function of its seed.
"""

from __future__ import annotations

import random

from tapworld_eval.grounding.nano.drawing import TALL, Picture
from tapworld_eval.grounding.nano.pictograms import pictogram
from tapworld_eval.grounding.nano.sheet import Sheet, draw_look
from tapworld_eval.grounding.nano.speech import amount, noun, sentence, stamp, title
from tapworld_eval.grounding.nano.widgets import (
    button,
    chips,
    draw_row_style,
    field,
    rows,
    segments,
)

__all__ = ["draw_layout"]

_WIDE, _HIGH = TALL
_STATUS = 20.0  # height of the system's bar at the top


def draw_layout(seed: int | str) -> Picture:
    """The screen of a seed, 288x640.

    Examples:
        >>> one = draw_layout(3)
        >>> one.pixels.shape, one.items == draw_layout(3).items
        ((640, 288, 3), True)
    """
    draw = random.Random(f"layout {seed}")
    sheet = Sheet(draw_look(draw))
    system = draw.uniform(20, 34)
    tabs = draw.uniform(34, 48) if draw.random() < 0.35 else 0.0
    low = _HIGH - system - tabs
    head = _STATUS + draw.uniform(34, 80)
    strip = draw.uniform(24, 34) if draw.random() < 0.2 else 0.0
    body = draw.choices((_listing, _form, _settings, _details, _grid), (10, 4, 3, 2, 1))[0]
    body(sheet, draw, head + strip + draw.uniform(0, 12), low)
    if draw.random() < 0.25:
        _floating(sheet, draw, low)
    if tabs:
        sheet.cover((0, low, _WIDE, low + tabs), sheet.look.surface)
        segments(sheet, draw, (0, low, _WIDE, low + tabs), what="tab", icons=draw.random() < 0.8)
    _bar(sheet, draw, head, strip)
    _system(sheet, draw, system)
    if draw.random() < 0.12:
        _dialog(sheet, draw)
    return sheet.picture()


def _listing(sheet: Sheet, draw: random.Random, y: float, low: float) -> None:
    """One list or two; what its rows are called stands above it, or nowhere."""
    first = y
    y = _search(sheet, draw, y) if draw.random() < 0.35 else y
    y = chips(sheet, draw, y) if draw.random() < 0.3 else y
    if draw.random() < 0.2:
        box = (10.0, y, _WIDE - 10.0, y + draw.uniform(24, 32))
        segments(sheet, draw, box, what="choice", icons=False)
        y = box[3] + 8
    y = button(sheet, draw, _across(draw, y)) if draw.random() < 0.2 else y
    lists = 2 if draw.random() < 0.3 else 1
    for number in range(lists):
        name = noun(draw) if lists > 1 or draw.random() < 0.8 else "row"
        if lists > 1 or draw.random() < 0.4:
            y = _header(sheet, draw, y, f"{name.capitalize()}s")
        most = draw.randint(1, 4) if number < lists - 1 else draw.randint(2, 12)
        scrolled = y == first and draw.random() < 0.3
        start = y - draw.uniform(10, 40) if scrolled else y
        style = draw_row_style(draw)
        y = rows(sheet, draw, start, low, style, most=most, noun=None if scrolled else name) + 6
    if y < low - 60 and draw.random() < 0.4:
        button(sheet, draw, _across(draw, y + 6))


def _form(sheet: Sheet, draw: random.Random, y: float, low: float) -> None:
    for _ in range(draw.randint(1, 7)):
        if y > low - 50:
            break
        if draw.random() < 0.12:
            y = chips(sheet, draw, y)
        y = field(sheet, draw, y)
    if draw.random() < 0.4:
        y = rows(sheet, draw, y, low, draw_row_style(draw), most=draw.randint(1, 2), noun=None)
    if y < low - 40:
        top = low - 40 if draw.random() < 0.4 else y + 4
        _buttons(sheet, draw, top)


def _settings(sheet: Sheet, draw: random.Random, y: float, low: float) -> None:
    style = draw_row_style(draw)
    while y < low - 30:
        if draw.random() < 0.6:
            y = _header(sheet, draw, y, sentence(draw, draw.randint(1, 2)))
        if draw.random() < 0.3:
            y = field(sheet, draw, y)
        y = rows(sheet, draw, y, low, style, most=draw.randint(1, 4), noun=None)
        y += draw.uniform(4, 16)


def _details(sheet: Sheet, draw: random.Random, y: float, low: float) -> None:
    """Something large in the middle, facts below it, which nobody can press, and buttons."""
    look, x = sheet.look, _WIDE / 2
    side = draw.uniform(14, 30)
    y += side + 4
    sheet.disc((x - side, y - side, x + side, y + side), look.surface, line=look.line)
    y += side + 14
    text = amount(draw) if draw.random() < 0.5 else title(draw)
    sheet.text((x, y), text, sheet.size(16), look.ink, weight=500, anchor="m", most=_WIDE - 20)
    y += 20
    y = _buttons(sheet, draw, y) if draw.random() < 0.6 else y
    for _ in range(draw.randint(2, 7)):
        y += sheet.size(10) * 2
        if y > low - 20:
            return
        sheet.text((14, y), sentence(draw, 1), sheet.size(9.5), look.faint)
        said = draw.choice((title, stamp, amount))(draw)
        sheet.text((_WIDE - 14, y), said, sheet.size(9.5), look.ink, anchor="r", most=180)
    y += 16
    if draw.random() < 0.5:
        most = draw.randint(2, 6)
        y = rows(sheet, draw, y, low, draw_row_style(draw), most=most, noun=noun(draw))
    elif y < low - 40:
        _buttons(sheet, draw, y)


def _grid(sheet: Sheet, draw: random.Random, y: float, low: float) -> None:
    columns, high, gap = draw.randint(2, 4), draw.uniform(44, 90), draw.uniform(4, 10)
    wide = (_WIDE - 16 - gap * (columns - 1)) / columns
    look, signs = sheet.look, ("file", "mail", "heart", "star", "bin", "search")
    for number in range(columns * draw.randint(2, 5)):
        left = 8 + (number % columns) * (wide + gap)
        top = y + number // columns * (high + gap)
        box = (left, top, left + wide, top + high)
        if top > low:
            break
        said = title(draw)
        sheet.panel(box, look.surface, line=look.line, radius=look.radius)
        middle = left + wide / 2
        pictogram(sheet, (middle, top + high * 0.38), 8, draw.choice(signs), look.accent)
        at = (middle, top + high * 0.75)
        sheet.text(at, said, sheet.size(9), look.ink, anchor="m", most=wide - 6)
        sheet.ask(f'Tap "{said}"', box)


def _header(sheet: Sheet, draw: random.Random, y: float, text: str) -> float:
    size = sheet.size(draw.choice((9.5, 11, 13)))
    ink = draw.choice((sheet.look.accent, sheet.look.ink))
    sheet.text((12, y + size), text, size, ink, weight=500, most=_WIDE - 24)
    return y + size * 2 + 2


def _search(sheet: Sheet, draw: random.Random, y: float) -> float:
    look, said = sheet.look, sentence(draw, draw.randint(1, 4))
    box = (9.0, y, _WIDE - 9.0, y + draw.uniform(26, 36))
    sheet.panel(box, look.surface, line=look.line, radius=draw.choice((look.radius, 13)))
    middle = (box[1] + box[3]) / 2
    pictogram(sheet, (22, middle), 6, "search", look.faint)
    sheet.text((36, middle), said, sheet.size(10), look.faint, most=_WIDE - 60)
    sheet.ask(f'Tap "{said}"', box)
    return box[3] + draw.uniform(4, 10)


def _across(draw: random.Random, y: float) -> tuple[float, float, float, float]:
    inset = draw.choice((8.0, 8.0, 50.0, 90.0))
    left = inset if draw.random() < 0.7 else 8.0
    return left, y, _WIDE - inset, y + draw.uniform(24, 36)


def _buttons(sheet: Sheet, draw: random.Random, y: float) -> float:
    """One button, or two or three beside one another."""
    count, high = draw.choice((1, 1, 2, 2, 3)), draw.uniform(24, 36)
    if count == 1:
        return button(sheet, draw, _across(draw, y))
    wide = (_WIDE - 16 - 6 * (count - 1)) / count
    ends = []
    for number in range(count):
        left = 8 + number * (wide + 6)
        ends.append(button(sheet, draw, (left, y, left + wide, y + high)))
    return max(ends)


def _floating(sheet: Sheet, draw: random.Random, low: float) -> None:
    look, said = sheet.look, title(draw)[:16].strip()
    wide = sheet.width(said, sheet.size(10), 500) + 46
    left = draw.choice((12.0, (_WIDE - wide) / 2, _WIDE - wide - 12.0))
    top = low - draw.uniform(44, 58)
    box = (left, top, left + wide, top + 36)
    sheet.forget(box)
    sheet.panel(box, look.accent, radius=draw.choice((look.radius, 18)))
    ink = (255, 255, 255) if sum(look.accent) < 380 else (10, 10, 10)
    pictogram(sheet, (left + 18, top + 18), 6, draw.choice(("mail", "file", "star")), ink)
    sheet.text((left + 32, top + 18), said, sheet.size(10), ink, weight=500)
    sheet.ask(f'Tap "{said}"', box)


def _bar(sheet: Sheet, draw: random.Random, head: float, strip: float) -> None:
    """The app's name or the screen's, with what can be done; painted over what is below."""
    look = sheet.look
    sheet.cover((0, 0, _WIDE, head + strip), look.ground)
    middle, back = _STATUS + 18, draw.random() < 0.6
    if back:
        pictogram(sheet, (18, middle), 6, "back", look.ink)
    for number in range(draw.choice((0, 0, 1, 2))):
        signs = ("search", "more", "bin", "star", "mail")
        pictogram(sheet, (_WIDE - 18 - 30 * number, middle), 6, draw.choice(signs), look.ink)
    low = head > _STATUS + 62 and draw.random() < 0.7
    at = (36.0 if back and not low else 12.0, head - 16 if low else middle)
    anchor = "m" if draw.random() < 0.2 else "l"
    at = (_WIDE / 2, at[1]) if anchor == "m" else at
    said, size = sentence(draw, draw.choice((1, 1, 2))), sheet.size(draw.choice((13, 15, 17)))
    sheet.text(at, said, size, look.ink, weight=500, anchor=anchor, most=170)
    if strip:
        segments(sheet, draw, (0, head, _WIDE, head + strip), what="tab", icons=False)


def _system(sheet: Sheet, draw: random.Random, high: float) -> None:
    """The phone's own bars: time above, three signs below."""
    look, top = sheet.look, _HIGH - high
    sheet.text((12, 10), stamp(draw), 8, look.ink)
    sheet.panel((_WIDE - 22, 6, _WIDE - 14, 14), look.ink)
    sheet.cover((0, top, _WIDE, _HIGH), draw.choice((look.ground, (0, 0, 0))))
    y, ink = top + high / 2, draw.choice((look.ink, look.faint))
    sheet.solid([(44, y), (52, y - 5), (52, y + 5)], None, ink)
    sheet.disc((_WIDE / 2 - 5, y - 5, _WIDE / 2 + 5, y + 5), None, line=ink)
    sheet.panel((_WIDE - 54, y - 4, _WIDE - 46, y + 4), None, line=ink)


def _dialog(sheet: Sheet, draw: random.Random) -> None:
    """A menu, or a question with two answers, over a darkened screen."""
    sheet.dim()
    look, left, right = sheet.look, draw.uniform(12, 50), _WIDE - draw.uniform(12, 50)
    menu = draw.random() < 0.5
    size, count = sheet.size(11), draw.randint(2, 6)
    high = count * size * 2.8 + 12 if menu else 90 + draw.uniform(0, 40)
    top = draw.uniform(120, _HIGH - 60 - high)
    sheet.cover((left, top, right, top + high), look.surface, line=look.line)
    if menu:
        for number in range(count):
            y, said = top + 6 + (number + 0.5) * size * 2.8, title(draw)
            sheet.text((left + 14, y), said, size, look.ink, most=right - left - 28)
            sheet.ask(f'Tap "{said}"', (left, y - size * 1.4, right, y + size * 1.4))
        return
    said = sentence(draw, draw.randint(2, 4))
    most = right - left - 28
    sheet.text((left + 14, top + 20), said, sheet.size(13), look.ink, weight=500, most=most)
    said = sentence(draw, 8)
    sheet.text((left + 14, top + 42), said, sheet.size(9.5), look.faint, most=most)
    half = (left + right) / 2
    button(sheet, draw, (left + 8, top + high - 38, half - 3, top + high - 8))
    button(sheet, draw, (half + 3, top + high - 38, right - 8, top + high - 8))
