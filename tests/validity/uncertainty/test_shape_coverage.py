"""Do ellipses, sets of elements and groups cover what they promise? 2 000 synthetic cells.

Each cell calibrates on all records but the last and tests that one, so hits are binomial with the
probability ceil((n+1)(1-alpha))/(n+1): exactly, since nonconformity is continuous where the
quantile lies (half of the clicks are wrong).
"""

import math
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from tapworld_eval.uncertainty import get_method
from tapworld_eval.uncertainty.regions import (
    conformal_quantile,
    ellipse_distance,
    fit_elements,
    fit_ellipse,
    fit_mondrian,
    sample_shapes,
    size_classes,
    target_distances,
)
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

pytestmark = pytest.mark.validity
SEEDS, RECORDS, ALPHA = 2000, 80, 0.1


def band(probability, count=SEEDS):
    return tuple(stats.binom.ppf([0.0005, 0.9995], count, probability) / count)


def exact(records, alpha=ALPHA):
    return math.ceil((records + 1) * (1 - alpha) - 1e-9) / (records + 1)


def in_set(sets, cell, row, score=math.nan):
    """By the members themselves, not by the distance that calibrated them."""
    boxes = cell.list("element_boxes")[row]
    return int(cell.number("target_element")[row]) in sets.members(cell.clicks[row], boxes, score)


@pytest.fixture(scope="module")
def covered():
    """How often each region held the target of the record that nothing was calibrated on."""
    found = Counter()
    entropy = get_method("mean_token_entropy")
    for seed in range(SEEDS):
        process = CellProcess(records=RECORDS + 1, accuracy=0.5, dimension=2)
        cell = simulate_cell(process, seed=seed)
        first, last = cell.select(range(RECORDS)), cell.select([RECORDS])
        shape = sample_shapes(last)
        found["ellipse"] += ellipse_distance(last, shape)[0] <= fit_ellipse(first, ALPHA).radius
        sets = fit_elements(first, ALPHA)
        found["elements"] += in_set(sets, last, 0)
        scaled = fit_elements(first, ALPHA, entropy.score(first), seed=seed)
        found["elements by score"] += in_set(scaled, last, 0, float(entropy.score(last)[0]))
        # What a quantile without the correction would do, at n = 20.
        few = target_distances(first)[:20]
        plain = replace(sets, distance=float(np.quantile(few, 0.9, method="lower")))
        found["elements, plain quantile"] += in_set(plain, last, 0)
        found["elements, 20"] += in_set(
            replace(sets, distance=conformal_quantile(few, 0.1)), last, 0
        )
        few = ellipse_distance(first, sample_shapes(first))[:20]
        reach = ellipse_distance(last, shape)[0]
        found["ellipse, plain quantile"] += reach <= np.quantile(few, 0.9, method="lower")
        found["ellipse, 20"] += reach <= conformal_quantile(few, 0.1)
    return {name: count / SEEDS for name, count in found.items()}


@pytest.mark.parametrize(
    ("kind", "records"),
    [
        ("ellipse", RECORDS),
        ("elements", RECORDS),
        ("elements by score", RECORDS // 2),  # the other half learns the scale
        ("ellipse, 20", 20),
        ("elements, 20", 20),
    ],
)
def test_shapes_cover_exactly_as_often_as_theory_says(covered, kind, records):
    low, high = band(exact(records))
    assert low <= covered[kind] <= high


@pytest.mark.parametrize("kind", ["ellipse", "elements"])
def test_a_plain_quantile_would_be_seen(covered, kind):
    assert covered[f"{kind}, plain quantile"] < band(exact(20))[0]


def test_every_group_keeps_its_promise_where_one_disk_for_all_does_not():
    """Groups by size, whose shares and distances differ; the pooled disk fails the large ones."""
    inside, pooled, seen = Counter[str](), Counter[str](), Counter[str]()
    expected = defaultdict[str, float](float)
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 83])
        names = rng.choice(["small", "medium", "large"], size=121, p=[0.5, 0.3, 0.2])
        scale = np.array([{"small": 10.0, "medium": 30.0, "large": 200.0}[name] for name in names])
        distance = rng.exponential(scale)
        groups, own = names[:120], str(names[120])
        disk = fit_mondrian(distance[:120], groups, ALPHA)
        seen[own] += 1
        inside[own] += distance[120] <= disk.radius([own])[0]
        pooled[own] += distance[120] <= conformal_quantile(distance[:120], ALPHA)
        expected[own] += exact(int((groups == own).sum()))
    for name, count in seen.items():
        # Group sizes vary, so the hits are binomial with the mean of their probabilities at most.
        low, high = band(expected[name] / count, count)
        assert low <= inside[name] / count <= high, name
    assert pooled["large"] / seen["large"] < band(0.9, seen["large"])[0]


def test_sizes_of_targets_as_groups():
    """The groups of a cell: what `uq conformal --kind mondrian --by size` calibrates."""
    inside, seen = Counter[str](), Counter[str]()
    expected = defaultdict[str, float](float)
    for seed in range(SEEDS // 2):
        cell = simulate_cell(CellProcess(records=121, accuracy=0.5, dimension=2), seed=seed)
        groups = np.array(size_classes(cell))
        disk = fit_mondrian(cell.distances[:120], groups[:120], ALPHA)
        own = str(groups[120])
        seen[own] += 1
        inside[own] += cell.distances[120] <= disk.radius([own])[0]
        expected[own] += min(1.0, exact(int((groups[:120] == own).sum())))
    assert len(seen) > 1
    for name, count in seen.items():
        low, high = band(expected[name] / count, count)
        assert low <= inside[name] / count <= high, name
