"""The agent that plans like the oracle and finds what to touch in the pixels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapworld_env.actions import Action, Back, Done, OpenApp, Tap, Type, Wait
from tapworld_eval.agents import make_agent
from tapworld_eval.agents.grounded import GroundedAgent, Grounding, Request
from tapworld_eval.agents.grounded.intents import intents
from tapworld_eval.agents.grounded.scripted import PerfectGrounder
from tapworld_eval.agents.oracle import OracleAgent
from tapworld_eval.errors import AgentError, OracleStuck, RunFolderError, UnknownAgent
from tapworld_eval.grounding.blindzones.records import COLUMNS, score_records
from tapworld_eval.rollouts.folder import read_steps
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.record import GroundingRecord
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_eval.rollouts.touches import read_touches
from tapworld_scenarios.catalog import Catalog
from tapworld_scenarios.steps import parse_steps

from .screens import PaperPhone, element

PIXELS = np.zeros((1000, 400, 3), np.uint8)


class Scripted:
    """Answers by a rule that is told how often it was asked."""

    name = "scripted"

    def __init__(self, rule: Callable[[Request, int], tuple[float, float] | None]) -> None:
        self._rule = rule
        self.asked: list[str] = []

    def identity(self) -> dict[str, Any]:
        return {"kind": "scripted"}

    def ground(self, request: Request) -> Grounding:
        self.asked.append(request.intent)
        return Grounding(self._rule(request, len(self.asked)), "said")


def middle(request: Request) -> tuple[float, float]:
    left, top, right, bottom = request.box
    return (left + right) // 2, (top + bottom) // 2


def play(
    phone: PaperPhone, steps: list[Any], grounder: Any, attempts: int = 3
) -> tuple[Action, list[GroundingRecord]]:
    agent = GroundedAgent(OracleAgent(parse_steps(steps)), grounder, attempts=attempts)
    agent.reset("goal", {"seed": 1})
    records = []
    for _ in range(100):
        action = agent.act({"goal": "goal", "pixels": PIXELS}, phone.info())
        if agent.grounding is not None:
            records.append(agent.grounding)
        if isinstance(action, Done):
            return action, records
        phone.act(action)
    raise AssertionError("the agent did not end")


FILL = [{"open": "pay"}, {"fill": {"id": "field", "text": "new"}}, {"tap": {"id": "row-2"}}]


def test_with_a_perfect_grounder_it_acts_as_the_oracle_does() -> None:
    grounded, plain = PaperPhone(), PaperPhone()
    _, records = play(grounded, FILL, PerfectGrounder())
    oracle = OracleAgent(parse_steps(FILL))
    oracle.reset("goal", {"seed": 1})
    while not isinstance(action := oracle.act({}, plain.info()), Done):
        plain.act(action)
    assert grounded.log == plain.log
    assert [(r.target["id"], r.correct, r.attempt) for r in records] == [
        ("field", True, 0),
        ("row-2", True, 0),
    ]
    assert records[1].box == (0, 400, 400, 500)
    assert records[1].intent == 'Tap "Person 2"'


def test_only_touches_are_grounded() -> None:
    grounder = Scripted(lambda request, _: middle(request))
    phone = PaperPhone()
    play(phone, FILL, grounder)
    assert len(grounder.asked) == 2
    assert OpenApp("pay") in phone.log
    assert Type("new") in phone.log


def test_after_a_miss_it_asks_again_in_other_words() -> None:
    grounder = Scripted(lambda request, asked: (399.0, 950.0) if asked == 1 else middle(request))
    phone = PaperPhone(foreground="pay")
    _, records = play(phone, [{"tap": {"id": "row-2"}}], grounder)
    assert [(r.attempt, r.correct) for r in records] == [(0, False), (1, True)]
    assert len(set(grounder.asked)) == 2


def test_it_comes_back_from_where_a_miss_led() -> None:
    # Row 3 opens a dialog that covers everything.
    def rule(request: Request, asked: int) -> tuple[float, float]:
        return (200.0, 550.0) if asked == 1 else middle(request)

    phone = PaperPhone(foreground="pay")
    play(phone, [{"tap": {"id": "row-2"}}], Scripted(rule))
    assert [type(action) for action in phone.log] == [Tap, Back, Tap]


def test_it_gives_up_after_as_many_misses_as_allowed() -> None:
    grounder = Scripted(lambda request, _: (399.0, 999.0))
    with pytest.raises(OracleStuck, match=r"Person 2.*missed 2 times by scripted"):
        play(PaperPhone(foreground="pay"), [{"tap": {"id": "row-2"}}], grounder, attempts=2)
    assert len(grounder.asked) == 2


def test_a_reply_without_a_point_touches_nothing_and_counts_as_a_miss() -> None:
    phone = PaperPhone(foreground="pay")
    with pytest.raises(OracleStuck, match="missed 1 times"):
        play(phone, [{"tap": {"id": "row-2"}}], Scripted(lambda request, _: None), attempts=1)
    assert phone.log == [Wait(0)]


def test_a_click_on_what_lies_over_the_target_is_a_miss() -> None:
    screen = (
        element(0, "row", text="Milk", bounds=(0, 0, 400, 100)),
        element(1, "star", description="Star", bounds=(300, 0, 400, 100)),
    )
    agent = GroundedAgent(
        OracleAgent(parse_steps([{"tap": {"id": "row"}}])), Scripted(lambda r, _: (350.0, 50.0))
    )
    agent.reset("goal", {})
    agent.act({"pixels": PIXELS}, {"elements": screen, "foreground": "notes"})
    assert agent.grounding is not None
    assert agent.grounding.correct is False


@pytest.mark.parametrize(
    ("target", "first"),
    [
        (0, 'Tap "Send"'),
        (1, "Turn on: Wi-Fi"),
        (3, 'Tap the second "Delete" from the top'),
        (4, "Tap the more options image"),
        (5, 'Tap "Save"'),
    ],
)
def test_words_for_a_target(target: int, first: str) -> None:
    screen = [
        element(0, "send", text="Send", bounds=(0, 0, 100, 50)),
        element(1, "wifi", description="Wi-Fi", role="switch", checked=False),
        element(2, "x", text="Delete", bounds=(0, 100, 100, 150)),
        element(3, "y", text="Delete", bounds=(0, 200, 100, 250)),
        element(4, "more-options", role="image", bounds=(300, 0, 400, 50)),
        element(5, "", text="Save", clickable=False, role="text", bounds=(10, 310, 90, 340)),
        element(6, "save", bounds=(0, 300, 100, 350)),
    ]
    said = intents(screen[target], screen)
    assert said[0] == first
    assert len(set(said)) == len(said)


def test_runs_keep_what_was_meant_and_where_the_click_went(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    plan = make_plan(toy, sample=6, seed=3, method="stratified")
    settings = RunSettings("oracle+perfect", device=fake, image_width=0)
    result = run(plan, settings, tmp_path / "run", catalog=toy)
    assert [record.success for record in result.records] == [True] * 6
    assert {record.agent for record in result.records} == {"oracle+perfect"}
    taps = [
        step
        for record in result.records
        for step in read_steps(result.folder, record.episode)
        if step.grounding
    ]
    assert taps
    for step in taps:
        assert step.grounding is not None
        assert step.grounding.click == step.point
        assert step.grounding.correct
        assert step.grounding.size == (412, 915)
    table = read_touches(result.folder)
    assert len(table) == len(taps)
    assert set(COLUMNS) <= set(table.columns)
    assert score_records(table).all()
    assert table["success"].all()


def test_a_run_without_grounded_touches_says_what_would_have_them(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    plan = make_plan(toy, sample=1, seed=3)
    result = run(plan, RunSettings("noop", device=fake, image_width=0), tmp_path, catalog=toy)
    with pytest.raises(RunFolderError, match=r"oracle\+nano"):
        read_touches(result.folder)


def test_a_noisy_grounder_fails_where_the_oracle_does_not(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    plan = make_plan(toy, sample=6, seed=3, method="stratified")
    options = {"sigma": 400.0, "attempts": 1}
    settings = RunSettings("oracle+noisy", options, device=fake, image_width=0)
    records = run(plan, settings, tmp_path / "run", catalog=toy).records
    assert any(record.status == "agent_error" for record in records)
    assert not all(record.success for record in records)


def test_names_and_options_are_checked() -> None:
    assert make_agent("oracle+noisy", sigma="20").name == "oracle+noisy"
    with pytest.raises(AgentError, match="no option 'sigmas'"):
        make_agent("oracle+noisy", sigmas="20")
    with pytest.raises(UnknownAgent, match="no grounder 'perfekt'; did you mean perfect"):
        make_agent("oracle+perfekt")
    with pytest.raises(UnknownAgent, match="no planner 'text'"):
        make_agent("text+perfect")
    with pytest.raises(AgentError, match="attempts"):
        make_agent("oracle+perfect", attempts="0")
