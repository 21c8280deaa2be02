"""Do the bands of the blind-zone measures cover what they say they cover?

For known accuracies of the cells: probing is simulated again and again, and a band should hold
the expected estimate (the mean over many probings of that size) in 95 of 100 cases.
``python test_blind_zone_bands.py 200`` prints the table of docs/blindzones.md.
"""

import sys

import numpy as np
import pytest

from tapworld_eval.grounding.blindzones.bands import MEASURES, cell_measures, severity_bands

SIDE = 20


def surfaces():
    """Accuracy of each cell: sharp and mild zones, smooth ones, none, and no structure at all."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    band = (x >= 0.6) & (x < 0.75)
    shapes = {
        "sharp band, .95 and .30": np.where(band, 0.3, 0.95),
        "mild band, .92 and .60": np.where(band, 0.6, 0.92),
        "smooth band, .97 to .22": 0.97 - 0.75 * np.exp(-(((x - 0.6) / 0.12) ** 2)),
        "smooth spot, .93 to .58": 0.93 - 0.35 * np.exp(-((x - 0.3) ** 2 + (y - 0.7) ** 2) / 0.05),
        "even, .90": np.full((SIDE, SIDE), 0.9),
        "unordered": np.random.default_rng(3).beta(6, 1.5, (SIDE, SIDE)),
    }
    return {name: shape.ravel() for name, shape in shapes.items()}


def coverage(accuracy, probes, repeats, seed=0):
    """Measure -> share of the bands that hold the expected estimate."""
    draw = np.random.default_rng(seed)
    many = cell_measures(draw.binomial(probes, accuracy, (2000, len(accuracy))) / probes, 0.8)
    expected = {name: np.nanmean(many[name]) for name in MEASURES}
    held = dict.fromkeys(MEASURES, 0)
    for number in range(repeats):
        right = draw.binomial(probes, accuracy)
        trials = np.full(len(accuracy), probes)
        bands = severity_bands(right, trials, seed=number, replicates=200)
        for name in MEASURES:
            low, high = bands[name]
            held[name] += bool(low <= expected[name] <= high)
    return {name: count / repeats for name, count in held.items()}


@pytest.mark.validity
@pytest.mark.parametrize("name", surfaces())
def test_bands_cover_the_expected_estimate(name):
    found = coverage(surfaces()[name], probes=30, repeats=100)
    # 100 bands of 95 % miss more than 12 times with a chance of 0.1 %; the bands of R and A_blind
    # are known to be a little short where many cells lie at the threshold (see the table).
    assert min(found.values()) >= 0.85, found
    assert np.mean(list(found.values())) >= 0.9, found


if __name__ == "__main__":
    for probes in (30, 6):
        for name, accuracy in surfaces().items():
            found = coverage(accuracy, probes, int(sys.argv[1]))
            shown = " | ".join(f"{found[m]:.2f}" for m in MEASURES)
            print(f"| {probes} | {name} | {shown} |", flush=True)
