"""Controlled comparisons: runs that are equal but for one variable, and the effect of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from tapworld_eval.grounding.errors import GroundingError
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.pictures import Encoding
from tapworld_eval.grounding.prompts import ablation_pairs, check_pair, load_prompt
from tapworld_eval.grounding.runs.comparing import (
    Prediction,
    RunComparison,
    check_prediction,
    compare_runs,
)
from tapworld_eval.grounding.runs.config import RunConfig
from tapworld_eval.grounding.scaffolds import Bare, Scaffold, make_scaffold
from tapworld_eval.rollouts.manifest import differences
from tapworld_eval.statistics.paired_tests import holm

__all__ = ["VARIABLES", "Arm", "Effect", "arms", "check_controlled", "default_arms", "effects"]

#: Variable -> the only places of a run's configuration in which two of its arms may differ.
VARIABLES = {
    "format": ("prompt.",),
    "scale": ("model.",),
    "scaffold": ("scaffold.",),
    "encoding": ("encoding.",),
    "resolution": ("scaffold.pixels",),
}


@dataclass(frozen=True)
class Arm:
    """One side of a comparison.

    Attributes:
        model: Name of the model.
        value: Value of the variable.
        locator: Model, format, prompt, encoding.
        scaffold: Strategy.
    """

    model: str
    value: str
    locator: Locator
    scaffold: Scaffold


@dataclass(frozen=True)
class Effect:
    """What changing the variable did: the second arm minus the first, on the same samples.

    Attributes:
        model: Name of the model; ``""`` where models are what is compared.
        first: Value of the variable in the first arm.
        second: The same in the second.
        comparison: Accuracies, effect with its interval, exact McNemar p, needed n.
        p_holm: The p value, corrected for the number of effects of the ablation.
        parse_failures: Replies that could not be read, in either arm: is it the parsing?
        output_tokens: Mean tokens of an answer in either arm: is it the reasoning?
        dollars: What either arm cost at list price.
        prediction: The effect said beforehand against the measured one.
    """

    model: str
    first: str
    second: str
    comparison: RunComparison
    p_holm: float
    parse_failures: tuple[int, int]
    output_tokens: tuple[float, float]
    dollars: tuple[float, float]
    prediction: Prediction | None = None

    def row(self) -> dict[str, Any]:
        """Flat, for tables."""
        fields = asdict(self)
        compared, prediction = fields.pop("comparison"), fields.pop("prediction")
        compared["accuracy_first"] = compared.pop("first")
        compared["accuracy_second"] = compared.pop("second")
        return {**fields, **compared, "prediction": prediction}


def default_arms(variable: str, locators: Mapping[str, Locator]) -> tuple[str, ...]:
    """The values that are compared when none are named.

    Raises:
        GroundingError: No pair of prompts ships for this format, or there is only one model.
    """
    if variable == "scale":
        return tuple(locators)
    if variable == "format":
        prompt = next(iter(locators.values())).prompt.name
        for pair in ablation_pairs():
            if pair.variable == "format" and prompt in (pair.first, pair.second):
                return pair.first, pair.second
        raise GroundingError(f"no pair of prompts ships with {prompt!r}; name two with --arm")
    return {
        "scaffold": ("bare", "reground"),
        "encoding": ("png", "jpeg:80"),
        "resolution": ("native", "1000000"),
    }[variable]


def arms(
    variable: str, locators: Mapping[str, Locator], values: Sequence[str]
) -> list[tuple[Arm, Arm]]:
    """The pairs of arms to compare: each value with the first one, for each model.

    Models are compared each with the one before it.

    Args:
        variable: Key of :data:`VARIABLES`.
        locators: Name of a model -> the locator that all its arms share.
        values: Prompts (``format``), scaffolds such as ``reground:window=512``, encodings such as
            ``jpeg:80``, areas in pixels or ``native`` (``resolution``), models (``scale``).

    Raises:
        PromptError: Two prompts differ in more than the answer they ask for.
        GroundingError: The variable or a value is unknown, or there are too few values.
    """
    if variable not in VARIABLES:
        raise GroundingError(f"unknown variable {variable!r}; choose one of {', '.join(VARIABLES)}")
    if len(values) < 2 or len(set(values)) < len(values):
        what = "two models" if variable == "scale" else "two different values"
        raise GroundingError(f"an ablation of {variable} compares {what} or more: {list(values)}")
    if variable == "scale":
        strange = [name for name in values if name not in locators]
        if strange:
            raise GroundingError(f"{strange[0]!r} is none of the models: {', '.join(locators)}")
        return list(pairwise(Arm("", name, locators[name], Bare()) for name in values))
    pairs = []
    for model, locator in locators.items():
        first, *others = (_arm(variable, model, locator, value) for value in values)
        if variable == "format":
            for other in others:
                check_pair(first.locator.prompt, other.locator.prompt, ("answer", "syntax"))
        pairs += [(first, other) for other in others]
    return pairs


def _arm(variable: str, model: str, locator: Locator, value: str) -> Arm:
    match variable:
        case "format":
            return Arm(model, value, replace(locator, prompt=load_prompt(value)), Bare())
        case "encoding":
            return Arm(model, value, replace(locator, encoding=_encoding(value)), Bare())
        case "resolution":
            if value != "native" and not value.isdigit():
                raise GroundingError(f"a resolution is native or pixels in all, not {value!r}")
            pixels = None if value == "native" else int(value)
            return Arm(model, value, locator, Bare(pixels=pixels))
    name, _, constants = value.partition(":")
    options: dict[str, str] = {}
    for part in filter(None, constants.split(",")):
        key, _, text = part.partition("=")
        options[key] = text
    return Arm(model, value, locator, make_scaffold(name, options))


def check_controlled(variable: str, first: RunConfig, second: RunConfig) -> None:
    """Make sure that two runs differ in the variable only.

    Raises:
        GroundingError: They differ elsewhere, or not at all.
    """
    lines = list(differences(first.decides(), second.decides()))
    if not lines:
        raise GroundingError(f"the two arms of {variable} are the same run")
    strange = [line for line in lines if not line.startswith(VARIABLES[variable])]
    if strange:
        raise GroundingError(
            f"the two arms of {variable} also differ in {strange[0]}: the comparison would mix two "
            "variables"
        )


def effects(
    found: Sequence[tuple[Arm, Arm, list[dict[str, Any]], list[dict[str, Any]]]],
    *,
    seed: int = 0,
    predicted: float | None = None,
) -> list[Effect]:
    """The effects of an ablation from the rows of its runs.

    Args:
        found: First and second arm, and the rows of either.
        seed: Of the bootstrap.
        predicted: The effect said before the first call.
    """
    compared = [compare_runs(one, two, seed=seed) for _, _, one, two in found]
    corrected = holm([comparison.p_value for comparison in compared])
    made = []
    for (first, second, one, two), comparison, p in zip(found, compared, corrected, strict=True):
        judged = None
        if predicted is not None:
            judged = check_prediction(
                predicted, comparison.difference, comparison.low, comparison.high
            )
        made.append(
            Effect(
                first.model,
                first.value,
                second.value,
                comparison,
                float(p),
                (_failures(one), _failures(two)),
                (_tokens(one), _tokens(two)),
                (_dollars(one), _dollars(two)),
                judged,
            )
        )
    return made


def _failures(rows: Sequence[dict[str, Any]]) -> int:
    return sum(row["point"] is None and not row["refused"] for row in rows)


def _tokens(rows: Sequence[dict[str, Any]]) -> float:
    asked = [entry for row in rows for entry in row["asked"]]
    draws = sum(entry["n"] for entry in asked)
    return float(np.sum([entry["output_tokens"] for entry in asked]) / draws) if draws else 0.0


def _dollars(rows: Sequence[dict[str, Any]]) -> float:
    return round(sum(row["dollars"] for row in rows), 9)


def _encoding(text: str) -> Encoding:
    kind, _, quality = text.partition(":")
    if kind not in ("png", "jpeg", "webp") or (quality and not quality.isdigit()):
        raise GroundingError(f"an encoding is png, jpeg:QUALITY or webp:QUALITY, not {text!r}")
    chosen: Any = kind
    return Encoding(chosen, int(quality) if quality else 95)
