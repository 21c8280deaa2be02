from __future__ import annotations

from typing import Any

import pytest

from tapworld_env.actions import Action, Answer, Back, Clear, Done, OpenApp, Scroll, Tap, Type
from tapworld_eval.agents.oracle import OracleAgent
from tapworld_eval.errors import AgentError, OracleStuck
from tapworld_scenarios.steps import parse_steps

from .screens import PaperPhone


def play(phone: PaperPhone, steps: list[Any], most: int = 200) -> Action:
    """Let the oracle act until it ends the episode; the action that did."""
    agent = OracleAgent(parse_steps(steps))
    agent.reset("goal", {"seed": 1})
    for _ in range(most):
        action = agent.act({"goal": "goal"}, phone.info())
        if isinstance(action, (Done, Answer)):
            return action
        phone.act(action)
    raise AssertionError("the oracle did not end")


def test_open_closes_dialog_and_deeper_screens() -> None:
    phone = PaperPhone(foreground="pay", dialog=True, deep=2)
    assert play(phone, [{"open": "pay"}]) == Done()
    assert phone.log == [OpenApp("pay"), Back(), Back(), Back()]
    assert (phone.dialog, phone.deep, phone.foreground) == (False, 0, "pay")


@pytest.mark.parametrize("rendered", [True, False])
@pytest.mark.parametrize(("start", "row"), [(0, 25), (2500, 1), (1000, 29)])
def test_tap_finds_rows_out_of_view(rendered: bool, start: int, row: int) -> None:
    phone = PaperPhone(foreground="pay", scroll=start, rendered=rendered)
    seen: list[str] = []
    original = phone._tap
    phone._tap = lambda tap: (  # type: ignore[method-assign]
        seen.extend(e.id for e in phone.elements() if e.visible and e.center == (tap.x, tap.y)),
        original(tap),
    )[1]
    play(phone, [{"tap": {"text": f"Person {row}"}}])
    assert seen == [f"row-{row}"]


def test_a_hidden_row_known_to_the_tree_is_scrolled_to_directly() -> None:
    phone = PaperPhone(foreground="pay", scroll=2500, rendered=True)
    play(phone, [{"scroll_to": {"id": "row-1"}}])
    assert {action.direction for action in phone.log if isinstance(action, Scroll)} == {"up"}


@pytest.mark.parametrize(("row", "most"), [(96, 13), (110, 3), (88, 18), (60, 40), (180, 80)])
def test_a_search_from_the_middle_costs_by_distance_not_by_length(row: int, most: int) -> None:
    # As uiautomator lists it: only what is on the screen, of a list of 1000 rows.
    phone = PaperPhone(foreground="pay", rows=1000, scroll=10_000)
    assert play(phone, [{"scroll_to": {"id": f"row-{row}"}}]) == Done()
    assert any(e.id == f"row-{row}" for e in phone.elements())
    assert len(phone.log) <= most


def test_a_named_direction_is_trusted_to_the_end() -> None:
    phone = PaperPhone(foreground="pay", rows=200, scroll=10_000)
    play(phone, [{"scroll_to": {"id": "row-0", "direction": "up"}}])
    assert {action.direction for action in phone.log if isinstance(action, Scroll)} == {"up"}


def test_what_is_nowhere_ends_after_both_ends_were_seen() -> None:
    phone = PaperPhone(foreground="pay", rows=100, scroll=5000)
    with pytest.raises(OracleStuck, match="nothing on the screen"):
        play(phone, [{"tap": {"id": "row-100"}}])
    ways = [action.direction for action in phone.log if isinstance(action, Scroll)]
    assert set(ways) == {"up", "down"}


def test_missing_element_names_step_and_screen() -> None:
    with pytest.raises(OracleStuck, match=r"2 tap .*Nobody.*On the screen: \[pay\].*row-29="):
        play(PaperPhone(), [{"open": "pay"}, {"tap": {"text": "Nobody"}}])


def test_text_matches_whole_lines_only_unless_contains() -> None:
    phone = PaperPhone(foreground="pay")
    play(phone, [{"tap": {"text": "@p2"}}])
    with pytest.raises(OracleStuck):
        play(PaperPhone(foreground="pay"), [{"tap": {"text": "Pers"}}])
    play(PaperPhone(foreground="pay"), [{"tap": {"text": "Pers", "contains": True}}])


def test_fill_clears_then_types() -> None:
    phone = PaperPhone(foreground="pay")
    play(phone, [{"fill": {"id": "field", "text": "new"}}])
    assert phone.field_text == "new"
    assert [type(action) for action in phone.log] == [Tap, Clear, Type]


def test_fill_of_an_empty_field_does_not_clear() -> None:
    phone = PaperPhone(foreground="pay", field_text="")
    play(phone, [{"fill": {"id": "field", "text": "new"}}])
    assert Clear() not in phone.log


def test_disabled_control_is_stuck() -> None:
    phone = PaperPhone(foreground="pay", disabled=frozenset({"row-2"}))
    with pytest.raises(OracleStuck, match="disabled"):
        play(phone, [{"tap": {"id": "row-2"}}])


def test_refused_action_is_stuck() -> None:
    with pytest.raises(OracleStuck, match="no field has the focus"):
        play(PaperPhone(foreground="pay"), ["clear", "back"])


def test_nth_wildcard_and_negative() -> None:
    phone = PaperPhone(foreground="pay")
    play(phone, [{"tap": {"id": "row-*", "nth": 1}}, {"tap": {"id": "row-*", "nth": -1}}])
    assert [tap.y for tap in phone.tapped()] == [350, 650]


def test_if_visible_and_repeat() -> None:
    phone = PaperPhone(foreground="pay")
    steps = [
        {"tap": {"id": "row-3"}},
        {"repeat": {"times": 2, "steps": [{"if_visible": {"id": "cancel", "then": ["back"]}}]}},
        {"if_visible": {"id": "cancel", "then": ["home"], "else": [{"answer": "12"}]}},
        {"tap": {"text": "Nobody"}},
    ]
    assert play(phone, steps) == Answer("12")
    assert phone.log.count(Back()) == 1


def test_needs_elements() -> None:
    agent = OracleAgent([])
    agent.reset("goal", {})
    with pytest.raises(AgentError, match="elements"):
        agent.act({}, {"foreground": "pay"})


def test_epsilon_gives_up_by_seed() -> None:
    steps = [{"repeat": {"times": 30, "steps": [{"tap": {"id": "row-1"}}]}}]

    def lengths(seed: int) -> int:
        phone, agent = PaperPhone(foreground="pay"), OracleAgent(parse_steps(steps), epsilon=0.1)
        agent.reset("goal", {"seed": seed})
        count = 0
        while not isinstance(agent.act({}, phone.info()), Done):
            count += 1
        return count

    assert [lengths(seed) for seed in range(5)] == [lengths(seed) for seed in range(5)]
    assert len({lengths(seed) for seed in range(20)}) > 5
