"""Clauses about rows: inserted, deleted, updated, changed, unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from .errors import SqlError
from .expressions import evaluate, set_value
from .model import ChangedClause, Clause, RowsClause, UnchangedClause, UpdatedClause
from .permits import Permits
from .places import qualify
from .verdict import ClauseResult

if TYPE_CHECKING:
    from .diff import AppDiff, TableDiff
    from .schema import Table
    from .sql_session import SqlSession
    from .task import Task

__all__ = ["RowCheck", "check_rows"]


class Context(Protocol):
    """What a clause may look at (see ``verification``)."""

    @property
    def task(self) -> Task:
        """The task."""
        ...

    def start(self) -> SqlSession:
        """A session in which ``<app>`` is the state before."""
        ...

    def both(self) -> SqlSession:
        """A session in which ``<app>`` is the state after, ``before_<app>`` the one before."""
        ...

    def diff(self, app: str) -> AppDiff:
        """What changed in an app."""
        ...


Key = tuple[Any, ...]
Place = tuple[str, str]


class RowCheck:
    """Remembers which changes the clauses explain, for "nothing else" and for collateral.

    Two clauses on one table share it: a row that either of them expects is no stranger to
    the other.
    """

    def __init__(self, permits: Permits, incidental: Permits) -> None:
        self.permits = permits
        self.incidental = incidental
        self._rows: dict[tuple[str, str, str], set[Key]] = {}
        self._columns: dict[tuple[str, str, Key], set[str]] = {}
        self._open: set[tuple[str, str, str]] = set()

    def expect(self, kind: str, place: Place, keys: set[Key]) -> None:
        """Note that rows of ``place`` are expected to be inserted, deleted or updated."""
        self._rows.setdefault((kind, *place), set()).update(keys)

    def free_columns(self, place: Place, keys: set[Key], columns: Sequence[str]) -> None:
        """Note that columns of rows are expected to change."""
        for key in keys:
            self._columns.setdefault((*place, key), set()).update(columns)

    def allow_others(self, kind: str, place: Place) -> None:
        """Note that a clause has ``others: true``."""
        self._open.add((kind, *place))

    def explained(self, kind: str, app: str, table: str, key: Key) -> bool:
        """Whether a clause expects (or tolerates) this inserted or deleted row."""
        where = (kind, app, table)
        return where in self._open or key in self._rows.get(where, ())

    def columns(self, app: str, table: str, key: Key) -> set[str]:
        """Columns of a row that a clause expects to change."""
        return self._columns.get((app, table, key), set())

    def strangers(self, kind: str, place: Place, diff: TableDiff | None) -> list[Key]:
        """Rows of the table changed in this way that no clause expects."""
        if diff is None or (kind, *place) in self._open:
            return []
        known = self._rows.get((kind, *place), set())
        if kind == "inserted":
            return [key for key in diff.inserted if key not in known]
        if kind == "deleted":
            return [key for key in diff.deleted if key not in known]
        found = []
        for row in diff.updated:
            allowed = self.columns(*place, row.key)
            relevant = [c for c in row.columns if c not in allowed and not self._free(place, c)]
            if row.key not in known and relevant:
                found.append(row.key)
        return found

    def _free(self, place: Place, column: str) -> bool:
        # A table in may_change does not excuse other rows that a clause would count.
        return (*place, column) in self.permits.columns or self.incidental.column(*place, column)


def check_rows(
    context: Context, clauses: Sequence[tuple[int, Clause]], rows: RowCheck
) -> Iterator[ClauseResult]:
    """Check all row clauses: first what each expects, then that nothing else happened."""
    results: list[tuple[int, Clause, bool, str]] = []
    for index, clause in clauses:
        try:
            passed, detail = _CHECKS[clause.kind](context, clause.body, rows)
        except SqlError as error:
            passed, detail = False, f"no value: {error}"
        results.append((index, clause, passed, detail))
    for index, clause, found, detail in results:
        passed = found
        body: Any = clause.body
        place = qualify(body.table, context.task.scenario.app)
        if passed and clause.kind in ("inserted", "deleted", "updated"):
            diff = context.diff(place[0]).tables.get(place[1])
            others = rows.strangers(clause.kind, place, diff)
            if others:
                passed = False
                detail += f"; {len(others)} other rows {clause.kind}, e.g. {list(others[0])}"
        name = f"{index}:{clause.kind} {'.'.join(place)}"
        yield ClauseResult(name, clause.kind, passed, detail)


def _table(context: Context, place: Place) -> Table:
    return context.task.catalog.schemas[place[0]].tables[place[1]]


def _diff(context: Context, place: Place) -> TableDiff | None:
    return context.diff(place[0]).tables.get(place[1])


def _matching(context: Context, session: SqlSession, place: Place, where: str | None) -> set[Key]:
    key = ", ".join(f'"{column}"' for column in _table(context, place).key)
    condition = f"WHERE ({where})" if where else ""
    sql = f'SELECT {key} FROM "{place[0]}"."{place[1]}" {condition}'
    return set(session.query(sql, context.task.values))


def _wanted(context: Context, body: RowsClause) -> int:
    return int(evaluate(body.rows, context.start(), context.task.values) or 0)


def _rows_wanted(context: Context, body: RowsClause, diff: TableDiff | None) -> int:
    # A plain number needs no database: most clauses of an untouched phone end here.
    return body.rows if isinstance(body.rows, int) else _wanted(context, body)


def _inserted(context: Context, body: RowsClause, rows: RowCheck) -> tuple[bool, str]:
    place = qualify(body.table, context.task.scenario.app)
    diff = _diff(context, place)
    wanted = _rows_wanted(context, body, diff)
    new = set(diff.inserted) if diff else set()
    found = new & _matching(context, context.both(), place, body.where) if new else new
    rows.expect("inserted", place, found)
    if body.others:
        rows.allow_others("inserted", place)
    return len(found) == wanted, f"{len(found)} of {len(new)} new rows match; {wanted} expected"


def _deleted(context: Context, body: RowsClause, rows: RowCheck) -> tuple[bool, str]:
    place = qualify(body.table, context.task.scenario.app)
    diff = _diff(context, place)
    wanted = _rows_wanted(context, body, diff)
    gone = set(diff.deleted) if diff else set()
    found = gone & _matching(context, context.start(), place, body.where) if gone else gone
    rows.expect("deleted", place, found)
    if body.others:
        rows.allow_others("deleted", place)
    return len(found) == wanted, f"{len(found)} of {len(gone)} gone rows match; {wanted} expected"


def _updated(context: Context, body: UpdatedClause, rows: RowCheck) -> tuple[bool, str]:
    place = qualify(body.table, context.task.scenario.app)
    diff = _diff(context, place)
    wanted = _rows_wanted(context, body, diff)
    if body.others:
        rows.allow_others("updated", place)
    if diff is None or not diff.updated:
        return wanted == 0, f"no row changed; {wanted} expected"
    start, values = context.start(), context.task.values
    candidates = _matching(context, start, place, body.where)
    after = {column: set_value(raw, start, values) for column, raw in body.set.items()}
    changed = [row for row in diff.updated if row.key in candidates]
    found: set[Key] = set()
    wrong: list[str] = []
    for row in changed:
        touched = [column for column in body.set if column in row.after]
        if not touched:
            continue
        # A column that did not change must have had the value already.
        unchanged = [column for column in body.set if column not in row.after]
        kept = _current(context, place, row.key, unchanged)
        now = {**kept, **{column: row.after[column] for column in touched}}
        bad = {c: v for c, v in now.items() if not _same_value(v, _as_column(after[c]))}
        if bad:
            wrong.append(f"row {list(row.key)}: {bad}")
        else:
            found.add(row.key)
    rows.expect("updated", place, found)
    rows.free_columns(place, found, list(body.set))
    detail = f"{len(found)} of {len(diff.updated)} changed rows match; {wanted} expected"
    if wrong:
        detail += "; not as expected: " + "; ".join(wrong[:3])
    return len(found) == wanted, detail


def _current(context: Context, place: Place, key: Key, columns: list[str]) -> dict[str, Any]:
    if not columns:
        return {}
    table = _table(context, place)
    listed = ", ".join(f'"{column}"' for column in columns)
    where = " AND ".join(f'"{column}" IS :key_{i}' for i, column in enumerate(table.key))
    bound = {f"key_{i}": part for i, part in enumerate(key)}
    sql = f'SELECT {listed} FROM "{place[0]}"."{place[1]}" WHERE {where}'
    found = context.start().query(sql, bound)
    return dict(zip(columns, found[0], strict=True))


def _as_column(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _same_value(found: Any, wanted: Any) -> bool:
    # SQLite's affinity turns the 1 of a TEXT column into '1'; the scenario may say either.
    if isinstance(found, str) and isinstance(wanted, (int, float)):
        return found == str(wanted)
    if isinstance(wanted, str) and isinstance(found, (int, float)):
        return wanted == str(found)
    return found == wanted


def _changed(context: Context, body: ChangedClause, rows: RowCheck) -> tuple[bool, str]:
    place = qualify(body.table, context.task.scenario.app)
    by = evaluate(body.by, context.start(), context.task.values)
    keys = _matching(context, context.start(), place, body.where)
    if not keys:
        return False, "no such row"
    diff = _diff(context, place)
    wrong = []
    for key in sorted(keys, key=repr):
        row = diff.updated_by_key.get(key) if diff else None
        moved: Any = 0
        if row is not None and body.column in row.after:
            moved = _difference(row.before[body.column], row.after[body.column])
        elif diff is not None and key in diff.deleted:
            moved = None
        if moved != by:
            wrong.append(f"row {list(key)} by {moved}")
    if not wrong:
        rows.free_columns(place, keys, [body.column])
        return True, f"{body.column} changed by {by}"
    return False, f"{body.column} should change by {by}; " + ", ".join(wrong[:3])


def _difference(before: Any, after: Any) -> Any:
    numbers = isinstance(before, (int, float)) and isinstance(after, (int, float))
    return after - before if numbers else None


def _unchanged(context: Context, body: UnchangedClause, rows: RowCheck) -> tuple[bool, str]:
    place = qualify(body.table, context.task.scenario.app)
    diff = _diff(context, place)
    if diff is None:
        return True, "nothing changed"
    before = _matching(context, context.start(), place, body.where)
    hit = [f"{list(key)} deleted" for key in diff.deleted if key in before]
    for row in diff.updated:
        columns = [c for c in row.columns if not rows.incidental.column(*place, c)]
        if row.key in before and columns:
            hit.append(f"{list(row.key)} changed in {', '.join(columns)}")
    if diff.inserted:
        after = _matching(context, context.both(), place, body.where)
        hit += [f"{list(key)} inserted" for key in diff.inserted if key in after]
    return not hit, "; ".join(hit[:3]) or "nothing changed"


_CHECKS: dict[str, Any] = {
    "inserted": _inserted,
    "deleted": _deleted,
    "updated": _updated,
    "changed": _changed,
    "unchanged": _unchanged,
}
