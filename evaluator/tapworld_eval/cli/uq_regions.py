"""``tapworld uq``: regions around clicks, certified abstention, shift, running agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json
from tapworld_eval.cli.stats_input import plain, print_frame
from tapworld_eval.cli.uq_options import (
    AlphaOption,
    CellArgument,
    MethodOption,
    OneCellArgument,
    PlotOption,
    SeedsOption,
    ShareOption,
    check_pictures,
)

__all__ = ["add_to"]


def add_to(group: typer.Typer) -> None:
    """Register the commands."""
    group.command(
        epilog=examples(
            "tapworld uq conformal cells/a -m sep --alpha 0.1 --alpha 0.2",
            "tapworld uq conformal cells/a --kind mondrian --kind elements --by app",
        )
    )(conformal)
    group.command(epilog=examples("tapworld uq abstain cells/a -m sep --risk 0.1"))(abstain)
    group.command(epilog=examples("tapworld uq shift cells/old cells/new --json"))(shift)
    group.command(epilog=examples("tapworld uq online cells/rollouts --alpha 0.1"))(online)


def conformal(
    cells: CellArgument,
    method: MethodOption = None,
    alpha: AlphaOption = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help="fixed, normalized, cqr, cqr-two-sided, mondrian, risk-control, ellipse, "
            "elements; repeatable. [fixed; with --method also normalized, cqr]"
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(help="Groups of mondrian, strata of the rest: app, size, zone, any column."),
    ] = None,
    tolerance: Annotated[
        float | None, typer.Option(help="risk-control: pixels beyond the edge that count as 1.")
    ] = None,
    seeds: SeedsOption = 50,
    calibration: ShareOption = 0.2,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Click regions on held-out records: coverage and size, in every stratum with --by."""
    import pandas as pd

    from tapworld_eval.uncertainty import load_cells
    from tapworld_eval.uncertainty.regions import evaluate_region

    check_pictures(plot)
    kinds = kind or ["fixed", *(["normalized", "cqr"] if method else [])]
    options: dict[str, Any] = {"by": by, "seeds": seeds, "calibration": calibration}
    results = []
    for cell in load_cells(cells):
        for level in alpha or [0.1]:
            for one in kinds:
                # Sets of elements follow a score where there is one; the others cannot.
                follows = one in ("normalized", "cqr", "cqr-two-sided", "elements")
                names: list[str | None] = list(method) if method and follows else [None]
                results += [
                    evaluate_region(
                        cell,
                        one,  # type: ignore[arg-type]  # checked there, with a message
                        name,
                        alpha=level,
                        tolerance=tolerance if one == "risk-control" else None,
                        **options,
                    )
                    for name in names
                ]
    if plot is not None:
        from tapworld_eval.statistics.plots import save_figure
        from tapworld_eval.uncertainty.plots import plot_radius_coverage

        save_figure(plot_radius_coverage(results), plot)
    if json:
        print_json([plain(result.to_json()) for result in results])
        return
    rows = [{k: v for k, v in r.to_json().items() if k not in ("strata", "by")} for r in results]
    print_frame(pd.DataFrame(rows), False)
    strata = [
        {"cell": r.cell, "kind": r.kind, "alpha": r.alpha, **row}
        for r in results
        for row in r.strata
    ]
    if strata:
        print_frame(pd.DataFrame(strata), False)


def abstain(
    cells: CellArgument,
    method: MethodOption = None,
    risk: Annotated[
        list[float] | None, typer.Option(help="Allowed error rate; repeatable. [0.1]")
    ] = None,
    delta: Annotated[float, typer.Option(help="Allowed probability of a wrong certificate.")] = 0.1,
    seeds: SeedsOption = 50,
    calibration: ShareOption = 0.2,
    json: JsonOption = False,
) -> None:
    """Act only below a certified threshold (Learn then Test): accepted share and error rate."""
    import pandas as pd

    from tapworld_eval.uncertainty import load_cells, supported
    from tapworld_eval.uncertainty.regions import evaluate_abstention

    results = [
        evaluate_abstention(
            cell, name, risk=level, delta=delta, seeds=seeds, calibration=calibration
        )
        for cell in load_cells(cells)
        for level in risk or [0.1]
        for name in method or [m.name for m in supported(cell)]
    ]
    print_frame(pd.DataFrame([plain(result.to_json()) for result in results]), json)


def shift(
    source: Annotated[Path, typer.Argument(help="The cell that calibrates.")],
    target: Annotated[Path, typer.Argument(help="The cell of the new regime.")],
    method: MethodOption = None,
    alpha: AlphaOption = None,
    json: JsonOption = False,
) -> None:
    """Disks of one regime used in another: plain, and weighted with effective sample size."""
    import pandas as pd

    from tapworld_eval.uncertainty import load
    from tapworld_eval.uncertainty.regions import shift_coverage

    first, second = load(source), load(target)
    results = [
        shift_coverage(first, second, alpha=level, methods=method) for level in alpha or [0.1]
    ]
    if json:
        print_json([plain(result.to_json()) for result in results])
        return
    rows = [{k: v for k, v in r.to_json().items() if k != "features"} for r in results]
    print_frame(pd.DataFrame(rows), False)


def online(
    cell: OneCellArgument,
    alpha: AlphaOption = None,
    rate: Annotated[float, typer.Option(help="Step of the level after each click.")] = 0.02,
    window: Annotated[int, typer.Option(min=1, help="Latest distances that are kept.")] = 500,
    start: Annotated[int, typer.Option(min=0, help="Records to start from.")] = 50,
    json: JsonOption = False,
) -> None:
    """An adaptive disk beside one calibrated once, over records in the order of episodes, steps."""
    import pandas as pd

    from tapworld_eval.uncertainty import load
    from tapworld_eval.uncertainty.regions import online_coverage

    records = load(cell)
    results = [
        online_coverage(records, alpha=level, start=start, rate=rate, window=window)
        for level in alpha or [0.1]
    ]
    print_frame(pd.DataFrame([plain(result.to_json()) for result in results]), json)
