"""Near-misses: wrong ways to end a task, which verification must refuse.

Which of them apply is decided from the scenario alone, by the rules in ``docs/scenarios.md``.
Each is data: oracle steps that end the episode themselves, and for some an edit of the
phone's databases after it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .answers import wrong_answers
from .constraints import unmet
from .errors import ArrangeError, SqlError, TemplateError
from .permits import incidental_permits, permits_of
from .placeholders import fill_goal
from .places import qualify, split_place
from .prepare import derive, resolve_instance
from .resolve_steps import resolve_steps
from .snapshot import AppState, Snapshot
from .sql_session import SqlSession
from .steps import AnswerStep, Done, IfVisible, Infeasible, Repeat, Step

if TYPE_CHECKING:
    from .app_spec import Damage
    from .model import Scenario, WrittenNearMiss
    from .task import Task
    from .values import Value

__all__ = [
    "DatabaseEdit", "NearMiss", "NearMissKind", "apply_edits", "expected_names", "near_misses",
    "other_instances",
]  # fmt: skip

NearMissKind = Literal[
    "do_nothing", "other_instance", "twice", "damage", "stop_early", "wrong_answer",
    "wrong_outcome", "written",
]  # fmt: skip
_DECISIVE = {"tap", "double_tap", "long_press", "fill", "clear", "enter", "swipe", "pick_date"}
_ENDING = {"done", "answer", "infeasible"}
_NAME = re.compile(r":([a-z_][a-z0-9_]*)")


@dataclass(frozen=True)
class DatabaseEdit:
    """One column of one row that is changed in the dumped snapshot.

    Attributes:
        app: App id.
        table: Table without prefix.
        key: Column -> value of the primary key.
        column: What is changed.
        value: To what.
    """

    app: str
    table: str
    key: tuple[tuple[str, Any], ...]
    column: str
    value: Any


@dataclass(frozen=True)
class NearMiss:
    """A wrong way to end a task.

    Attributes:
        name: Names it within the task.
        kind: Which rule made it.
        steps: What to do, up to and including the ending (``done``, ``answer``,
            ``infeasible``). Where a step cannot be done, the episode ends there with ``done``.
        edits: Changes to apply to the snapshot after the episode (:func:`apply_edits`).
    """

    name: str
    kind: NearMissKind
    steps: tuple[Step, ...]
    edits: tuple[DatabaseEdit, ...] = ()


def near_misses(task: Task) -> list[NearMiss]:
    """All near-misses that apply to a task, in a fixed order; equal ones are given once."""
    found: list[NearMiss] = []
    for miss in _all(task):
        if all(miss.steps != other.steps or miss.edits != other.edits for other in found):
            found.append(miss)
    return found


def _all(task: Task) -> Iterator[NearMiss]:
    scenario = task.scenario
    yield NearMiss("do_nothing", "do_nothing", (Done(),))
    if scenario.wants_infeasible:
        yield NearMiss("done_said", "wrong_outcome", (*_body(task.oracle), Done()))
    else:
        yield NearMiss("infeasible_said", "wrong_outcome", (Infeasible(),))
    if task.expected is not None:
        shown = {name: task.forms[name].goal for name in scenario.params}
        for name, text in wrong_answers(task.expected, shown):
            yield NearMiss(f"answer_{name}", "wrong_answer", (AnswerStep(value=text),))
    yield from _other_instance(task)
    if _counts_twice(scenario, task):
        yield NearMiss("twice", "twice", (*_body(task.oracle), *_whole(task.oracle)))
    yield from _stop_early(task)
    yield from _damage(task)
    for miss in scenario.near_misses:
        yield from _written(task, miss)


def _body(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps without those that end the episode."""
    return tuple(step for step in steps if step.op not in _ENDING)


