"""Where the phone ended up, and whether it may have started there."""

from __future__ import annotations

from tapworld_scenarios.model import UiClause
from tapworld_scenarios.snapshot import AppState, Snapshot
from tapworld_scenarios.ui_clause import check_ui

CLAUSE = UiClause(app="memo", route="list", state={"filter": "open", "account": 0})


def shown(state: dict[str, object]) -> Snapshot:
    ui = {"stack": [{"route": "list", "params": {}, "state": state}], "dialog": None}
    return Snapshot(apps={"memo": AppState(b"", ui)}, foreground="memo")


def test_an_absent_key_is_not_what_was_asked_for() -> None:
    assert check_ui(CLAUSE, shown({"filter": "open", "account": 0}), "list")[0]
    assert not check_ui(CLAUSE, shown({"filter": "open"}), "list")[0]


def test_a_start_state_that_leaves_a_key_unsaid_may_be_solved_already() -> None:
    # The screen fills in its defaults when it is drawn: {"filter": "open"} becomes both keys.
    assert check_ui(CLAUSE, shown({"filter": "open"}), "list", unstated=True)[0]
    assert not check_ui(CLAUSE, shown({"filter": "done"}), "list", unstated=True)[0]
