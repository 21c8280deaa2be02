"""What the blind-zone commands share: options, grids, maps on disk."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli.output import print_json, say
from tapworld_eval.cli.stats_input import plain
from tapworld_eval.grounding.errors import BlindZoneError

if TYPE_CHECKING:
    from tapworld_eval.grounding.blindzones import Grid

__all__ = [
    "FractionOption",
    "GridOption",
    "GridOptionalOption",
    "MapArgument",
    "WorkersOption",
    "map_json",
    "read_grid",
    "read_map",
]

GridOption = Annotated[str, typer.Option(help="Cells to a side, or COLUMNSxROWS.")]
GridOptionalOption = Annotated[
    str | None, typer.Option("--grid", help="Cells to a side, or COLUMNSxROWS. [default: theirs]")
]
FractionOption = Annotated[float, typer.Option(help="Share of the cells in the mask.")]
WorkersOption = Annotated[int, typer.Option(min=1, help="Questions under way at once.")]
MapArgument = Annotated[Path, typer.Argument(help="What `blindzones map --json` printed.")]


def read_grid(text: str) -> Grid:
    """Read ``40`` or ``20x44``.

    Raises:
        BlindZoneError: It is neither.
    """
    from tapworld_eval.grounding.blindzones import Grid

    columns, _, rows = text.partition("x")
    try:
        return Grid(int(columns), int(rows or columns))
    except ValueError as error:
        raise BlindZoneError(
            f"--grid takes 40 or COLUMNSxROWS, as in 20x44; got {text!r}"
        ) from error


def read_map(path: Path) -> tuple[Grid, list[bool], dict[str, Any]]:
    """Grid, mask and everything else of a map on disk.

    Raises:
        BlindZoneError: The file is no map.
    """
    from tapworld_eval.grounding.blindzones import Grid

    try:
        data = json_module.loads(path.read_text(encoding="utf-8"))
        grid = Grid(*data["grid"])
        cells = set(data["mask"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BlindZoneError(
            f"{path} is no map (made by blindzones map --json): {error}"
        ) from error
    return grid, [cell in cells for cell in range(grid.cells)], data


def map_json(found: dict[str, Any], json: bool) -> None:
    """Print an analysis: all of it as JSON, or without what is one number a cell."""
    if json:
        print_json(plain(found))
        return
    if found["probed"] < 1:
        say(f"only {found['probed']:.1%} of the cells were probed; the measures are theirs")
    for key, value in found.items():
        if not key.startswith("cell_") and key not in ("mask", "blind"):
            say(f"{key}: {value}", markup=False)
