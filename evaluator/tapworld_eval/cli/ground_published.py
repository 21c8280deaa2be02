"""``tapworld ground published``: published numbers, computed again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import interval, print_json, table
from tapworld_eval.cli.stats_input import plain

__all__ = ["epilog", "published"]

epilog = examples("tapworld ground published", "tapworld ground published --plot format.svg")


def published(
    plot: Annotated[Path | None, typer.Option(help="A .svg or .png of the effects.")] = None,
    json: JsonOption = False,
) -> None:
    """A published evaluation computed again: p values from counts, costs from tokens."""
    from tapworld_eval.grounding.published import published_costs, published_effects

    effects, costs = published_effects(), published_costs()
    if plot is not None:
        from tapworld_eval.grounding.ablation_plot import plot_effects
        from tapworld_eval.statistics.plots import save_figure

        shown = [effect for effect, _ in published_effects("format")]
        save_figure(plot_effects("answer's format (published numbers)", shown), plot)
    if json:
        rows = [{**effect.row(), "published_p": p} for effect, p in effects]
        print_json(plain({"effects": rows, "costs": [vars(cost) for cost in costs]}))
        return
    table(
        ("effect", "points", "95 %", "gained", "lost", "p", "published", "needs n"),
        [
            (
                f"{effect.model} {effect.first} -> {effect.second}".strip(),
                f"{100 * effect.comparison.difference:+.2f}",
                interval(effect.comparison.low, effect.comparison.high),
                effect.comparison.gained,
                effect.comparison.lost,
                f"{effect.comparison.p_value:.2g}",
                f"{p:.2g}",
                effect.comparison.required_n,
            )
            for effect, p in effects
        ],
    )
    table(
        ("cost", "$ per correct", "published", "input tokens a sample", "$ from tokens"),
        [
            (
                f"{cost.model} {cost.scaffold}",
                f"{cost.recomputed:.5f}",
                f"{cost.per_correct:.5f}",
                cost.input_tokens,
                f"{cost.from_tokens:.5f}",
            )
            for cost in costs
        ],
    )