def _whole(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps, with ``done`` at the end if nothing else ends the episode."""
    return steps if steps and steps[-1].op in _ENDING else (*steps, Done())


# Another instance


def expected_names(scenario: Scenario) -> set[str]:
    """Parameters and derived values on which the expectations depend."""
    texts = [clause.model_dump_json() for clause in scenario.expect]
    names = {name for text in texts for name in _NAME.findall(text)}
    for let, spec in reversed(list(scenario.let.items())):
        if let in names:
            names |= set(_NAME.findall(spec.sql))
    return names & (set(scenario.params) | set(scenario.let))


def _other_instance(task: Task) -> Iterator[NearMiss]:
    scenario = task.scenario
    if scenario.wants_infeasible:
        return
    names = expected_names(scenario)
    count = len(scenario.instances)
    for distance in range(1, count):
        index = (task.configuration.instance + distance) % count
        if task.expected is not None:
            text = _answer_of(task, index)
            if text is not None and not task.expected.accepts(text):
                yield NearMiss("other_instance", "other_instance", (AnswerStep(value=text),))
                return
            continue
        forms = _forms_of(task, scenario.instances[index])
        if forms is None or all(forms[n].sql == task.values[n] for n in names):
            continue
        steps = _whole(resolve_steps(scenario.oracle, forms, None))
        if steps != _whole(task.oracle):
            yield NearMiss("other_instance", "other_instance", steps)
            return


def other_instances(task: Task) -> Iterator[tuple[int, Mapping[str, Any], str | None]]:
    """Every other instance that can be done on this start state and expects something else.

    Yields:
        Its index, what ``:name`` is bound to, and for a question the answer that is right there.
    """
    scenario = task.scenario
    names = expected_names(scenario)
    for index, raw in enumerate(scenario.instances):
        if index == task.configuration.instance or scenario.wants_infeasible:
            continue
        if task.expected is not None:
            text = _answer_of(task, index)
            if text is not None and not task.expected.accepts(text):
                yield index, {}, text
            continue
        forms = _forms_of(task, raw)
        if forms is not None and any(forms[n].sql != task.values[n] for n in names):
            # What no instance decides (identity, now) stays as it is on this phone.
            yield index, {**task.values, **{n: value.sql for n, value in forms.items()}}, None


def _answer_of(task: Task, index: int) -> str | None:
    from .arranging import start_state

    try:
        state = start_state(task.catalog, task.scenario, index, task.configuration.profile)
    except (ArrangeError, SqlError):
        return None
    return None if state.expected is None else state.expected.text


def _forms_of(
    task: Task, raw: Mapping[str, Any], *, feasible: bool = True
) -> dict[str, Value] | None:
    """Another instance's values on this task's start state; ``None`` if it cannot be done there."""
    scenario, catalog = task.scenario, task.catalog
    bench = catalog.bench(task.configuration.profile)
    databases = {app: task.snapshot.apps[app].database for app in scenario.apps}
    try:
        resolved = resolve_instance(scenario, raw, bench, rows=False)
        with SqlSession(databases) as session:
            derived = derive(scenario, resolved, session, bench)
            bound = {**resolved.sql, **{name: value.sql for name, value in derived.items()}}
            if feasible and unmet(catalog, scenario, raw, session, bound) is not None:
                return None
    except (TemplateError, ArrangeError, SqlError):
        return None
    return {**resolved.forms, **derived}


# Twice


def _counts_twice(scenario: Scenario, task: Task) -> bool:
    """Whether a second time leaves a trace: rows that are added, with nothing used up."""
    if scenario.repeatable is not None:
        return scenario.repeatable
    if task.expected is not None or scenario.wants_infeasible:
        return False
    kinds = {clause.kind for clause in scenario.expect}
    if "deleted" in kinds or "updated" in kinds:
        return False
    return any(_can_repeat(scenario, task, clause.inserted) for clause in scenario.expect)


def _can_repeat(scenario: Scenario, task: Task, inserted: Any) -> bool:
    if inserted is None or inserted.others:
        return False
    app, name = qualify(inserted.table, scenario.app)
    table = task.catalog.schemas[app].tables[name]
    where = inserted.where or ""
    sets = [*table.unique, *([table.key] if len(table.key) > 1 else [])]
    said = [all(re.search(rf"\b{re.escape(c)}\b", where) for c in columns) for columns in sets]
    # A second row with the same unique values cannot be made.
    return not any(said)


# Stop early


def _stop_early(task: Task) -> Iterator[NearMiss]:
    """All steps before the deciding one, then done."""
    if task.expected is not None or task.scenario.wants_infeasible:
        return
    steps = task.oracle
    marked = [i for i, step in enumerate(steps) if step.commit]
    decisive = marked or [i for i, step in enumerate(steps) if _decides(step)]
    if not decisive:
        return
    early = _body(steps[: decisive[-1]])
    if any(_decides(step) or isinstance(step, IfVisible) for step in early):
        yield NearMiss("stop_early", "stop_early", (*early, Done()))


def _decides(step: Step) -> bool:
    # `if_visible` may do nothing at all, so leaving it out may leave nothing out.
    if isinstance(step, Repeat):
        return int(step.times) > 0 and any(_decides(inner) for inner in step.steps)
    return step.op in _DECISIVE


# Damage


def _damage(task: Task) -> Iterator[NearMiss]:
    # A question is answered right without looking: only the damage is wrong then.
    expected = task.expected
    whole = _whole(task.oracle) if expected is None else (AnswerStep(value=expected.text),)
    body, ending = _body(whole), whole[-1]
    harm = _harm(task)
    if harm is not None:
        app, chosen = harm
        steps = (*body, *_body(chosen.oracle), ending)
        yield NearMiss(f"damage_{app}_{chosen.name}", "damage", steps)
    others = [app for app in sorted(task.snapshot.apps) if app not in task.scenario.apps]
    own = () if harm is not None else task.scenario.apps[:1]
    for app in (*own, *others[:1]):
        edit = _edit(task, app)
        if edit is not None:
            yield NearMiss(f"damage_rows_of_{app}", "damage", whole, (edit,))


def _free(task: Task) -> tuple[Any, set[tuple[str, str]]]:
    """What may change, and tables that the expectations look at."""
    scenario, catalog = task.scenario, task.catalog
    permits = permits_of(scenario, catalog) | incidental_permits(catalog.apps, catalog.schemas)
    named: set[tuple[str, str]] = set()
    for clause in scenario.expect:
        table = getattr(clause.body, "table", None)
        if isinstance(table, str):
            named.add(qualify(table, scenario.app))
    return permits, named


def _harm(task: Task) -> tuple[str, Damage] | None:
    permits, named = _free(task)
    for app in task.scenario.apps:
        schemas = {app: task.catalog.schemas[app]}
        for damage in task.catalog.apps[app].damage:
            places = [split_place(place, app, schemas) for place in damage.touches]
            if all(
                place is not None
                and not permits.touches(*place)
                and (place[0], place[1]) not in named
                for place in places
            ):
                return app, damage
    return None


def _edit(task: Task, app: str) -> DatabaseEdit | None:
    """The first column of the first table that nobody may change, in its first row."""
    permits, named = _free(task)
    with SqlSession({app: task.snapshot.apps[app].database}) as session:
        for name, table in task.catalog.schemas[app].tables.items():
            if permits.touches(app, name, None) or (app, name) in named:
                continue
            linked = {c for key in table.foreign_keys for c in key.columns}
            unique = {c for columns in table.unique for c in columns}
            column = next(
                (
                    c
                    for c in table.columns
                    if table.types[c] == "TEXT"
                    and c not in {*table.key, *linked, *unique}
                    and not permits.column(app, name, c)
                ),
                None,
            )
            if column is None or table.key == ("rowid",):
                continue
            listed = ", ".join(f'"{c}"' for c in (*table.key, column))
            order = ", ".join(f'"{c}"' for c in table.key)
            rows = session.query(f'SELECT {listed} FROM "{app}"."{name}" ORDER BY {order} LIMIT 1')
            if rows:
                key = tuple(zip(table.key, rows[0][:-1], strict=True))
                return DatabaseEdit(app, name, key, column, f"{rows[0][-1]}?")
    return None


def apply_edits(snapshot: Snapshot, edits: Sequence[DatabaseEdit]) -> Snapshot:
    """Return the snapshot with the edits made; constraints of the table are not enforced.

    A row that is no longer there is left out: the episode itself did away with it.
    """
    for edit in edits:
        state = snapshot.apps[edit.app]
        connection = sqlite3.connect(":memory:")
        try:
            connection.deserialize(state.database)
            connection.execute("PRAGMA ignore_check_constraints = ON")
            where = " AND ".join(f'"{column}" IS ?' for column, _ in edit.key)
            connection.execute(
                f'UPDATE "{edit.table}" SET "{edit.column}" = ? WHERE {where}',
                (edit.value, *(value for _, value in edit.key)),
            )
            connection.commit()
            snapshot = snapshot.with_app(edit.app, AppState(connection.serialize(), state.ui))
        finally:
            connection.close()
    return snapshot


# Written ones


def _written(task: Task, miss: WrittenNearMiss) -> Iterator[NearMiss]:
    scenario = task.scenario
    forms: Mapping[str, Value] = task.forms
    if miss.params:
        raw = {**scenario.instances[task.configuration.instance], **miss.params}
        found = _forms_of(task, raw, feasible=False)
        names = expected_names(scenario) | set(miss.params)
        if found is None or all(found[name].sql == task.forms[name].sql for name in names):
            return  # this profile has no such values, or they are the right ones
        forms = found
    steps = resolve_steps(miss.oracle or scenario.oracle, forms, task.expected)
    if miss.answer is not None:
        text = fill_goal(miss.answer, forms)
        steps = (*_body(steps), AnswerStep(value=text))
    elif miss.outcome is not None:
        ending: Step = Infeasible() if miss.outcome == "infeasible" else Done()
        steps = (*_body(steps), ending)
    yield NearMiss(f"written_{miss.name}", "written", _whole(steps))
