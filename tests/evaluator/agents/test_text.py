from __future__ import annotations

import pytest

from tapworld_env.actions import Answer, OpenApp, Tap, Type
from tapworld_eval.agents.text.agent import TextAgent
from tapworld_eval.agents.text.answers import answer_from
from tapworld_eval.agents.text.goal import read_goal

from .screens import element


def test_goal_is_taken_apart() -> None:
    goal = read_goal('Send 12,50 € to Noor Haddad (noor@x.example) with the note "Lunch at 1".')
    assert goal.amounts == ("12.50",)
    assert goal.names == ("Noor Haddad",)
    assert goal.emails == ("noor@x.example",)
    assert goal.quoted == ("Lunch at 1",)
    assert goal.asks is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How much did I pay Noor?", "money"),
        ("How many mails are from Sam?", "count"),
        ("When did Sam last write?", "date"),
        ("Who sent the newest mail?", "text"),
        ("Archive the mail from Sam.", None),
    ],
)
def test_what_is_asked(text: str, kind: str | None) -> None:
    assert read_goal(text).asks == kind


def test_money_is_read_off_the_element_that_the_goal_names() -> None:
    rows = [
        element(0, "row-0", text="Sam Lee\n$99.00"),
        element(1, "row-1", text="Noor Haddad\n$1,204.50"),
    ]
    assert answer_from(read_goal("How much did I send to Noor Haddad?"), rows) == "1204.50"


def test_it_opens_the_app_the_goal_names() -> None:
    agent = TextAgent()
    agent.reset("Archive the newest mail.", {})
    icons = [element(0, "launcher-pay", text="Pay"), element(1, "launcher-mail", text="Mail")]
    assert agent.act({}, {"elements": icons, "foreground": "launcher"}) == OpenApp("mail")


def test_it_fills_a_form_from_the_goal() -> None:
    agent = TextAgent()
    agent.reset('Send $12.50 to Noor Haddad with the note "Lunch".', {})
    form = [
        element(0, "recipient", description="To", role="textfield", value="", bounds=(0, 0, 9, 9)),
        element(1, "amount", role="textfield", value="", bounds=(0, 10, 9, 19)),
        element(2, "note", role="textfield", value="", bounds=(0, 20, 9, 29)),
        element(3, "confirm", text="Send", bounds=(0, 30, 9, 39)),
    ]
    info = {"elements": form, "foreground": "pay"}
    actions = [agent.act({}, info) for _ in range(7)]
    assert [action.text for action in actions if isinstance(action, Type)] == [
        "Noor Haddad",
        "12.50",
        "Lunch",
    ]
    assert actions[-1] == Tap(4, 34)


def test_a_question_is_answered_in_the_end() -> None:
    agent = TextAgent()
    agent.reset("Who sent the newest mail?", {})
    info = {"elements": [element(0, "row-0", text="Hello")], "foreground": "mail"}
    assert any(isinstance(agent.act({}, info), Answer) for _ in range(60))
