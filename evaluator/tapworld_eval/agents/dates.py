"""Choosing a day, and a time, in the kit's DateField once its calendar sheet is open.

The sheet's heading ``<id>-month`` carries the month it shows as its description, written
``2026-11`` in every language; days are ``<id>-day-<n>``, times ``<id>-time-<hh>-<mm>`` by
half hours, and ``<id>-ok`` takes the choice over.
"""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from tapworld_env.actions import Tap
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.scrolling import bring_into_view
from tapworld_eval.agents.selectors import find
from tapworld_scenarios.steps import Selector

__all__ = ["pick_date"]

# Two hundred years either way: beyond it the calendar does not move.
_MOST_MONTHS = 2400


def pick_date(hand: Hand, field: str, value_ms: int, time_zone: str) -> Routine[None]:
    """Turn the calendar to the month, tap the day, the time if the sheet asks for one, and OK.

    Args:
        hand: The hand; the sheet is already open.
        field: Test id of the DateField.
        value_ms: The moment, UTC epoch milliseconds.
        time_zone: IANA name of the phone's time zone.
    """
    moment = datetime.fromtimestamp(value_ms / 1000, ZoneInfo(time_zone))
    yield from _turn_to(hand, field, moment.year * 12 + moment.month - 1)
    yield from _tap(hand, f"{field}-day-{moment.day}")
    if find(Selector(id=f"{field}-time-*"), hand.look.elements, visible=False):
        yield from _tap(hand, f"{field}-time-{moment.hour:02d}-{moment.minute:02d}")
    yield from _tap(hand, f"{field}-ok")


def _turn_to(hand: Hand, field: str, wanted: int) -> Routine[None]:
    for _ in range(_MOST_MONTHS):
        shown = _month(hand, field)
        if shown == wanted:
            return
        yield from _tap(hand, f"{field}-{'next' if shown < wanted else 'prev'}")
        if _month(hand, field) == shown:
            raise hand.stuck(f"the calendar of {field!r} does not turn any further")


def _month(hand: Hand, field: str) -> int:
    heading = find(Selector(id=f"{field}-month"), hand.look.elements)
    matched = heading and re.search(r"(\d{4})-(\d{2})", heading.description)
    if not matched:
        raise hand.stuck(f"no calendar heading {field}-month with a month such as 2026-11")
    return int(matched[1]) * 12 + int(matched[2]) - 1


def _tap(hand: Hand, element_id: str) -> Routine[None]:
    element = yield from bring_into_view(hand, Selector(id=element_id))
    if element is None:
        raise hand.stuck(f"the calendar has no {element_id!r}")
    if not element.enabled:
        raise hand.stuck(f"{element_id!r} is disabled")
    yield from hand.do(Tap(*element.center), element)
