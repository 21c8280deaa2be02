"""``tapworld blindzones`` on datasets: transfer, relocate, augment, lattice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from tapworld_eval.cli.blindzones_options import MapArgument, WorkersOption, read_map
from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    FormatOption,
    LayoutOption,
    ModelOption,
    PriceOption,
    PromptOption,
    make_locator,
)
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import frame_rows, plain, print_frame

__all__ = ["add_to"]

DatasetArgument = Annotated[Path, typer.Argument(help="A dataset's folder.")]
PhoneOption = Annotated[
    bool,
    typer.Option(
        "--phone",
        help="Take the app's own layouts (a dataset of `blindzones layouts`), not pixel shifts.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(epilog=examples("tapworld blindzones transfer map.json runs/grounding"))(transfer)
    app.command(
        epilog=examples(
            "tapworld blindzones relocate map.json data/pro --model M --format qwen3-vl-pair "
            "--out moved.jsonl",
            "tapworld blindzones relocate map.json data/layouts --phone --model M "
            "--format qwen3-vl-pair --out moved.jsonl",
        )
    )(relocate)
    app.command(
        epilog=examples(
            "tapworld blindzones augment map.json data/clicks --out data/blind",
            "tapworld blindzones augment map.json data/clicks --mode random --out data/random",
        )
    )(augment)
    app.command(epilog=examples("tapworld blindzones lattice runs/grounding"))(lattice)


def transfer(
    mapped: MapArgument,
    run: Annotated[Path, typer.Argument(help="A grounding run.")],
    json: JsonOption = False,
) -> None:
    """Accuracy of a run inside and outside a mask, over everything and by stratum."""
    from tapworld_eval.grounding import blindzones
    from tapworld_eval.grounding.runs import read_rows

    grid, mask, _ = read_map(mapped)
    print_frame(blindzones.transfer(read_rows(run), mask, grid), json)


def relocate(
    mapped: MapArgument,
    dataset: DatasetArgument,
    model: ModelOption,
    format: FormatOption,  # noqa: A002
    out: Annotated[Path, typer.Option(help="Rows (JSONL); an existing file is gone on with.")],
    phone: PhoneOption = False,
    layout: LayoutOption = None,
    each: Annotated[
        int | None, typer.Option(min=1, help="Most samples that start on each side of the mask.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="Moves of a sample and arm.")] = 5,
    prompt: PromptOption = None,
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    workers: WorkersOption = 1,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Move targets across the border of a blind zone, and compare each with itself."""
    from tapworld_eval.grounding.blindzones.layouts import read_layouts
    from tapworld_eval.grounding.blindzones.moves import plan_layouts, plan_shifts
    from tapworld_eval.grounding.blindzones.relocating import ask_moves, compare_moves, net_effects
    from tapworld_eval.grounding.datasets import read_dataset

    grid, mask, _ = read_map(mapped)
    if phone:
        samples, same = read_layouts(dataset)
        moves = plan_layouts(samples, same, mask, grid, each=each, runs=runs, seed=seed)
    else:
        samples = read_dataset(dataset, layout)
        moves = plan_shifts(samples, mask, grid, each=each, runs=runs, seed=seed)
    locator = make_locator(model, format, prompt, base_url, price, budget, out.parent)
    rows = ask_moves(out, locator, samples, moves, mask=mask, grid=grid, workers=workers)
    table = compare_moves(rows, samples, moves, seed=seed)
    net = net_effects(table)
    if json:
        print_json({"arms": frame_rows(table), "net": frame_rows(net)})
        return
    note(f"{len(rows)} answers in {out}")
    print_frame(table, json=False, title="Each target before and after its move")
    if len(net):
        print_frame(net, json=False, title="Crossing the border, less moving within a side")


def augment(
    mapped: MapArgument,
    dataset: DatasetArgument,
    out: Annotated[Path, typer.Option(help="A new folder.")],
    mode: Annotated[
        Literal["blind", "random"],
        typer.Option(help="Aim at cells by their error rate, or alike (the control)."),
    ] = "blind",
    phone: PhoneOption = False,
    layout: LayoutOption = None,
    copies: Annotated[int, typer.Option(min=1, help="Copies of each example.")] = 1,
    most_padding: Annotated[float, typer.Option(help="Greatest share that is padded.")] = 0.6,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Write a training set whose targets lie where a model is blind."""
    import numpy as np

    from tapworld_eval.grounding.blindzones.augment import cell_weights
    from tapworld_eval.grounding.blindzones.augmenting import augment_layouts, augment_samples
    from tapworld_eval.grounding.blindzones.layouts import read_layouts
    from tapworld_eval.grounding.datasets import read_dataset

    grid, mask, data = read_map(mapped)
    accuracy = np.array(
        [np.nan if value is None else value for value in data["cell_accuracy"]], dtype=np.float64
    )
    weights = cell_weights(accuracy, grid, mode)
    if phone:
        samples, same = read_layouts(dataset)
        found = augment_layouts(
            samples, same, weights, grid, out, copies=copies, seed=seed, mask=mask
        )
    else:
        found = augment_samples(
            read_dataset(dataset, layout),
            weights,
            grid,
            out,
            copies=copies,
            seed=seed,
            mask=mask,
            most_padding=most_padding,
        )
    if json:
        print_json(plain(found))
        return
    for name, value in found.items():
        say(f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {value}")


def lattice(
    run: Annotated[Path, typer.Argument(help="A grounding run.")],
    format: Annotated[  # noqa: A002
        str | None, typer.Option(help="The model's format. [default: the run's own]")
    ] = None,
    near: Annotated[float, typer.Option(min=0, help="Pixels that count as near.")] = 8.0,
    json: JsonOption = False,
) -> None:
    """Accuracy near and far from the borders of the vision encoder's tokens."""
    import pandas as pd

    from tapworld_eval.grounding.blindzones.lattice import lattice_table
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.resize import Resize
    from tapworld_eval.grounding.runs import read_rows
    from tapworld_eval.grounding.runs.folder import read_config

    if format is None:
        resize = Resize(**read_config(run)["decides"]["format"]["resize"])
    else:
        resize = model_format(format).resize
    print_frame(pd.DataFrame(lattice_table(read_rows(run), resize, near)), json)
