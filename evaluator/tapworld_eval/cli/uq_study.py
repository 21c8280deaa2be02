"""``tapworld uq``: the synthetic study, analyses of many cells, the report page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import plain, print_frame
from tapworld_eval.cli.uq_options import BootstrapOption, SeedsOption, metric_name, scores_table

if TYPE_CHECKING:
    import pandas as pd

    from tapworld_eval.uncertainty.simulation.study import Study

__all__ = ["add_to"]


def add_to(group: typer.Typer) -> None:
    """Register the commands."""
    group.command(
        epilog=examples("tapworld uq study --json", "tapworld uq study --out study/ --seeds 50")
    )(study)
    group.command(
        epilog=examples(
            "tapworld uq analyse winners cells/",
            "tapworld uq analyse transition scores.csv --before Q7,Q72 --after UI,PT",
        )
    )(analyse)
    group.command(epilog=examples("tapworld uq report cells/ --out uncertainty.html"))(report)


def study(
    out: Annotated[
        Path | None, typer.Option(help="Keep the cells, scores.csv and study.json in this folder.")
    ] = None,
    records: Annotated[int, typer.Option(min=40, help="Records of a cell.")] = 400,
    seeds: SeedsOption = 20,
    bootstrap: BootstrapOption = 200,
    alpha: Annotated[float, typer.Option(help="Error rate of the regions.")] = 0.1,
    api: Annotated[bool, typer.Option(help="Also twelve API cells and the second tier.")] = True,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Sixteen synthetic cells with planted winners: all methods, transfer, coverage of regions.

    Ends with 1 when a winner does not read what was planted, or a region breaks its promise.
    """
    from tapworld_eval.rollouts.files import folder_errors, write_whole
    from tapworld_eval.uncertainty import save
    from tapworld_eval.uncertainty.simulation.study import plant_cells, run_study

    if out is not None:
        with folder_errors(out):
            out.mkdir(parents=True, exist_ok=True)
    planted = plant_cells(records=records, api=api, seed=seed)
    found = run_study(
        planted,
        seeds=seeds,
        bootstrap=bootstrap,
        alpha=alpha,
        progress=lambda name: note(name),
    )
    if out is not None:
        import json as json_text

        for one in planted:
            save(one.cell, out / "cells" / one.cell.name.replace(" x ", "-"))
        write_whole(out / "scores.csv", found.scores.to_csv(index=False).encode())
        text = json_text.dumps(plain(found.to_json()), indent=1, sort_keys=True)
        write_whole(out / "study.json", text.encode())
    if json:
        print_json(plain(found.to_json()))
    else:
        _show(found)
    if found.matches < len(found.outcomes) or not found.expected["kept"].all():
        raise typer.Exit(1)


def _show(found: Study) -> None:
    print_frame(found.outcomes, False)
    print_frame(found.expected, False)
    for name, one in (
        ("open cells", found.transfer),
        ("API cells", found.api),
        ("open against API cells", found.crossed),
    ):
        if one is not None:
            kinds = ", ".join(f"{kind} {rho:+.3f}" for kind, rho in one.by_kind.items())
            say(
                f"transfer, {name}: {len(one.pairs)} pairs, mean {one.mean:+.3f} "
                f"[{one.low:+.3f}, {one.high:+.3f}]; {kinds}",
                markup=False,
            )
    say(
        f"{found.matches} of {len(found.outcomes)} winners read what was planted; AUROC and AUSE "
        f"choose different methods in {found.disagree:.0%} of the open cells",
        markup=False,
    )


_CELLS_ONLY = ("splits", "layers")
_ANALYSES = (
    *("winners", "families", "top", "disagreement", "transition", "regimes"),
    *_CELLS_ONLY,
)


def analyse(
    what: Annotated[str, typer.Argument(help=", ".join(_ANALYSES))],
    source: Annotated[
        Path, typer.Argument(help="Cells, or the CSV of uq score (not for splits, layers).")
    ],
    metric: Annotated[str, typer.Option(help="Metric to rank by.")] = "auroc",
    other: Annotated[str, typer.Option(help="disagreement: the second metric.")] = "ause",
    top: Annotated[int, typer.Option(min=1, help="top: methods a cell.")] = 10,
    before: Annotated[str, typer.Option(help="transition: models, with commas.")] = "",
    after: Annotated[str, typer.Option(help="transition: models, with commas.")] = "",
    seeds: SeedsOption = 20,
    json: JsonOption = False,
) -> None:
    """Who wins, whether objectives agree, what another model, regime, split or layer changes."""
    print_frame(_analysis(what, source, metric, other, top, (before, after), seeds), json)


def _analysis(
    what: str,
    source: Path,
    metric: str,
    other: str,
    top: int,
    models: tuple[str, str],
    seeds: int,
) -> pd.DataFrame:
    import pandas as pd

    from tapworld_eval.uncertainty import OptionError, analyses, load_cells

    if what not in _ANALYSES:
        raise OptionError(f"no analysis {what!r}; choose one of {', '.join(_ANALYSES)}")
    if what in _CELLS_ONLY:
        metric = metric_name(metric)
    if what == "splits":
        shown = ["cell", "method", "calibration", metric, f"{metric}_sd"]
        return pd.concat(
            [analyses.split_ratios(cell, seeds=seeds)[shown] for cell in load_cells(source)]
        )
    if what == "layers":
        shown = ["cell", "layer", "method", metric, f"{metric}_sd"]
        return pd.concat(
            [analyses.layer_sweep(cell, seeds=seeds)[shown] for cell in load_cells(source)]
        )
    table = scores_table(source, seeds)
    shown = ["cell", "family", "method", metric]
    if what == "winners":
        return analyses.winners(table, metric)[shown]
    if what == "families":
        return analyses.family_winners(table, metric)[shown]
    if what == "top":
        return analyses.top_methods(table, top, metric)[["rank", *shown]]
    if what == "disagreement":
        return analyses.disagreement(table, metric, other).table
    if what == "regimes":
        return analyses.regime_shift(table, metric)
    names = [[name.strip() for name in text.split(",") if name.strip()] for text in models]
    if not all(names):
        raise OptionError("transition compares models: name them by --before and --after")
    return analyses.model_transition(table, names[0], names[1], metric)


def report(
    cells: Annotated[list[Path], typer.Argument(help="Cells, or folders of cells.")],
    out: Annotated[Path, typer.Option(help="The HTML file.")] = Path("uncertainty.html"),
    alpha: Annotated[float, typer.Option(help="Error rate of the regions.")] = 0.1,
    seeds: SeedsOption = 20,
    bootstrap: BootstrapOption = 200,
    model_class: Annotated[
        str, typer.Option(help="vanilla or specialist, for the recommendation.")
    ] = "vanilla",
    json: JsonOption = False,
) -> None:
    """One HTML page about cells: methods, curves, regions, transfer, what to use and why."""
    from tapworld_eval.report.uncertainty import write_uncertainty_report

    options: dict[str, Any] = {
        "alpha": alpha,
        "seeds": seeds,
        "bootstrap": bootstrap,
        "model_class": model_class,
    }
    path = write_uncertainty_report(cells, out, progress=lambda text: note(text), **options)
    if json:
        print_json({"out": str(path), "bytes": path.stat().st_size})
    else:
        say(f"written to {path}", markup=False)
