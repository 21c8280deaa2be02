"""``tapworld uq``: uncertainty of clicks, on records alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli import uq_regions, uq_study
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import plain, print_frame
from tapworld_eval.cli.uq_options import (
    BootstrapOption,
    CellArgument,
    MethodOption,
    OneCellArgument,
    PlotOption,
    SeedsOption,
    ShareOption,
    check_pictures,
    scores_table,
)

__all__ = ["add_to", "app"]

app = typer.Typer(
    help="Uncertainty of clicks; needs records, no phone.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    uq_regions.add_to(app)
    uq_study.add_to(app)
    root.add_typer(app, name="uq")


@app.command("methods", epilog=examples("tapworld uq methods --api"))
def list_methods(
    api: Annotated[bool, typer.Option("--api", help="Only those that need replies alone.")] = False,
    json: JsonOption = False,
) -> None:
    """List the methods: family, signals they need, whether they learn, source."""
    import pandas as pd

    from tapworld_eval.uncertainty import all_methods

    rows = [
        {
            "number": m.number or "",
            "method": m.name,
            "family": m.family,
            "needs": ", ".join(m.needs),
            "learns": m.learns,
            "source": m.source,
        }
        for m in all_methods().values()
        if not api or (m.api and m.number is not None)
    ]
    print_frame(pd.DataFrame(rows), json)


@app.command(epilog=examples("tapworld uq score cells/ -m sep -m msp --json"))
def score(
    cells: CellArgument,
    method: MethodOption = None,
    seeds: SeedsOption = 50,
    bootstrap: BootstrapOption = 500,
    calibration: ShareOption = 0.2,
    csv: Annotated[Path | None, typer.Option(help="Also write the full table here.")] = None,
    plot: PlotOption = None,
    reliability: Annotated[
        Path | None, typer.Option(help="Draw predicted against observed risk of the best method.")
    ] = None,
    risk_coverage: Annotated[
        Path | None, typer.Option(help="Draw error rate against accepted share, best five methods.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Every metric of every method: mean over splits, standard deviation, bootstrap interval."""
    from tapworld_eval.rollouts.files import write_whole
    from tapworld_eval.uncertainty import OptionError, evaluate, load_cells, to_frame

    check_pictures(plot, reliability, risk_coverage)
    loaded = load_cells(cells)
    if len(loaded) > 1 and (reliability or risk_coverage):
        raise OptionError("--reliability and --risk-coverage draw one cell: name one")
    results = [
        result
        for cell in loaded
        for result in evaluate(
            cell, method, seeds=seeds, bootstrap=bootstrap, calibration=calibration
        )
    ]
    table = to_frame(results)
    if csv is not None:
        write_whole(csv, table.to_csv(index=False).encode())
    if plot is not None:
        from tapworld_eval.statistics.plots import save_figure
        from tapworld_eval.uncertainty import analyses, plots

        save_figure(plots.plot_families(analyses.family_winners(table)), plot)
    if reliability is not None or risk_coverage is not None:
        best = table.sort_values("auroc", ascending=False)["method"].tolist()
        splits = min(seeds, _MOST_SPLITS)
        _draw_held_out(loaded[0], best[:5], splits, calibration, reliability, risk_coverage)
    if json:
        print_json([plain(result.to_json()) for result in results])
        return
    shown = ["cell", "method", "coverage", "auroc", "auroc_sd", "prr", "aurc", "ece", "brier"]
    print_frame(
        table[[*shown, "ause"]].sort_values(["cell", "auroc"], ascending=[True, False]), False
    )


_MOST_SPLITS = 10


