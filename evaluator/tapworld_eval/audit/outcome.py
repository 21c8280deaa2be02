"""What an audit amounts to, in one form for all audits: verdict, tables, findings, records.

As a file: JSON lines. The first is the summary, which the report shows; the others are the records
it rests on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from tapworld_eval.audit.rates import Rate
from tapworld_eval.errors import ReportError
from tapworld_eval.rollouts.files import write_whole

__all__ = [
    "SCHEMA_VERSION", "AuditFinding", "AuditOutcome", "AuditTable", "AuditVerdict", "Cell",
    "read_outcome",
]  # fmt: skip

SCHEMA_VERSION = 1
MOST_FINDINGS = 200
AuditVerdict = Literal["holds", "fails", "open"]
Cell = Rate | int | float | str | None


@dataclass(frozen=True)
class AuditTable:
    """Rows of rates, numbers or texts.

    Attributes:
        title: What is in it.
        columns: Names of the columns, the one of the rows' names included.
        rows: A name and its cells each.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    def __post_init__(self) -> None:
        """Check that every row has a cell a column.

        Raises:
            ValueError: A row is too short or too long.
        """
        if any(len(cells) + 1 != len(self.columns) for _, cells in self.rows):
            raise ValueError(f"{self.title}: a row does not have {len(self.columns)} columns")


@dataclass(frozen=True)
class AuditFinding:
    """One thing that is worth a look.

    Attributes:
        severity: ``flaw`` when it fails the audit, else ``note``.
        where: Scenario, configuration or check.
        what: What was seen.
    """

    severity: Literal["flaw", "note"]
    where: str
    what: str


@dataclass(frozen=True)
class AuditOutcome:
    """An audit's verdict and what it rests on.

    Attributes:
        audit: Name of the command: ``verifiers``, ``replay``, ...
        verdict: ``open`` when what was run does not decide it.
        statement: The verdict in a sentence.
        tables: Figures.
        findings: Flaws and notes.
        records: Everything else, one line each; each has a key ``record``.
    """

    audit: str
    verdict: AuditVerdict
    statement: str
    tables: tuple[AuditTable, ...]
    findings: tuple[AuditFinding, ...] = ()
    records: Sequence[Mapping[str, Any]] = field(default=(), repr=False)
    findings_left_out: int = 0

    def lines(self) -> list[dict[str, Any]]:
        """The file's lines: the summary, then the records."""
        shown = self.findings[:MOST_FINDINGS]
        summary = {
            "record": "summary",
            "audit": self.audit,
            "verdict": self.verdict,
            "statement": self.statement,
            "tables": [asdict(table) for table in self.tables],
            "findings": [asdict(finding) for finding in shown],
            "findings_left_out": self.findings_left_out + len(self.findings) - len(shown),
        }
        return [{**line, "schema_version": SCHEMA_VERSION} for line in (summary, *self.records)]

    def write(self, path: Path) -> None:
        """Write the file in one piece.

        Raises:
            RunFolderError: It cannot be written.
        """
        texts = [json.dumps(line, ensure_ascii=False, sort_keys=True) for line in self.lines()]
        write_whole(path, "".join(f"{text}\n" for text in texts).encode())


def read_outcome(path: Path) -> AuditOutcome:
    """Read the summary of an audit's file; its records are left alone.

    Raises:
        ReportError: The file cannot be read, or was not written by an audit.
    """
    try:
        with path.open(encoding="utf-8") as file:
            data = json.loads(file.readline())
    except (OSError, ValueError) as error:
        raise ReportError(f"{path} cannot be read as an audit's records: {error}") from error
    version = data.get("schema_version") if isinstance(data, dict) else None
    if version != SCHEMA_VERSION or data.get("record") != "summary":
        raise ReportError(
            f"{path} does not begin with an audit's summary of schema_version {SCHEMA_VERSION}; "
            "write it anew with `tapworld audit NAME --out FILE`"
        )
    try:
        outcome = AuditOutcome(
            str(data["audit"]),
            data["verdict"],
            str(data["statement"]),
            tuple(_table(raw) for raw in data["tables"]),
            tuple(AuditFinding(**raw) for raw in data["findings"]),
            findings_left_out=int(data["findings_left_out"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ReportError(f"{path}: the summary is damaged: {error!r}") from error
    if outcome.verdict not in get_args(AuditVerdict):
        raise ReportError(f"{path}: unknown verdict {outcome.verdict!r}")
    return outcome


def _table(raw: Mapping[str, Any]) -> AuditTable:
    rows = tuple((str(name), tuple(_cell(cell) for cell in cells)) for name, cells in raw["rows"])
    return AuditTable(str(raw["title"]), tuple(raw["columns"]), rows)


def _cell(raw: Any) -> Cell:
    if isinstance(raw, dict):
        return Rate(**raw)
    if raw is None or isinstance(raw, int | float | str):
        return raw
    raise ValueError(f"no cell: {raw!r}")
