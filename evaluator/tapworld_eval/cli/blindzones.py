"""``tapworld blindzones``: where on the screen a model cannot click."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    FormatOption,
    ModelOption,
    PriceOption,
    PromptOption,
    make_locator,
)
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import plain, print_frame

__all__ = ["add_to"]

app = typer.Typer(help="Where on the screen a model cannot click.", no_args_is_help=True)

RecordsArgument = Annotated[Path, typer.Argument(help="Probe records (JSONL).")]
GridOption = Annotated[int, typer.Option(min=2, help="Cells to a side.")]
MapArgument = Annotated[Path, typer.Argument(help="What `blindzones map --json` printed.")]


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    root.add_typer(app, name="blindzones")


@app.command(epilog=examples("tapworld blindzones selftest --json"))
def selftest(seed: SeedOption = 0, json: JsonOption = False) -> None:
    """Probe scripted models with known blind zones; exit 1 if they are not found."""
    from tapworld_eval.grounding.blindzones.selftest import run_selftest

    found = run_selftest(seed=seed)
    if json:
        print_json(plain(found))
    else:
        for key, value in found.items():
            say(f"{key}: {value}", markup=False)
    if not found["passed"]:
        raise typer.Exit(1)


@app.command(epilog=examples("tapworld blindzones probe shots/ --model M --format qwen3-vl-pair"))
def probe(
    screenshots: Annotated[Path, typer.Argument(help="Folder of backgrounds.")],
    model: ModelOption,
    format: FormatOption,  # noqa: A002
    out: Annotated[Path, typer.Option(help="Records; an existing file is gone on with.")],
    prompt: PromptOption = "locator-probe",
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    grid: GridOption = 40,
    backgrounds: Annotated[int, typer.Option(min=1, help="How many backgrounds.")] = 10,
    limit: Annotated[int | None, typer.Option(help="Only the first so many probes.")] = None,
) -> None:
    """Ask a model about drawn targets on every cell of a grid."""
    from tapworld_eval.grounding.blindzones import Grid, Prober
    from tapworld_eval.grounding.blindzones.probes import read_backgrounds
    from tapworld_eval.grounding.blindzones.probing import write_probe_records
    from tapworld_eval.grounding.runs.runner import load_pixels

    images = [load_pixels(path) for path in read_backgrounds(screenshots, backgrounds)]
    prober = Prober(images, Grid(grid, grid))
    locator = make_locator(model, format, prompt, base_url, price, budget, out.parent)
    count = len(prober) if limit is None else min(limit, len(prober))
    write_probe_records(out, locator, prober, range(count))
    note(f"{count} probes in {out}")


@app.command("map", epilog=examples("tapworld blindzones map probes.jsonl --picture map.svg"))
def map_(
    records: RecordsArgument,
    grid: GridOption = 40,
    fraction: Annotated[float, typer.Option(help="Share of the cells in the mask.")] = 0.2,
    picture: Annotated[Path | None, typer.Option(help="A .svg or .png to write.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Measures, bands, masks and sensitivity of probe records."""
    from tapworld_eval.grounding.blindzones import Grid
    from tapworld_eval.grounding.blindzones.maps import analyse, heat_map
    from tapworld_eval.grounding.blindzones.probing import read_probe_records
    from tapworld_eval.statistics.plots import save_figure

    cells = Grid(grid, grid)
    found = analyse(read_probe_records(records), cells, fraction=fraction, seed=seed)
    if picture is not None:
        mask = [cell in set(found["mask"]) for cell in range(cells.cells)]
        save_figure(
            heat_map(found["cell_accuracy"], cells, "Accuracy by target cell", mask), picture
        )
    if json:
        print_json(plain(found))
        return
    for key, value in found.items():
        if not key.startswith("cell_") and key != "mask":
            say(f"{key}: {value}", markup=False)


@app.command(epilog=examples("tapworld blindzones transfer map.json runs/grounding"))
def transfer(
    mapped: MapArgument,
    run: Annotated[Path, typer.Argument(help="A grounding run.")],
    json: JsonOption = False,
) -> None:
    """Accuracy of a run inside and outside a mask, over everything and by stratum."""
    from tapworld_eval.grounding import blindzones
    from tapworld_eval.grounding.runs import read_rows

    grid, mask = _mask(mapped)
    print_frame(blindzones.transfer(read_rows(run), mask, grid), json)


def _mask(path: Path) -> tuple[Any, list[bool]]:
    from tapworld_eval.grounding.blindzones import Grid
    from tapworld_eval.grounding.errors import BlindZoneError

    try:
        data = json_module.loads(path.read_text(encoding="utf-8"))
        grid = Grid(*data["grid"])
        cells = set(data["mask"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BlindZoneError(
            f"{path} is no map (made by blindzones map --json): {error}"
        ) from error
    return grid, [cell in cells for cell in range(grid.cells)]