def _draw_held_out(
    cell: Any,
    methods: list[str],
    splits: int,
    calibration: float,
    reliability: Path | None,
    risk_coverage: Path | None,
) -> None:
    """One method's reliability over the test rows of all splits, all methods' risk on the first."""
    import numpy as np

    from tapworld_eval.statistics.plots import save_figure
    from tapworld_eval.uncertainty import plots
    from tapworld_eval.uncertainty.metrics import held_out

    parts = {name: held_out(cell, name, calibration=calibration) for name in methods}
    first = parts[methods[0]]
    if reliability is not None:
        others = [
            held_out(cell, methods[0], seed, calibration=calibration) for seed in range(1, splits)
        ]
        predicted = np.concatenate([part.probabilities for part in (first, *others)])
        wrong = np.concatenate([part.wrong for part in (first, *others)])
        known = np.isfinite(predicted)
        figure = plots.plot_reliability(predicted[known], wrong[known])
        save_figure(figure, reliability)
    if risk_coverage is not None:
        scores = {name: part.scores for name, part in parts.items()}
        save_figure(plots.plot_risk_coverage(scores, first.wrong), risk_coverage)


@app.command(
    epilog=examples(
        "tapworld uq transfer cells/ --plot transfer.svg",
        "tapworld uq transfer open/ --to api/",
    )
)
def transfer(
    source: Annotated[Path, typer.Argument(help="A folder of cells, or the CSV of uq score.")],
    to: Annotated[
        Path | None,
        typer.Option(help="Cells of another tier: pairs across, on equal datasets."),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help="Rank these only; repeatable. [default: all shared]"),
    ] = None,
    metric: Annotated[str, typer.Option(help="Metric to rank by.")] = "auroc",
    seeds: SeedsOption = 50,
    seed: SeedOption = 0,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Whether rankings of methods hold across cells: Spearman correlations of all pairs.

    With --to the pairs lead from the source's cells to those: what an API user may expect of a
    choice that was made on open weights.
    """
    import pandas as pd

    from tapworld_eval.uncertainty import analyses

    check_pictures(plot)
    table = _ranked_only(scores_table(source, seeds), method)
    if to is None:
        found = analyses.transfer_matrix(table, metric, seed=seed)
    else:
        other = _ranked_only(scores_table(to, seeds), method)
        both = pd.concat([table, other], ignore_index=True)
        names = sorted(map(str, table["cell"].unique()))
        found = analyses.cross_tier(both, names, metric=metric, seed=seed)
    if plot is not None:
        from tapworld_eval.statistics.plots import save_figure
        from tapworld_eval.uncertainty.plots import plot_transfer

        save_figure(plot_transfer(found.matrix), plot)
    if json:
        print_json(plain(found.to_json()))
        return
    print_frame(found.pairs, json=False)
    say(
        f"mean {found.mean:+.3f} (95 % interval {found.low:+.3f} to {found.high:+.3f}); "
        + ", ".join(f"{kind} {rho:+.3f}" for kind, rho in found.by_kind.items()),
        markup=False,
    )


def _ranked_only(table: Any, methods: list[str] | None) -> Any:
    from tapworld_eval.uncertainty import OptionError, get_method

    absent = {"cell", "method"} - set(table.columns)
    if absent:
        raise OptionError(f"the table lacks the column(s) {', '.join(sorted(absent))}")
    names = [get_method(name).name for name in methods or []]
    return table[table["method"].isin(names)] if names else table


@app.command(epilog=examples("tapworld uq recommend cells/a --model-class specialist"))
def recommend(
    cell: OneCellArgument,
    model_class: Annotated[str, typer.Option(help="vanilla or specialist.")] = "vanilla",
    objective: Annotated[
        str, typer.Option(help="rejection, severity or calibration.")
    ] = "rejection",
    size: Annotated[int, typer.Option(min=1, help="Methods in the panel.")] = 5,
    prior: Annotated[
        list[str] | None, typer.Option(help="Panel one would reuse; repeatable.")
    ] = None,
    other_model: Annotated[
        bool, typer.Option("--other-model", help="The prior comes from another model or interface.")
    ] = False,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Choose a panel and a click region from calibration records, and show the evidence."""
    from tapworld_eval.uncertainty import load
    from tapworld_eval.uncertainty.analyses import recommend as choose

    found = choose(
        load(cell),
        model_class=model_class,  # type: ignore[arg-type]  # checked there, with a message
        objective=objective,  # type: ignore[arg-type]
        size=size,
        prior=tuple(prior or ()),
        same_model=not other_model,
        seed=seed,
    )
    if json:
        print_json(plain(found.to_json()))
        return
    for decision in found.decisions:
        say(f"{decision.question}: {decision.action}", markup=False)
        if decision.evidence:
            say(f"    evidence: {decision.evidence}", markup=False)
    say(f"panel: {', '.join(found.panel)}; click region: {found.disk}", markup=False)


