"""``tapworld ground trace``: the steps of a scaffold on one sample, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import examples
from tapworld_eval.cli.output import note

__all__ = ["epilog", "trace"]

epilog = examples("tapworld ground trace runs/reground vscode_macos_3 --picture trace.png")


def trace(
    run: Annotated[Path, typer.Argument(help="Folder of a grounding run.")],
    sample: Annotated[str, typer.Argument(help="Id of a sample.")],
    picture: Annotated[Path, typer.Option(help="A .svg or .png to write.")],
    dataset: Annotated[
        Path | None, typer.Option(help="The dataset's folder. [default: where it was]")
    ] = None,
) -> None:
    """Everything that was asked about a sample: shown part, draws, target, click."""
    from tapworld_eval.grounding.datasets import read_dataset
    from tapworld_eval.grounding.errors import GroundingRunError
    from tapworld_eval.grounding.runs import read_config, read_rows
    from tapworld_eval.grounding.runs.runner import load_pixels
    from tapworld_eval.grounding.tracing import plot_trace
    from tapworld_eval.statistics.plots import save_figure

    row = next((row for row in read_rows(run) if row["id"] == sample), None)
    if row is None:
        raise GroundingRunError(f"{run} has no row of the sample {sample!r}")
    about = read_config(run)["about"]
    place = dataset or about.get("path")
    if place is None:
        raise GroundingRunError(f"{run} does not say where its dataset lies; give --dataset")
    samples = read_dataset(Path(place), about.get("layout"))
    image = next((s.image for s in samples if s.id == sample), None)
    if image is None:
        raise GroundingRunError(f"{place} has no sample {sample!r}; give another --dataset")
    save_figure(plot_trace(row, load_pixels(image)), picture)
    note(f"{len(row['asked'])} steps in {picture}")
