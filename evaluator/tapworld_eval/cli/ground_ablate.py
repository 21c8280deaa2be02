"""``tapworld ground ablate``: runs that differ in one variable, and its effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    FormatOption,
    LayoutOption,
    PerMinuteOption,
    PriceOption,
    SubsetOption,
    WorkersOption,
    make_locator,
    read_samples,
)
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import interval, note, print_json, say, table
from tapworld_eval.cli.stats_input import plain

__all__ = ["ablate", "epilog"]

epilog = examples(
    "tapworld ground ablate format data/pro --model q --format qwen3-vl --out runs/format",
    "tapworld ground ablate scale data/pro --model q8b --model q32b --format qwen3-vl --out runs/s",
    "tapworld ground ablate scaffold data/pro --model q --format qwen3-vl "
    "--arm bare --arm reground:window=512 --out runs/scaffold --plot scaffold.svg",
)


def ablate(
    variable: Annotated[str, typer.Argument(help="format, scale, scaffold, encoding, resolution.")],
    path: Annotated[Path, typer.Argument(help="A dataset's folder.")],
    model: Annotated[list[str], typer.Option(help="As in `ground run`; repeatable.")],
    format: FormatOption,  # noqa: A002
    out: Annotated[Path, typer.Option(help="Folder for the runs; what is there is resumed.")],
    arm: Annotated[
        list[str] | None,
        typer.Option(help="A value of the variable; repeatable. [default: see the documentation]"),
    ] = None,
    layout: LayoutOption = None,
    n: SubsetOption = None,
    seed: SeedOption = 0,
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    per_minute: PerMinuteOption = None,
    workers: WorkersOption = 1,
    predict: Annotated[float | None, typer.Option(help="Effect you expect, as a share.")] = None,
    plot: Annotated[Path | None, typer.Option(help="A .svg or .png of the table.")] = None,
    json: JsonOption = False,
) -> None:
    """Runs that differ in one variable only: effect, interval, p value, needed n."""
    from tapworld_eval.grounding.ablations import (
        VARIABLES,
        arms,
        check_controlled,
        default_arms,
        effects,
    )
    from tapworld_eval.grounding.models import Ledger
    from tapworld_eval.grounding.runs import RunConfig, run_grounding

    if variable not in VARIABLES:
        raise typer.BadParameter(f"the variable must be one of {', '.join(VARIABLES)}")
    samples = read_samples(path, layout, n, seed)
    ledger = Ledger(budget, out / "ledger.jsonl")
    locators = {
        name: make_locator(name, format, None, base_url, price, budget, out, per_minute, ledger)
        for name in model
    }
    pairs = arms(variable, locators, arm or default_arms(variable, locators))
    configs = [
        [RunConfig(path.name, samples, one.locator, one.scaffold) for one in pair] for pair in pairs
    ]
    for first, second in configs:
        check_controlled(variable, first, second)
    about = {"predicted_effect": predict, "variable": variable}
    rows: dict[str, list[dict[str, Any]]] = {}
    for pair, both in zip(pairs, configs, strict=True):
        for one, config in zip(pair, both, strict=True):
            if config.run_id not in rows:
                folder = out / "-".join(map(_slug, filter(None, (one.model, one.value))))
                note(f"{folder.name}: run {config.run_id}")
                rows[config.run_id] = run_grounding(config, folder, workers=workers, about=about)
    found = effects(
        [
            (*pair, rows[both[0].run_id], rows[both[1].run_id])
            for pair, both in zip(pairs, configs, strict=True)
        ],
        seed=seed,
        predicted=predict,
    )
    if plot is not None:
        from tapworld_eval.grounding.ablation_plot import plot_effects
        from tapworld_eval.statistics.plots import save_figure

        save_figure(plot_effects(variable, found), plot)
    shown = [effect.row() for effect in found]
    if json:
        print_json(plain({"variable": variable, "effects": shown, "ledger": ledger.totals()}))
    else:
        _print(shown)


def _print(rows: Sequence[dict[str, Any]]) -> None:
    columns = ("arms", "n", "first", "second", "effect", "95 %", "p", "p Holm", "needs n", "failed")
    table(
        columns,
        [
            (
                " ".join(filter(None, (row["model"], f"{row['first']} -> {row['second']}"))),
                row["n"],
                f"{100 * row['accuracy_first']:.2f} %",
                f"{100 * row['accuracy_second']:.2f} %",
                f"{100 * row['difference']:+.2f}",
                interval(row["low"], row["high"]),
                f"{row['p_value']:.2g}",
                f"{row['p_holm']:.2g}",
                "-" if row["required_n"] is None else row["required_n"],
                "{}/{}".format(*row["parse_failures"]),
            )
            for row in rows
        ],
    )
    for row in rows:
        if row["prediction"] is not None:
            say(f"prediction {row['prediction']['verdict']}", markup=False)


def _slug(text: str) -> str:
    return re.sub(r"[^\w.]+", "_", text).strip("_")