@app.command(epilog=examples("tapworld uq reproduce"))
def reproduce(json: JsonOption = False) -> None:
    """The source paper's printed tables: its statements beside ours.

    Its records are not part of tapworld: what rests on them is printed without a number of ours.
    """
    import pandas as pd

    from tapworld_eval.uncertainty.analyses import reproduce as checks

    found = checks()
    print_frame(pd.DataFrame([check.to_json() for check in found]), json)
    if any(check.agrees is False for check in found):
        raise typer.Exit(1)


@app.command(epilog=examples("tapworld uq normalize records.jsonl cells/mine --interface api"))
def normalize(
    source: Annotated[Path, typer.Argument(help="A .jsonl file, a .pt file, or a folder of them.")],
    out: Annotated[Path, typer.Argument(help="Folder of the new cell.")],
    name: Annotated[str | None, typer.Option(help="Name of the cell.")] = None,
    model: Annotated[str, typer.Option(help="The model.")] = "",
    dataset: Annotated[str, typer.Option(help="The dataset.")] = "",
    interface: Annotated[str, typer.Option(help="open or api.")] = "open",
    field: Annotated[
        list[str] | None, typer.Option(metavar="OURS=THEIRS", help="A field's name; repeatable.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Make a cell of another tool's records; no pickle is executed."""
    from tapworld_eval import uncertainty

    pairs = [text.partition("=") for text in field or []]
    if any(not sign for _, sign, _ in pairs):
        raise uncertainty.OptionError("--field must be OURS=THEIRS, for example hidden=activations")
    fields = {ours: theirs for ours, _, theirs in pairs}
    options: dict[str, Any] = {"model": model, "dataset": dataset, "interface": interface}
    cell = uncertainty.normalize(
        source, name=name or (f"{model} x {dataset}" if model else None), fields=fields, **options
    )
    for remark in uncertainty.validate(cell):
        note(f"Note: {remark}")
    uncertainty.save(cell, out)
    facts = {
        "cell": cell.name,
        "records": len(cell),
        "accuracy": cell.accuracy,
        "signals": sorted(cell.signals),
        "methods": len(uncertainty.supported(cell)),
        "out": str(out),
    }
    if json:
        print_json(plain(facts))
    else:
        for key, value in facts.items():
            say(f"{key}: {', '.join(value) if isinstance(value, list) else value}", markup=False)


@app.command(epilog=examples("tapworld uq simulate cells/demo --records 400"))
def simulate(
    out: Annotated[Path, typer.Argument(help="Folder of the new cell.")],
    records: Annotated[int, typer.Option(min=1)] = 400,
    accuracy: Annotated[float, typer.Option(help="Expected share of right clicks.")] = 0.6,
    dimension: Annotated[int, typer.Option(min=1, help="Of the hidden states.")] = 64,
    interface: Annotated[str, typer.Option(help="open or api.")] = "open",
    model: Annotated[str, typer.Option(help="Name of the model.")] = "model",
    dataset: Annotated[str, typer.Option(help="Name of the dataset.")] = "data",
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Draw a synthetic cell with a known truth."""
    from tapworld_eval.uncertainty import save
    from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

    process = CellProcess(
        records=records,
        accuracy=accuracy,
        dimension=dimension,
        interface=interface,  # type: ignore[arg-type]  # checked when it is written
        model=model,
        dataset=dataset,
    )
    cell = simulate_cell(process, seed=seed)
    save(cell, out)
    if json:
        print_json({"cell": cell.name, "records": len(cell), "accuracy": cell.accuracy})
    else:
        say(f"{cell!r} written to {out}", markup=False)
