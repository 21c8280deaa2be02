"""Options that several commands of ``tapworld uq`` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "AlphaOption",
    "BootstrapOption",
    "CellArgument",
    "MethodOption",
    "OneCellArgument",
    "PlotOption",
    "SeedsOption",
    "ShareOption",
    "check_pictures",
    "metric_name",
    "scores_table",
]

CellArgument = Annotated[Path, typer.Argument(help="A cell, or a folder of cells.")]
OneCellArgument = Annotated[Path, typer.Argument(help="A cell: a folder with a cell.json.")]
MethodOption = Annotated[
    list[str] | None, typer.Option("--method", "-m", help="Repeatable. [default: all that run]")
]
SeedsOption = Annotated[int, typer.Option(min=1, help="Number of splits.")]
BootstrapOption = Annotated[int, typer.Option(min=0, help="Replicates for the intervals.")]
ShareOption = Annotated[float, typer.Option(help="Share of calibration records.")]
AlphaOption = Annotated[list[float] | None, typer.Option(help="Error rate; repeatable. [0.1]")]
PlotOption = Annotated[Path | None, typer.Option(help="Also draw to this .svg or .png file.")]


def check_pictures(*paths: Path | None) -> None:
    """Refuse a picture's name before anything is computed.

    Raises:
        OptionError: It ends in neither .svg nor .png.
    """
    from tapworld_eval.statistics.plots import check_format

    for path in paths:
        if path is not None:
            check_format(path)


def metric_name(name: str) -> str:
    """A metric's name.

    Raises:
        OptionError: There is no such metric.
    """
    from tapworld_eval.uncertainty import OptionError
    from tapworld_eval.uncertainty.metrics import METRICS

    if name not in METRICS:
        raise OptionError(f"no metric {name!r}; choose one of {', '.join(METRICS)}")
    return name


def scores_table(source: Path, seeds: int) -> pd.DataFrame:
    """A table of scores: the CSV of ``uq score``, or computed from cells.

    Raises:
        RecordsError: The file is no such table.
    """
    import pandas as pd

    from tapworld_eval.uncertainty import RecordsError, evaluate, load_cells, to_frame

    if source.is_file():
        try:
            return pd.read_csv(source)
        except (OSError, ValueError) as error:
            raise RecordsError(f"{source}: not a table of scores ({error})") from error
    return to_frame([r for c in load_cells(source) for r in evaluate(c, seeds=seeds, bootstrap=0)])
