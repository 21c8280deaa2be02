"""States and answers with which a verifier is tried: right ones, and wrong ones of every kind."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tapworld_eval.audit.answer_forms import answer_forms
from tapworld_eval.audit.end_states import EndState, EndStateError, Written, make_end_state
from tapworld_scenarios import apply_edits
from tapworld_scenarios.near_misses import other_instances
from tapworld_scenarios.permits import Permits, incidental_permits, permits_of
from tapworld_scenarios.places import qualify
from tapworld_scenarios.snapshot import AppState, Snapshot
from tapworld_scenarios.steps import AnswerStep, Infeasible

if TYPE_CHECKING:
    from tapworld_scenarios import Task
    from tapworld_scenarios.schema import Table
    from tapworld_scenarios.verdict import Outcome

__all__ = ["Probe", "ProbeKind", "probes"]

ProbeKind = Literal[
    "solved", "answer_form", "do_nothing", "near_miss", "wrong_outcome", "clause_left_out",
    "other_value", "other_instance", "collateral", "permitted",
]  # fmt: skip


@dataclass(frozen=True)
class Probe:
    """One way an episode may have ended.

    Attributes:
        kind: Where it comes from.
        name: Names it within its kind.
        after: The phone at the end.
        outcome: How the episode ended.
        answer: What was answered.
        right: Whether verification must accept (``True``) or refuse it (``False``); ``None`` for
            changes that the scenario permits, which only serve to find out what clauses do.
    """

    kind: ProbeKind
    name: str
    after: Snapshot
    outcome: Outcome
    answer: str | None
    right: bool | None


def probes(task: Task, solved: EndState, rng: random.Random) -> Iterator[Probe]:
    """All probes of a task, the solved state first.

    Args:
        task: The task.
        solved: Its end state, made by SQL or taken from a phone.
        rng: Chooses rows for collateral changes.
    """
    outcome, answer = _right_end(task)
    yield Probe("solved", "solved", solved.snapshot, outcome, answer, True)
    if task.expected is not None:
        for name, text in answer_forms(task.expected):
            yield Probe("answer_form", name, solved.snapshot, outcome, text, True)
    yield Probe("do_nothing", "do_nothing", task.snapshot, "done", None, False)
    yield from _immediate(task)
    yield from _wrong_outcomes(task, solved.snapshot, answer)
    yield from _left_out(task, outcome, answer)
    yield from _other_values(task, solved, outcome, answer)
    yield from _other_instances(task, outcome)
    yield from _collateral(task, solved, outcome, answer, rng)


def _right_end(task: Task) -> tuple[Outcome, str | None]:
    if task.scenario.wants_infeasible:
        return "infeasible", None
    if task.expected is not None:
        return "answer", task.expected.text
    return "done", None


def _immediate(task: Task) -> Iterator[Probe]:
    """Near-misses that end at once: they need no phone."""
    for miss in task.near_misses:
        *body, last = miss.steps
        if body or miss.kind == "do_nothing":
            continue
        after = apply_edits(task.snapshot, miss.edits)
        if isinstance(last, AnswerStep):
            yield Probe("near_miss", miss.name, after, "answer", str(last.value), False)
        else:
            ending = "infeasible" if isinstance(last, Infeasible) else "done"
            yield Probe("near_miss", miss.name, after, ending, None, False)


def _wrong_outcomes(task: Task, after: Snapshot, answer: str | None) -> Iterator[Probe]:
    yield Probe("wrong_outcome", "step_limit", after, "step_limit", answer, False)
    if task.scenario.wants_infeasible:
        yield Probe("wrong_outcome", "done", after, "done", None, False)
        yield Probe("wrong_outcome", "answer", after, "answer", "It cannot be done.", False)
        return
    yield Probe("wrong_outcome", "infeasible", after, "infeasible", None, False)
    if task.expected is not None:
        yield Probe("wrong_outcome", "done_without_answer", after, "done", None, False)
        yield Probe("wrong_outcome", "empty_answer", after, "answer", "", False)


def _left_out(task: Task, outcome: Outcome, answer: str | None) -> Iterator[Probe]:
    """Everything done but one clause."""
    expect = task.scenario.expect
    for index, clause in enumerate(expect):
        if clause.kind not in ("inserted", "deleted", "updated", "changed", "ui"):
            continue
        try:
            state = make_end_state(task, without=index)
            whole = make_end_state(task)
        except EndStateError:
            continue
        # A clause that may ask for nothing here (no row to delete) leaves nothing out.
        if state.snapshot.digest() != whole.snapshot.digest():
            name = f"{index}:{clause.kind}"
            yield Probe("clause_left_out", name, state.snapshot, outcome, answer, False)


def _other_values(
    task: Task, solved: EndState, outcome: Outcome, answer: str | None
) -> Iterator[Probe]:
    """Everything done, with one value another than asked for."""
    for note in solved.written:
        table = task.catalog.schemas[note.app].tables[note.table]
        value = _other(solved.snapshot, note, table, rule_out=(note.value, *note.choices))
        pairs = " AND ".join(f'"{c}" IS ?' for c, _ in note.key)
        sql = f'UPDATE "{note.table}" SET "{note.column}" = ? WHERE {pairs}'
        try:
            after = _edited(solved.snapshot, note.app, sql, (value, *(v for _, v in note.key)))
        except sqlite3.IntegrityError:
            continue  # no phone can be in this state
        name = f"{note.clause}:{note.table}.{note.column}"
        yield Probe("other_value", name, after, outcome, answer, False)


def _other_instances(task: Task, outcome: Outcome) -> Iterator[Probe]:
    """The task of every other instance done instead, or its answer given."""
    for index, values, answer in other_instances(task):
        name = f"i{index}"
        if task.expected is not None:
            if answer is not None and not task.expected.accepts(answer):
                yield Probe("other_instance", name, task.snapshot, "answer", answer, False)
            continue
        try:
            state = make_end_state(task, values=values)
            own = make_end_state(task)
        except EndStateError:
            continue
        if state.snapshot.digest() not in (own.snapshot.digest(), task.snapshot.digest()):
            yield Probe("other_instance", name, state.snapshot, outcome, None, False)


def _collateral(
    task: Task, solved: EndState, outcome: Outcome, answer: str | None, rng: random.Random
) -> Iterator[Probe]:
    """One unrelated row inserted, changed or deleted, for every table of every app."""
    catalog = task.catalog
    free = incidental_permits(catalog.apps, catalog.schemas) | permits_of(task.scenario, catalog)
    open_ = {
        (clause.kind, *qualify(clause.body.table, task.scenario.app))  # type: ignore[union-attr]
        for clause in task.scenario.expect
        if getattr(clause.body, "others", False)
    }
    for app in sorted(solved.snapshot.apps):
        for name, table in sorted(catalog.schemas[app].tables.items()):
            columns = _columns(task, app, table, free, rng)
            mutated = _mutations(task, solved.snapshot, app, table, columns, rng)
            for kind, column, after in mutated:
                permitted = (
                    free.table(app, name)
                    or (kind, app, name) in open_
                    or (column is not None and free.column(app, name, column))
                )
                label = f"{kind} {app}.{name}" + (f".{column}" if column else "")
                yield Probe(
                    "permitted" if permitted else "collateral",
                    label,
                    after,
                    outcome,
                    answer,
                    None if permitted else False,
                )


def _columns(task: Task, app: str, table: Table, free: Permits, rng: random.Random) -> list[str]:
    """A column that nobody may change, and those that a free query may look at."""
    usable = [c for c in table.columns if c not in table.key]
    closed = [c for c in usable if not free.column(app, table.name, c)]
    looked_at = task.scenario.clauses("sql") and app in task.scenario.apps
    opened = [c for c in usable if c not in closed] if looked_at else []
    return ([rng.choice(closed)] if closed else []) + opened


def _mutations(
    task: Task,
    snapshot: Snapshot,
    app: str,
    table: Table,
    columns: Sequence[str],
    rng: random.Random,
) -> Iterator[tuple[str, str | None, Snapshot]]:
    rows = _rows(snapshot, app, table)
    old = _rows(task.snapshot, app, table)
    same = [key for key, row in rows.items() if old.get(key) == row]
    sample = rng.choice(list(rows.values())) if rows else None
    inserted = _insertion(snapshot, app, table, sample, rows)
    if inserted is not None:
        yield "inserted", None, inserted
    if not same:
        return
    where = " AND ".join(f'"{c}" IS ?' for c in table.key)
    key = rng.choice(same)
    yield (
        "deleted",
        None,
        _edited(snapshot, app, f'DELETE FROM "{table.name}" WHERE {where}', key),
    )
    for column in columns:
        key = rng.choice(same)
        value = rows[key][table.columns.index(column)]
        note = Written(0, app, table.name, tuple(zip(table.key, key, strict=True)), column, value)
        other = _other(snapshot, note, table, rule_out=(value,))
        sql = f'UPDATE "{table.name}" SET "{column}" = ? WHERE {where}'
        try:
            yield "updated", column, _edited(snapshot, app, sql, (other, *key))
        except sqlite3.IntegrityError:
            continue  # no phone can be in this state


def _rows(snapshot: Snapshot, app: str, table: Table) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    listed = ", ".join(f'"{c}"' for c in (*table.key, *table.columns))
    with _Opened(snapshot, app) as connection:
        found = connection.execute(f'SELECT {listed} FROM "{table.name}"').fetchall()
    width = len(table.key)
    return {row[:width]: row[width:] for row in found}


def _insertion(
    snapshot: Snapshot,
    app: str,
    table: Table,
    sample: Sequence[Any] | None,
    rows: Mapping[tuple[Any, ...], Any],
) -> Snapshot | None:
    plain = {"TEXT": "", "INTEGER": 0, "REAL": 0.0, "BLOB": b""}
    row = (
        dict(zip(table.columns, sample, strict=True))
        if sample is not None
        else {c: plain.get(table.types[c], "") for c in table.columns}
    )
    for column in {c for columns in (table.key, *table.unique) for c in columns} & set(row):
        values = [r[table.columns.index(column)] for r in rows.values()]
        numbers = [v for v in values if isinstance(v, int)]
        whole = "INT" in table.types[column]
        row[column] = max(numbers, default=0) + 1 if whole else f"{row[column] or ''}-{len(rows)}"
    columns = ", ".join(f'"{c}"' for c in row)
    sql = f'INSERT INTO "{table.name}" ({columns}) VALUES ({", ".join("?" for _ in row)})'
    try:
        return _edited(snapshot, app, sql, tuple(row.values()))
    except sqlite3.IntegrityError:
        return None


def _other(snapshot: Snapshot, note: Written, table: Table, *, rule_out: tuple[Any, ...]) -> Any:
    """Another value of the column: one that occurs if there is one, else one made up."""
    linked = next((k for k in table.foreign_keys if note.column in k.columns), None)
    source = (table.name, note.column)
    if linked is not None:
        source = (linked.parent, linked.parent_columns[linked.columns.index(note.column)])
    with _Opened(snapshot, note.app) as connection:
        sql = f'SELECT DISTINCT "{source[1]}" FROM "{source[0]}" ORDER BY 1'
        found = [row[0] for row in connection.execute(sql).fetchall()]
    known = {_folded(value) for value in rule_out}
    unique = any(columns == (note.column,) for columns in (table.key, *table.unique))
    for value in found if linked is not None or not unique else ():
        # Of free text no other value is taken: an empty note may be an allowed one.
        if value not in (None, "") and _folded(value) not in known:
            return value
    value = note.value
    if isinstance(value, (int, float)):
        return 1 - value if value in (0, 1) else value + 1
    return f"{value or ''}?"


def _folded(value: Any) -> Any:
    return str(value).casefold() if value is not None else None


class _Opened:
    """An app's database, open in memory for the length of a block."""

    def __init__(self, snapshot: Snapshot, app: str) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.deserialize(snapshot.apps[app].database)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *exc: object) -> None:
        self._connection.close()


def _edited(snapshot: Snapshot, app: str, sql: str, values: Sequence[Any]) -> Snapshot:
    with _Opened(snapshot, app) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(sql, tuple(values))
        connection.commit()
        return snapshot.with_app(app, AppState(connection.serialize(), snapshot.apps[app].ui))
