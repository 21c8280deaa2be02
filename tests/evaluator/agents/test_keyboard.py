from __future__ import annotations

from typing import Any

import pytest

from tapworld_env.actions import Action, Back, Done, Tap
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.oracle import OracleAgent
from tapworld_eval.errors import OracleStuck
from tapworld_scenarios.steps import parse_steps

from .screens import PaperPhone

FILL = {"fill": {"id": "field", "text": "new"}}


def play(phone: PaperPhone, *steps: dict[str, Any] | str) -> list[Action]:
    agent = OracleAgent(parse_steps(list(steps)))
    agent.reset("goal", {"seed": 1})
    while not isinstance(action := agent.act({"goal": "goal"}, phone.info()), Done):
        phone.act(action)
    return phone.log


def test_a_back_step_means_the_screen_even_while_the_keyboard_is_up() -> None:
    phone = PaperPhone(foreground="pay", deep=1, keyboard=True)
    assert play(phone, FILL, "back")[-2:] == [Back(), Back()]
    assert (phone.deep, phone.foreground) == (0, "pay")


def test_what_the_keyboard_covers_is_looked_for_below_it() -> None:
    phone = PaperPhone(foreground="pay", keyboard=True)
    log = play(phone, FILL, {"tap": {"id": "tab-home"}})
    assert log[-2:] == [Back(), Tap(50, 925)]


def test_a_condition_is_not_decided_by_what_the_keyboard_covers() -> None:
    phone = PaperPhone(foreground="pay", keyboard=True)
    step = {"if_visible": {"id": "tab-home", "then": [{"tap": {"id": "tab-home"}}]}}
    assert play(phone, FILL, step)[-1] == Tap(50, 925)


def test_a_key_is_meant_by_its_id_only() -> None:
    phone = PaperPhone(foreground="pay", keyboard=True)
    with pytest.raises(OracleStuck):
        play(phone, FILL, {"tap": {"text": "p"}})
    phone = PaperPhone(foreground="pay", keyboard=True)
    assert play(phone, FILL, {"tap": {"id": "key-p"}})[-1] == Tap(20, 825)


def test_keys_are_not_part_of_what_is_read() -> None:
    phone = PaperPhone(foreground="pay", keyboard=True, field_focused=True)
    assert not {e.id for e in Look.of(phone.info()).visible} & {"keyboard", "key-p"}
