"""``tapworld blindzones``: where on the screen a model cannot click."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli import blindzones_moving, blindzones_phone
from tapworld_eval.cli.blindzones_options import (
    FractionOption,
    GridOption,
    GridOptionalOption,
    WorkersOption,
    map_json,
    read_grid,
)
from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    FormatOption,
    ModelOption,
    PriceOption,
    make_locator,
)
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import plain

if TYPE_CHECKING:
    from tapworld_eval.grounding.resize import Resize

__all__ = ["add_to", "write_maps"]

app = typer.Typer(help="Where on the screen a model cannot click.", no_args_is_help=True)

ProbePromptOption = Annotated[
    str | None,
    typer.Option(
        "--prompt", help="A prompt's name or file. [default: locator-probe, or the format's own]"
    ),
]
RecordsArgument = Annotated[Path, typer.Argument(help="Probe records (JSONL).")]


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    blindzones_moving.add_to(app)
    blindzones_phone.add_to(app)
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


@app.command(
    epilog=examples(
        "tapworld blindzones probe shots/ --model M --format qwen3-vl-pair --out p.jsonl",
        "tapworld blindzones probe shots/ --model M --format qwen3-vl-pair --out p.jsonl "
        "--adaptive",
    )
)
def probe(
    screenshots: Annotated[Path, typer.Argument(help="Folder of backgrounds.")],
    model: ModelOption,
    format: FormatOption,  # noqa: A002
    out: Annotated[Path, typer.Option(help="Records; an existing file is gone on with.")],
    prompt: ProbePromptOption = None,
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    grid: GridOption = "40",
    backgrounds: Annotated[int, typer.Option(min=1, help="How many backgrounds.")] = 10,
    formats: Annotated[
        list[str] | None,
        typer.Option("--probe", help="icon, embedded or labelled; repeatable. [default: all]"),
    ] = None,
    side: Annotated[
        int | None, typer.Option(min=8, help="Height of a probe in pixels. [default: a 40th]")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Only so many probes; they are spread over the grid."),
    ] = None,
    adaptive: Annotated[
        bool, typer.Option("--adaptive", help="Go on only where a cell is not decided.")
    ] = False,
    first: Annotated[int, typer.Option(min=1, help="Adaptive: probes every cell gets.")] = 6,
    batch: Annotated[int, typer.Option(min=1, help="Adaptive: probes a cell and round.")] = 4,
    half_width: Annotated[
        float, typer.Option(help="Adaptive: an interval is narrow below twice this.")
    ] = 0.1,
    workers: WorkersOption = 1,
    json: JsonOption = False,
) -> None:
    """Ask a model about drawn targets on every cell of a grid."""
    from tapworld_eval.grounding.blindzones import PROBE_FORMATS, Prober
    from tapworld_eval.grounding.blindzones.probes import read_backgrounds
    from tapworld_eval.grounding.blindzones.probing import probe_all, probe_where_open
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.runs.runner import load_pixels

    if adaptive and limit is not None:
        raise typer.BadParameter("--adaptive decides itself how many probes are asked: no --limit")
    images = [load_pixels(path) for path in read_backgrounds(screenshots, backgrounds)]
    prober = Prober(images, read_grid(grid), formats or tuple(PROBE_FORMATS), side)
    # The locator prompt has a twin for probes, which says what an area's point is.
    twin = "locator-probe" if model_format(format).prompt == "locator-pair" else None
    locator = make_locator(model, format, prompt or twin, base_url, price, budget, out.parent)
    if adaptive:
        found = probe_where_open(
            out,
            locator,
            prober,
            workers=workers,
            first=min(first, prober.layers),
            batch=batch,
            half_width=half_width,
        )
        told = {"probes": found.spent, "saved": found.saved, "design": len(prober)}
    else:
        told = {
            "probes": probe_all(out, locator, prober, limit=limit, workers=workers),
            "saved": 0,
            "design": len(prober),
        }
    if json:
        print_json(told)
        return
    note(f"{told['probes']} probes of {told['design']} in {out}")
    if adaptive:
        note(f"{told['saved']} probes ({told['saved'] / told['design']:.0%}) were not needed")


@app.command("map", epilog=examples("tapworld blindzones map probes.jsonl --picture map.svg"))
def map_(
    records: RecordsArgument,
    grid: GridOptionalOption = None,
    fraction: FractionOption = 0.2,
    picture: Annotated[Path | None, typer.Option(help="A .svg or .png to write.")] = None,
    html: Annotated[Path | None, typer.Option(help="A page with everything to write.")] = None,
    format: Annotated[  # noqa: A002
        str | None,
        typer.Option(help="The model's format, for its token lattice. [default: the sidecar's]"),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Measures, bands, masks and sensitivity of probe records."""
    from tapworld_eval.grounding.blindzones.maps import analyse
    from tapworld_eval.grounding.blindzones.probing import read_probe_records

    cells = None if grid is None else read_grid(grid)
    frame = read_probe_records(records)
    found = analyse(frame, cells, fraction=fraction, seed=seed, resize=_resize(records, format))
    write_maps(found, frame, records.stem, picture, html)
    map_json(found, json)


@app.command(
    epilog=examples("tapworld blindzones report one.jsonl two.jsonl --out blind-zones.html")
)
def report(
    records: Annotated[list[Path], typer.Argument(help="Probe records (JSONL), one a model.")],
    out: Annotated[Path, typer.Option(help="The HTML file.")],
    grid: GridOptionalOption = None,
    fraction: FractionOption = 0.2,
    seed: SeedOption = 0,
) -> None:
    """One page for several models: maps, masks, measures with bands, sensitivity."""
    from tapworld_eval.grounding.blindzones.maps import analyse
    from tapworld_eval.grounding.blindzones.page import Panel, write_page
    from tapworld_eval.grounding.blindzones.probing import read_probe_records

    cells = None if grid is None else read_grid(grid)
    panels = []
    for path in records:
        frame = read_probe_records(path)
        found = analyse(frame, cells, fraction=fraction, seed=seed, resize=_resize(path, None))
        panels.append(Panel.of(path.stem, found, frame))
    write_page(panels, out)
    note(f"{out}")


def write_maps(found: dict[str, Any], frame: Any, name: str, picture: Any, html: Any) -> None:
    """The picture and the page of an analysis, where they are wanted."""
    from tapworld_eval.grounding.blindzones import Grid
    from tapworld_eval.grounding.blindzones.page import Panel, write_page
    from tapworld_eval.grounding.blindzones.pictures import heat_map
    from tapworld_eval.statistics.plots import save_figure

    cells = Grid(*found["grid"])
    if picture is not None:
        mask = [cell in set(found["mask"]) for cell in range(cells.cells)]
        save_figure(
            heat_map(found["cell_accuracy"], cells, "Accuracy by target cell", mask), picture
        )
    if html is not None:
        write_page([Panel.of(name, found, frame)], html)


def _resize(records: Path, format_: str | None) -> Resize | None:
    """The resize policy that has a token lattice, or ``None``."""
    from tapworld_eval.grounding.blindzones.answers import sidecar_of
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.resize import Resize

    if format_ is not None:
        return model_format(format_).resize
    made_by = sidecar_of(records)
    policy = (made_by or {}).get("format", {}).get("resize", {})
    return Resize(**policy) if policy.get("kind") == "smart" else None
