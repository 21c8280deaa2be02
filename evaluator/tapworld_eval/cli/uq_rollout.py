"""``tapworld uq rollout``: uncertainty of an agent's taps over whole episodes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import print_json, say
from tapworld_eval.cli.stats_input import plain, print_frame
from tapworld_eval.cli.uncertainty import app
from tapworld_eval.cli.uq_options import check_pictures

__all__ = ["add_to"]


def add_to(root: typer.Typer) -> None:
    """The command joins the group ``uq``, which its own module registers."""


@app.command(
    epilog=examples(
        "tapworld uq rollout runs/nano --plot deferral.svg",
        "tapworld uq rollout runs/nano -m mean_token_entropy -m sep --json",
    )
)
def rollout(
    run: Annotated[Path, typer.Argument(help="A run of an agent PLANNER+GROUNDER.")],
    method: Annotated[
        list[str] | None, typer.Option("--method", "-m", help="Repeatable. [default: all that run]")
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="Of episodes, for calibration.")] = 5,
    seed: SeedOption = 0,
    out: Annotated[Path | None, typer.Option(help="Also write the taps as a cell here.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Also draw to this .svg or .png file.")] = None,
    json: JsonOption = False,
) -> None:
    """Which taps were unsure, which episodes failed, and what deferring would have brought.

    Every probability of a wrong tap is learned from other episodes only.
    """
    import pandas as pd

    from tapworld_eval.uncertainty import save
    from tapworld_eval.uncertainty.rollout_records import cell_of_run
    from tapworld_eval.uncertainty.rollout_study import study_rollouts

    check_pictures(plot)
    cell = cell_of_run(run)
    if out is not None:
        save(cell, out)
    study = study_rollouts(cell, method, folds=folds, seed=seed)
    best = study.methods[0]
    if plot is not None:
        from tapworld_eval.statistics.plots import save_figure
        from tapworld_eval.uncertainty.plots.rollouts import plot_selective_execution

        save_figure(plot_selective_execution(study.curves, best.method), plot)
    if json:
        print_json(plain({"run": str(run), **study.to_json()}))
        return
    say(
        f"{study.taps} taps in {study.episodes} episodes; {study.tap_accuracy:.1%} of the taps "
        f"right, {study.success:.1%} of the episodes solved",
        markup=False,
    )
    rows = [
        {
            "method": m.method,
            "coverage": m.coverage,
            "tap_auroc": m.tap["auroc"],
            "tap_prr": m.tap["prr"],
            **{f"episode_{how}": values["auroc"] for how, values in m.episode.items()},
        }
        for m in study.methods
    ]
    print_frame(pd.DataFrame(rows), json=False)
    for name, why in study.skipped.items():
        say(f"{name} left out: {why}", markup=False)
    say(f"deferring at the first unsure tap, by {best.method}:", markup=False)
    print_frame(pd.DataFrame(best.operating_points), json=False)
