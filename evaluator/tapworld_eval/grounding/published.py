"""Seed 003's published numbers, computed again from what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tapworld_eval.grounding.ablations import Effect
from tapworld_eval.grounding.models.ledger import price_of
from tapworld_eval.grounding.runs.comparing import discordance, paired_difference
from tapworld_eval.statistics.paired_tests import holm

__all__ = ["PublishedCost", "published_costs", "published_effects"]


@dataclass(frozen=True)
class PublishedCost:
    """One line of the cost table.

    Attributes:
        model: Its name.
        scaffold: How it was asked.
        dollars: For all samples, as published.
        per_correct: Dollars per correct click, as published.
        recomputed: The same from dollars and accuracy.
        input_tokens: Tokens in a sample that these dollars are at list price.
        from_tokens: Dollars per correct click from those tokens, rounded to whole ones.
    """

    model: str
    scaffold: str
    dollars: float
    per_correct: float
    recomputed: float
    input_tokens: int
    from_tokens: float


@cache
def _published() -> dict[str, Any]:
    path = Path(__file__).parent / "published.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def published_effects(what: str | None = None) -> list[tuple[Effect, float]]:
    """Effects, each with the p value that was published.

    Samples and accuracies fix how many samples the second arm gained on balance. Of the counts of
    discordant pairs with that balance, the one whose exact McNemar p is nearest the published one
    is taken; interval and needed n follow from it.

    Args:
        what: ``format``, ``prompt``, ``scaffold``, ``scale``; all when ``None``.
    """
    data = _published()
    chosen = [pair for pair in data["pairs"] if what in (None, pair["what"])]
    found = [_compared(data["n"], pair) for pair in chosen]
    corrected = holm([comparison.p_value for comparison in found])
    return [
        (
            Effect(
                pair["model"],
                pair["first"],
                pair["second"],
                comparison,
                float(p),
                (0, 0),
                (0.0, 0.0),
                (0.0, 0.0),
            ),
            float(pair["p"]),
        )
        for pair, comparison, p in zip(chosen, found, corrected, strict=True)
    ]


def _compared(n: int, pair: dict[str, Any]) -> Any:
    right = [round(n * accuracy / 100) for accuracy in pair["accuracies"]]
    counts = discordance(n, (right[1] - right[0]) / n, float(pair["p"]))
    assert counts is not None
    gained, lost = counts
    both = right[0] - lost
    first, second = np.zeros(n, bool), np.zeros(n, bool)
    first[: both + lost] = True
    second[:both] = True
    second[both + lost : both + lost + gained] = True
    return paired_difference(first, second)


def published_costs() -> list[PublishedCost]:
    """The cost table: dollars per correct click, and what the dollars are in tokens.

    The seed gives dollars and output tokens, no input tokens: these follow from the list price.
    """
    data = _published()
    made = []
    for row in data["costs"]:
        price, n = price_of(row["price"]), data["n"]
        right = n * row["accuracy"] / 100
        spent = row["dollars"] * 1e6 / n - price.output * row["output_tokens"]
        tokens = round(spent / price.input)
        sample = (price.input * tokens + price.output * row["output_tokens"]) / 1e6
        made.append(
            PublishedCost(
                row["model"],
                row["scaffold"],
                row["dollars"],
                row["per_correct"],
                row["dollars"] / right,
                tokens,
                sample * n / right,
            )
        )
    return made
