"""What differences the runs could have seen, and how many pairs the unseen ones would need."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tapworld_eval.report.charts import Curve, Scale, curves
from tapworld_eval.report.statistics.section import Drawing, Grid, Outcomes, Section, share_ticks
from tapworld_eval.statistics import discordant_pairs, mcnemar_power, required_n
from tapworld_eval.statistics.paired_tests import PairedTest

__all__ = ["power_section"]

_EFFECTS = (0.03, 0.06, 0.1, 0.2)
_SIZES = (10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000)
_HOW = (
    "A curve shows how often the exact McNemar test would find a true difference of that size with "
    "so many paired rollouts; the vertical line is what these runs have. Left of where a curve "
    "crosses 80 %, not finding the difference says little."
)


def power_section(runs: Sequence[Outcomes], _seed: int) -> Section | None:
    """Power curves at the discordance that these agents show, or nothing for a single agent."""
    if len(runs) < 2:
        return None
    section = ("power", "What could have been seen", _HOW)
    pairs = [
        (one, two, found)
        for one, two in combinations(runs, 2)
        if (found := discordant_pairs(one.table, two.table)) is not None
    ]
    if not pairs:
        return Section(*section, note="No two agents met the same configuration: nothing pairs.")
    discordance = float(np.mean([_discordance(found) for _, _, found in pairs]))
    size = int(np.median([_pairs(found) for _, _, found in pairs]))
    lines = []
    for number, effect in enumerate(_EFFECTS):
        share = max(discordance, effect)
        wins, losses = (share + effect) / 2, (share - effect) / 2
        powers = [mcnemar_power(n, wins, losses) for n in _SIZES]
        now = 100 * mcnemar_power(size, wins, losses)
        label = f"{100 * effect:g} points: found in {now:.0f} % at {size} pairs"
        lines.append(Curve(list(_SIZES), powers, f"l{number}", label))
    ticks = [(n, f"{n:,}".replace(",", " ")) for n in (10, 40, 100, 400, 1000, 4000)]
    figure = curves(
        lines,
        Scale(_SIZES[0], _SIZES[-1], ticks, "paired rollouts", logarithmic=True),
        Scale(0, 1, share_ticks(), "power"),
        title="Power of the paired test by number of pairs, for differences of several sizes",
        width=1080,
        reference=[(_SIZES[0], 0.8), (_SIZES[-1], 0.8)],
        verticals=[(size, "muted", f"these runs: {size} pairs")],
    )
    key = [(f"l{i}", f"{100 * effect:g} points") for i, effect in enumerate(_EFFECTS)]
    caption = f"Power where exactly one agent solves {100 * discordance:.0f} % of the pairs"
    rows = [_row(one, two, found) for one, two, found in pairs]
    columns = ("pair", "pairs", "difference seen", "power to see it", "pairs for 80 %")
    return Section(*section, [Drawing(caption, figure, key)], Grid(columns, rows))


def _pairs(found: PairedTest) -> int:
    return found.wins + found.losses + found.ties


def _discordance(found: PairedTest) -> float:
    return (found.wins + found.losses) / _pairs(found)


def _row(one: Outcomes, two: Outcomes, found: PairedTest) -> tuple[str, tuple[str, ...]]:
    pairs, share = _pairs(found), _discordance(found)
    gap = (found.wins - found.losses) / pairs
    name = f"{one.name} – {two.name}"
    seen = f"{100 * gap:+.1f} pp"
    if gap == 0:
        return one.colour, (name, str(pairs), seen, "–", "–")
    power = mcnemar_power(pairs, found.wins / pairs, found.losses / pairs)
    needed = required_n(abs(gap), discordance=share, baseline=0.0)
    return one.colour, (name, str(pairs), seen, f"{100 * power:.0f} %", str(needed))
