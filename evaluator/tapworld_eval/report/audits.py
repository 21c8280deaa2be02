"""Audits as the report shows them: the summaries of files that ``tapworld audit --out`` wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup, escape

from tapworld_eval.audit.outcome import AuditOutcome, AuditTable, Cell, read_outcome
from tapworld_eval.audit.rates import Rate
from tapworld_eval.errors import ReportError
from tapworld_eval.report.figures import Mark, ladder

__all__ = ["audit_cell", "audit_figure", "audit_rated", "read_audits"]


def read_audits(paths: Sequence[Path]) -> list[AuditOutcome]:
    """Read audits in the order of their files.

    Raises:
        ReportError: A file is named twice, or was not written by an audit.
    """
    resolved = [path.resolve() for path in paths]
    if len(set(resolved)) != len(resolved):
        raise ReportError("an audit's file is named twice")
    return [read_outcome(path) for path in paths]


def audit_cell(cell: Cell) -> Markup:
    """A cell of an audit's table: rates with counts and interval, fractions, texts.

    >>> str(audit_cell(3)), str(audit_cell(None))
    ('3', '–')
    """
    if isinstance(cell, Rate):
        if cell.rate is None:
            return Markup("–")
        return Markup(
            f"<b>{100 * cell.rate:.1f} %</b> "
            f'<span class="of">{cell.successes}/{cell.episodes} · '
            f"{100 * cell.low:.1f} – {100 * cell.high:.1f}</span>"
        )
    if cell is None:
        return Markup("–")
    return escape(f"{cell:.4g}" if isinstance(cell, float) else cell)


def audit_figure(table: AuditTable) -> Markup:
    """Intervals of a table's rates, a colour a column; empty where there are fewer than two rows.

    Columns that hold anything else than rates are left to the table.
    """
    rows = []
    for name, cells in table.rows:
        rates = [(i, cell) for i, cell in enumerate(cells) if isinstance(cell, Rate)]
        marks = [
            Mark(rate.rate, rate.low, rate.high, i, _label(table.columns[i + 1], name, rate))
            for i, rate in rates
            if rate.rate is not None
        ]
        if marks:
            rows.append((name, marks))
    return ladder(rows, title=table.title) if len(rows) > 1 else Markup()


def audit_rated(table: AuditTable) -> list[int]:
    """Indices of the cells that hold rates, in any row: the figure's colours.

    >>> audit_rated(AuditTable("t", ("name", "count"), (("a", (1,)),)))
    []
    """
    found = {i for _, cells in table.rows for i, cell in enumerate(cells) if isinstance(cell, Rate)}
    return sorted(found)


def _label(column: str, name: str, rate: Rate) -> str:
    return (
        f"{column}, {name}: {rate.successes} of {rate.episodes}, Wilson "
        f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
    )
