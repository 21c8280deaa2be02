"""Synthetic cells whose truth is known: risk, the best method of every family, distances.

The risk of a record is drawn from a Beta distribution, and the click is wrong with that
probability. Every family has a latent score, normal with unit variance, whose mean is higher by
``strength`` for wrong clicks; its signals are monotone functions of the latent score. So the AUROC
of a method that is monotone in the latent score is Phi(strength / sqrt 2), in closed form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special, stats

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import API_SIGNALS, SIGNALS, Interface
from tapworld_eval.uncertainty.simulation.screens import SCREEN, add_elements, draw_screens

__all__ = ["STRENGTHS", "CellProcess", "latent_auroc", "simulate_cell", "simulate_matrix"]

FloatArray = NDArray[np.float64]
STRENGTHS: Final[dict[str, float]] = {
    "logit": 1.0,
    "sampling": 1.0,
    "attention": 0.9,
    "density": 1.6,
    "verbalised": 0.5,
    "vlm": 0.6,
}


def latent_auroc(strength: float) -> float:
    """AUROC of a family's latent score.

    >>> round(latent_auroc(1.0), 3)
    0.76
    """
    return float(stats.norm.cdf(strength / np.sqrt(2)))


@dataclass(frozen=True)
class CellProcess:
    """How to draw a cell.

    Attributes:
        records: Number of records.
        accuracy: Expected share of right clicks.
        concentration: Of the Beta distribution of the risk; small means risks near 0 and 1.
        dimension: Of the hidden states.
        samples: Stochastic samples a record.
        strengths: Latent strength of families; those not named have the default.
        interface: An ``api`` cell gets the signals of replies only.
        model: Name of the model.
        dataset: Name of the dataset.
    """

    records: int = 400
    accuracy: float = 0.6
    concentration: float = 2.0
    dimension: int = 64
    samples: int = 5
    strengths: Mapping[str, float] = field(default_factory=dict)
    interface: Interface = "open"
    model: str = "model"
    dataset: str = "data"


def simulate_cell(process: CellProcess, *, seed: int) -> Cell:
    """Draw a cell; equal processes and seeds give equal cells.

    Raises:
        OptionError: A parameter is out of range.
    """
    if process.records < 1 or not 0 < process.accuracy < 1 or process.concentration <= 0:
        raise OptionError(
            "a synthetic cell needs records >= 1, 0 < accuracy < 1 and concentration > 0"
        )
    unknown = set(process.strengths) - STRENGTHS.keys()
    if unknown:
        raise OptionError(f"no strength for {sorted(unknown)}; families: {', '.join(STRENGTHS)}")
    strength = {**STRENGTHS, **process.strengths}
    rng = np.random.default_rng([seed, 1581])
    n, c = process.records, process.concentration
    risk = rng.beta(c * (1 - process.accuracy), c * process.accuracy, size=n)
    wrong = rng.random(n) < risk
    latent = {
        name: rng.standard_normal(n) + value * (wrong - 0.5)
        for name, value in sorted(strength.items())
    }
    items = draw_screens(rng, wrong)
    items["risk"] = risk
    lists: dict[str, Ragged] = {}
    tensors: dict[str, NDArray[Any]] = {}
    _tokens(rng, latent, lists)
    _samples(rng, latent["sampling"], wrong, items, lists, process.samples)
    _perturbed(rng, latent["vlm"], items, lists)
    _verbalised(rng, latent["verbalised"], items)
    _attention(rng, latent["attention"], items, lists)
    direction = rng.standard_normal(process.dimension)
    direction /= np.linalg.norm(direction)
    noise = rng.standard_normal((n, process.dimension))
    noise *= 0.4  # below the planted direction, which can then be learned from few records
    noise -= (noise @ direction)[:, None] * direction
    tensors["hidden"] = (noise + latent["density"][:, None] * direction).astype(np.float32)
    # Drawn by a generator of their own, so that what was drawn before stays as it was.
    add_elements(np.random.default_rng([seed, 1582]), items, lists)
    cell = Cell(
        name=f"{process.model} x {process.dataset}",
        items=items,
        lists=lists,
        tensors=tensors,
        interface=process.interface,
        model=process.model,
        dataset=process.dataset,
        meta={"synthetic": True, "seed": seed, "strengths": strength},
    )
    return _replies_only(cell) if process.interface == "api" else cell


def simulate_matrix(
    models: Mapping[str, Mapping[str, float]],
    datasets: Mapping[str, float],
    *,
    records: int = 400,
    dimension: int = 64,
    interface: Interface = "open",
    seed: int,
) -> list[Cell]:
    """A cell for each model and dataset; the planted strengths belong to the model.

    Args:
        models: Model to strengths of families.
        datasets: Dataset to accuracy.
        records: Records a cell.
        dimension: Of the hidden states.
        interface: Of all cells.
        seed: Decides every draw.
    """
    return [
        simulate_cell(
            CellProcess(
                records=records,
                accuracy=accuracy,
                dimension=dimension,
                strengths=strengths,
                interface=interface,
                model=model,
                dataset=dataset,
            ),
            seed=seed + 1000 * row + column,
        )
        for row, (model, strengths) in enumerate(models.items())
        for column, (dataset, accuracy) in enumerate(datasets.items())
    ]


def _tokens(
    rng: np.random.Generator, latent: Mapping[str, FloatArray], lists: dict[str, Ragged]
) -> None:
    """Eight tokens whose mean negative log-probability is a function of the latent score."""
    n, tokens = len(latent["logit"]), 8
    mean = special.expit(latent["logit"]) * 0.8 + 0.01
    shares = rng.dirichlet(np.full(tokens, 5.0), n) * tokens
    surprise = mean[:, None] * shares
    lists["token_logprobs"] = Ragged.of(-surprise)
    lists["token_max_probs"] = Ragged.of(np.exp(-surprise))
    lists["token_entropies"] = Ragged.of(surprise * 1.5)


def _samples(
    rng: np.random.Generator,
    latent: FloatArray,
    wrong: NDArray[np.bool_],
    items: pd.DataFrame,
    lists: dict[str, Ragged],
    samples: int,
) -> None:
    """Clicks that stay at the greedy one with a probability that falls with the latent score."""
    n = len(wrong)
    stay = special.expit(1.0 - 1.5 * latent)
    away = rng.random((n, samples)) > stay[:, None]
    x, y = _around(rng, items, away)
    lists["sample_x"], lists["sample_y"] = Ragged.of(x), Ragged.of(y)
    texts = np.empty(n * samples, dtype=object)
    texts[:] = [f"click({a:.0f}, {b:.0f})" for a, b in zip(np.ravel(x), np.ravel(y), strict=True)]
    lists["sample_texts"] = Ragged(texts, np.arange(0, n * samples + 1, samples, dtype=np.int64))
    surprise = special.expit(latent)[:, None] * 4 * rng.uniform(0.7, 1.3, (n, samples)) + 0.1
    lists["sample_logprobs"] = Ragged.of(-surprise)
    lists["sample_lengths"] = Ragged.of(np.full((n, samples), 8.0))


def _around(
    rng: np.random.Generator, items: pd.DataFrame, away: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    shape = away.shape
    x = items["click_x"].to_numpy()[:, None] + rng.normal(0, 6, shape)
    y = items["click_y"].to_numpy()[:, None] + rng.normal(0, 6, shape)
    return (
        np.where(away, rng.uniform(0, SCREEN[0], shape), x),
        np.where(away, rng.uniform(0, SCREEN[1], shape), y),
    )


def _perturbed(
    rng: np.random.Generator, latent: FloatArray, items: pd.DataFrame, lists: dict[str, Ragged]
) -> None:
    stay = special.expit(1.0 - 1.5 * latent)
    for name in ("paraphrase", "perturbation"):
        x, y = _around(rng, items, rng.random((len(latent), 3)) > stay[:, None])
        lists[f"{name}_x"], lists[f"{name}_y"] = Ragged.of(x), Ragged.of(y)


def _verbalised(rng: np.random.Generator, latent: FloatArray, items: pd.DataFrame) -> None:
    confidence = special.expit(1 - latent)
    items["p_true"] = confidence * 0.9
    items["p_false"] = (1 - confidence) * 0.9
    # Models name round numbers, and sometimes none.
    items["verbalized_1s"] = np.where(
        rng.random(len(latent)) < 0.05, np.nan, np.round(confidence, 1)
    )
    items["verbalized_2s"] = np.round(
        np.clip(confidence + rng.normal(0, 0.1, len(latent)), 0, 1), 1
    )


def _attention(
    rng: np.random.Generator, latent: FloatArray, items: pd.DataFrame, lists: dict[str, Ragged]
) -> None:
    n, tokens, layers = len(latent), 8, 4
    square = np.tril(rng.uniform(0.1, 1.0, (n, tokens, tokens)), -1)
    lists["attention_max"] = Ragged.of(square)
    lists["attention_chain"] = Ragged.of(square)
    weight = special.expit(-latent)[:, None, None] * rng.uniform(0.8, 1.0, (n, layers, tokens))
    weight[:, :, 0] = 0.0
    lists["attention_previous"] = Ragged.of(weight)
    coordinates = np.zeros((n, tokens))
    coordinates[:, -3:] = 1
    lists["coordinate_tokens"] = Ragged.of(coordinates)
    for column in ("attention_rollout", "llm_check", "attention_entropy", "lookback_lens"):
        items[column] = latent + rng.normal(0, 1, n)


def _replies_only(cell: Cell) -> Cell:
    hidden = {
        column.name
        for signal in SIGNALS.values()
        if signal.name not in API_SIGNALS
        for column in signal.columns
    }
    return Cell(
        name=cell.name,
        items=cell.items[[name for name in cell.items.columns if name not in hidden]],
        lists={name: rows for name, rows in cell.lists.items() if name not in hidden},
        tensors={},
        interface="api",
        model=cell.model,
        dataset=cell.dataset,
        meta=cell.meta,
    )
