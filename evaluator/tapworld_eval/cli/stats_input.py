"""What the statistics commands read, and how they print tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli.output import print_json, say, table

if TYPE_CHECKING:
    import pandas as pd

    from tapworld_eval.statistics import Cells

__all__ = [
    "AgentOption",
    "AxisOption",
    "ColumnOption",
    "FormatOption",
    "LevelOption",
    "RecordsArgument",
    "ReplicatesOption",
    "RunsArgument",
    "by_agent",
    "counted",
    "frame_rows",
    "loaded",
    "plain",
    "print_frame",
]

RecordsArgument = Annotated[
    Path, typer.Argument(help="Run folder, table (csv, parquet, jsonl) or another tool's results.")
]
RunsArgument = Annotated[
    list[Path], typer.Argument(help="A run each, or one file with a column agent.")
]
AxisOption = Annotated[
    list[str] | None,
    typer.Option("--axis", help="An enabled axis; repeatable. [default: those present]"),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="table, tapworld, androidworld, agentlab, mobileworld or scores. [default: told]",
    ),
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="THEIRS=OURS", help="Rename a table's column; repeatable."),
]
AgentOption = Annotated[str | None, typer.Option(help="Only this agent's rollouts.")]
LevelOption = Annotated[float, typer.Option(help="Confidence level.")]
ReplicatesOption = Annotated[int, typer.Option("--replicates", "-B", help="Bootstrap replicates.")]


def loaded(
    path: Path,
    format_: str | None = None,
    columns: Sequence[str] | None = None,
    agent: str | None = None,
    *,
    agents: bool = False,
) -> pd.DataFrame:
    """Read records, rename columns, pick an agent; several are refused unless ``agents``."""
    from tapworld_eval.statistics import RecordsError, read_records
    from tapworld_eval.statistics.records import check_columns, success_column

    with _naming(path):
        frame = read_records(path, format=format_, columns=_renames(columns))
        several = agents or agent is not None
        check_columns(frame.drop(columns="agent", errors="ignore") if several else frame)
        success_column(frame)
    if agent is None:
        return frame
    if "agent" not in frame.columns:
        raise RecordsError(f"{path}: the records name no agent, so none can be picked")
    part = frame[frame["agent"].astype(str) == agent]
    if len(part) == 0:
        names = ", ".join(sorted(frame["agent"].astype(str).unique())[:8])
        raise RecordsError(f"{path}: no rollout of agent {agent!r}; agents: {names}")
    return part


def by_agent(
    paths: Sequence[Path],
    format_: str | None = None,
    columns: Sequence[str] | None = None,
) -> dict[str, pd.DataFrame]:
    """Records of each agent in the files; two runs of one agent are told apart by their names."""
    from tapworld_eval.statistics import split_agents

    found: dict[str, pd.DataFrame] = {}
    for path in paths:
        frame = loaded(path, format_, columns, agents=True)
        with _naming(path):
            parts = split_agents(frame) if "agent" in frame.columns else {path.stem: frame}
        for name, part in parts.items():
            unique = name if name not in found else f"{name} ({path.name})"
            found[unique if unique not in found else f"{name} ({path})"] = part
    return found


def counted(
    path: Path,
    axes: Sequence[str] | None,
    format_: str | None = None,
    columns: Sequence[str] | None = None,
    agent: str | None = None,
) -> Cells:
    """Count rollouts per configuration; tables without an agent to pick are streamed."""
    from tapworld_eval.statistics import count_cells, count_file

    with _naming(path):
        if agent is None:
            return count_file(path, axes, format=format_, columns=_renames(columns))
        return count_cells(loaded(path, format_, columns, agent), axes)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Errors of records say which file they are about."""
    from tapworld_eval.statistics import RecordsError

    try:
        yield
    except RecordsError as error:
        if str(path) in str(error):
            raise
        raise RecordsError(f"{path}: {error}") from error
    except OSError as error:
        raise RecordsError(f"{path}: cannot be read: {error.strerror or error}") from error


def plain(value: Any) -> Any:
    """Plain JSON values: NumPy numbers as numbers, NaN as null."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def frame_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """A table as a list of plain rows."""
    return plain(frame.to_dict("records"))


def print_frame(frame: pd.DataFrame, json: bool, title: str | None = None) -> None:
    """Print a table for people, or as JSON rows."""
    if json:
        print_json(frame_rows(frame))
        return
    table(
        list(frame.columns),
        [[_cell(v) for v in row] for row in frame.itertuples(index=False)],
        title=title,
    )


def estimate_line(name: str, estimate: float, low: float, high: float, level: float) -> None:
    """Print one estimate with its interval."""
    say(
        f"{name}: {100 * estimate:.1f} %  "
        f"({100 * level:g} % interval {100 * low:.1f} to {100 * high:.1f})",
        markup=False,
    )


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return "-" if math.isnan(value) else f"{value:.4g}" if abs(value) >= 10 else f"{value:.3f}"
    return str(value)


def _renames(columns: Sequence[str] | None) -> dict[str, str] | None:
    if not columns:
        return None
    renames = {}
    for pair in columns:
        theirs, equals, ours = pair.partition("=")
        if not equals or not theirs or not ours:
            raise typer.BadParameter(
                f"--column takes THEIRS=OURS, for example task=scenario: {pair}"
            )
        renames[theirs] = ours
    return renames
