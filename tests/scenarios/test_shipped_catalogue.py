"""The catalogue that ships: what can be known of every scenario without a phone."""

from __future__ import annotations

import re

import pytest

from tapworld_scenarios import (
    Configuration,
    apply_edits,
    arrange,
    catalog_counts,
    load_catalog,
    read_certificates,
    sample_configurations,
    verify,
)
from tapworld_scenarios.steps import texts

CATALOG = load_catalog()


@pytest.fixture(scope="module")
def certified():
    return read_certificates(CATALOG)


def test_there_is_as_much_as_promised():
    counts = catalog_counts(CATALOG)
    assert counts["certified"] is True
    assert counts["scenarios"] >= 52
    assert counts["composed"] >= 8
    assert counts["instances"] >= 520


def _task(scenario, certified):
    instance, profile = certified.pairs[scenario][0]
    excluded = certified.excluded_ui.get((scenario, instance, profile), frozenset())
    app = CATALOG.scenarios[scenario].app
    state = next(s["id"] for s in CATALOG.looks.ui_states(app) if s["id"] not in excluded)
    theme = next(iter(CATALOG.looks.themes()))
    return arrange(CATALOG, Configuration(scenario, instance, profile, theme, state))


@pytest.mark.parametrize("scenario", list(CATALOG.scenarios))
def test_nothing_unresolved_and_nothing_easy(scenario, certified):
    assert len(certified.pairs[scenario]) >= 10
    task = _task(scenario, certified)
    for text in (task.goal, *texts(task.oracle)):
        assert not re.search(r"\{\{|\}\}|\{[a-z_]+(\.[a-z]+)?\}", text), text
    if task.expected is not None:
        right = verify(task, task.snapshot, outcome="answer", answer=task.expected.text)
        assert right.success, right.reasons
    names = [miss.name for miss in task.near_misses]
    assert len(names) == len(set(names))
    for miss in task.near_misses:
        *body, last = miss.steps
        if body:  # only those that end at once can be carried out without a phone
            continue
        after = apply_edits(task.snapshot, miss.edits)
        if last.op == "answer":
            verdict = verify(task, after, outcome="answer", answer=last.value)
        else:
            ending = "infeasible" if last.op == "infeasible" else "done"
            verdict = verify(task, after, outcome=ending)
        assert not verdict.success, miss.name


def test_equal_seeds_draw_equal_configurations():
    first = sample_configurations(CATALOG, 40, seed=7, method="pairwise")
    assert first == sample_configurations(CATALOG, 40, seed=7, method="pairwise")
    assert len({c.scenario for c in first}) >= 30
