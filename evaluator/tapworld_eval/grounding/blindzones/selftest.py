"""Does the whole chain find what is known to be there? A scripted model with a planted zone.

The model is asked through the same prober, locator and parsers as a real one. It errs in a fifth
of the cells far more often than elsewhere, by a known amount, with noise in its clicks and a
shared direction of its errors.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pandas as pd

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.measures import (
    bottom_mask,
    jaccard,
    null_concentration,
    severity,
)
from tapworld_eval.grounding.blindzones.probes import Prober
from tapworld_eval.grounding.blindzones.probing import ask_probes
from tapworld_eval.grounding.blindzones.records import count_records
from tapworld_eval.grounding.blindzones.relocate import relocations
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.base import Query
from tapworld_eval.grounding.models.scripted import ScriptedModel
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.grounding.runs.comparing import paired_difference
from tapworld_eval.grounding.spaces import to_model

__all__ = ["planted_mask", "run_selftest", "two_level_gini"]

BLIND_ERROR, OTHER_ERROR = 0.8, 0.1
_SIZE = 480, 320


def planted_mask(grid: Grid) -> np.ndarray:
    """A fifth of the cells: a band right of the middle and a corner."""
    mask = np.zeros((grid.rows, grid.columns), dtype=bool)
    mask[:, grid.columns * 5 // 8 : grid.columns * 3 // 4] = True
    left = round(0.2 * grid.cells) - int(mask.sum())
    mask.reshape(-1)[np.flatnonzero(~mask.ravel())[:left]] = True
    return mask.ravel()


def two_level_gini(share: float, inside: float, outside: float) -> float:
    """G_e of two error rates in closed form: f (1 - f) (e1 - e0) / (f e1 + (1 - f) e0).

    Examples:
        >>> round(two_level_gini(0.2, 0.8, 0.1), 4)
        0.4667
    """
    mean = share * inside + (1 - share) * outside
    return share * (1 - share) * (inside - outside) / mean


def run_selftest(*, seed: int = 0, backgrounds: int = 10) -> dict[str, Any]:
    """Probe three scripted models and compare with what was planted.

    Returns:
        jaccard, g_e, g_e_closed_form, f_blind, f_blind_closed_form, relocation drop,
        uniform_inside_null, and whether all of it is as it should be.
    """
    grid = Grid()
    mask = planted_mask(grid)
    share = float(mask.mean())
    draw = np.random.default_rng(seed)
    screens = [
        draw.integers(200, 256, (_SIZE[1], _SIZE[0], 3), dtype=np.uint8) for _ in range(backgrounds)
    ]
    prober = Prober(screens, grid)
    layers = len(prober) // grid.cells
    errors = np.where(mask, BLIND_ERROR, OTHER_ERROR)
    noisy = _probe(prober, lambda cell, _, chance: chance >= errors[cell], seed)
    exact = _probe(prober, lambda cell, layer, _: layer >= round(errors[cell] * layers), seed)
    even = _probe(prober, lambda _c, _l, chance: chance >= 0.2, seed + 1)
    found = bottom_mask(count_records(noisy, grid).accuracy, grid, share).cells
    counts = count_records(exact, grid)
    measured = severity(counts.right, counts.trials, seed=seed)
    flat = count_records(even, grid)
    flat_ge = severity(flat.right, flat.trials, seed=seed).concentration
    rate = 1 - flat.right.sum() / flat.trials.sum()
    _, low, high = null_concentration(flat.trials, float(rate), seed=seed)
    mean = 1 - (share * BLIND_ERROR + (1 - share) * OTHER_ERROR)
    result = {
        "jaccard": jaccard(found, mask),
        "g_e": measured.concentration,
        "g_e_closed_form": two_level_gini(share, BLIND_ERROR, OTHER_ERROR),
        "f_blind": measured.drop,
        "f_blind_closed_form": 1 - (1 - BLIND_ERROR) / mean,
        "relocation": _relocate(mask, grid, errors, seed),
        "uniform_g_e": flat_ge,
        "uniform_null": [low, high],
        "uniform_inside_null": bool(low <= flat_ge <= high),
        "probes": 3 * len(prober),
    }
    result["passed"] = bool(
        result["jaccard"] >= 0.95
        and abs(result["g_e"] - result["g_e_closed_form"]) < 1e-9
        and abs(result["f_blind"] - result["f_blind_closed_form"]) < 1e-9
        and result["uniform_inside_null"]
        and result["relocation"]["out->in"]["difference"] < -0.5
        and result["relocation"]["in->out"]["difference"] > 0.5
        and abs(result["relocation"]["out->out"]["difference"]) < 0.05
    )
    return result


def _probe(prober: Prober, right: Any, seed: int) -> pd.DataFrame:
    """Records of a scripted model: ``right(cell, layer, chance)`` decides, then it clicks."""

    def rule(query: Query) -> list[str]:
        index = int(query.tag.split("/")[0])
        layer, cell = divmod(index, prober.grid.cells)
        own = random.Random(f"{seed}/{index}")
        left, top, wide, high = _box(prober, index)
        x = left + wide * own.uniform(0.2, 0.8)
        y = top + high * own.uniform(0.2, 0.8)
        if not right(cell, layer, own.random()):
            # Wrong clicks share a direction, as a bias would make them.
            assert query.frame is not None
            x = (x + 0.25 * query.frame.width) % query.frame.width
            y = (y + 0.25 * query.frame.height) % query.frame.height
        assert query.frame is not None
        a, b = to_model((x, y), model_format("qwen3-vl-pair").space, query.frame)
        return [f"({a:.4f}, {b:.4f})"]

    locator = Locator(
        ScriptedModel("planted", rule), model_format("qwen3-vl-pair"), load_prompt("locator-probe")
    )
    return pd.DataFrame(list(ask_probes(locator, prober, range(len(prober)))))


def _box(prober: Prober, index: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = prober.probe(index).box
    return left, top, right - left, bottom - top


def _relocate(mask: Any, grid: Grid, errors: Any, seed: int) -> dict[str, Any]:
    """Paired accuracy before and after moving random targets, under the planted error rates."""
    own = random.Random(seed)
    size = (1000, 800)
    boxes = []
    for _ in range(600):
        x, y = own.randrange(0, 960), own.randrange(0, 776)
        boxes.append((float(x), float(y), float(x + 40), float(y + 24)))

    def right(box: tuple[float, float, float, float], key: str) -> bool:
        at = (box[0] + box[2]) / 2 / size[0], (box[1] + box[3]) / 2 / size[1]
        return random.Random(f"{seed}/{key}").random() >= errors[int(grid.cell_of(*at))]

    moves, _ = relocations(boxes, [size] * len(boxes), mask, grid, seed=seed)
    result = {}
    for arm in ("out->in", "in->out", "out->out", "in->in"):
        chosen = [move for move in moves if move.arm == arm]
        before = [right(boxes[m.index], f"before/{m.index}/{m.run}") for m in chosen]
        after = [right(m.box, f"after/{m.index}/{m.run}/{m.arm}") for m in chosen]
        compared = paired_difference(before, after, seed=seed)
        result[arm] = {
            "n": compared.n,
            "difference": compared.difference,
            "p": compared.p_value,
        }
    return result
