"""Expected regret: what it costs to act on a difference that the interval calls significant.

Per app, the gap between two agents on all data is taken as true. A practitioner who evaluates one
configuration a scenario picks the wrong agent with probability P_wrong, which costs the gap. Regret
is summed over the apps that an interval method calls significant: Wald's pooled z test, or the
hierarchical bootstrap's interval of the difference excluding 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special

from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.panel import Panel
from tapworld_eval.statistics.resampling import replicate_rates

__all__ = ["Regret", "expected_regret"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Regret:
    """Expected regret of two interval methods.

    Attributes:
        wald: Regret summed over the apps that Wald calls significant.
        bootstrap: The same for the hierarchical bootstrap.
        apps: One row an app: app, difference, p_wrong, regret, wald_significant,
            bootstrap_significant.
    """

    wald: float
    bootstrap: float
    apps: pd.DataFrame


def expected_regret(
    panel: Panel,
    *,
    simulations: int = 500,
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Regret:
    """Expected regret of choosing between two agents, under Wald and under the bootstrap.

    Args:
        panel: Two agents, aligned by configuration.
        simulations: Selections simulated per app.
        replicates: Bootstrap replicates for the interval of the difference.
        seed: Decides every draw.
        level: Confidence level of both methods.

    Raises:
        DesignError: Not two agents, or not aligned by configuration.
    """
    check_level(level)
    if simulations < 1:
        raise OptionError(f"simulations must be at least 1, got {simulations}")
    if len(panel.agents) != 2:
        raise DesignError(f"regret compares two agents, got {len(panel.agents)}")
    if panel.pairing != "configurations":
        raise DesignError("regret needs configurations that both agents met; too few are shared")
    rates = replicate_rates(panel.cells, replicates=replicates, seed=seed)
    tail = (1 - level) / 2
    low, high = np.quantile(rates[..., 0] - rates[..., 1], [tail, 1 - tail], axis=0)
    difference = panel.app_rates[:, 0] - panel.app_rates[:, 1]
    wrong = _share_of_wrong_picks(panel, difference, simulations, seed)
    table = pd.DataFrame(
        {
            "app": list(panel.apps),
            "difference": difference,
            "p_wrong": wrong,
            "regret": wrong * np.abs(difference),
            "wald_significant": _pooled_z(panel) > special.ndtri(1 - tail),
            "bootstrap_significant": (low > 0) | (high < 0),
        }
    )
    return Regret(
        wald=float(table.loc[table["wald_significant"], "regret"].sum()),
        bootstrap=float(table.loc[table["bootstrap_significant"], "regret"].sum()),
        apps=table,
    )


def _pooled_z(panel: Panel) -> FloatArray:
    """Absolute pooled z of each app, as if every rollout were independent."""
    count = len(panel.apps)
    k, n = (
        np.stack(
            [
                np.bincount(cells.app, weights=getattr(cells, name), minlength=count)
                for cells in panel.cells
            ]
        )
        for name in ("successes", "rollouts")
    )
    pooled = k.sum(axis=0) / n.sum(axis=0)
    error = np.sqrt(pooled * (1 - pooled) * (1 / n).sum(axis=0))
    gap = np.abs(k[0] / n[0] - k[1] / n[1])
    return np.divide(gap, error, out=np.zeros(count), where=error > 0)


def _share_of_wrong_picks(
    panel: Panel, difference: FloatArray, simulations: int, seed: int
) -> FloatArray:
    """How often one configuration a scenario picks the truly lower agent; ties count one half.

    The published procedure draws the configuration from a random half of the scenario's
    configurations. A draw from a random half is a uniform draw, so the halves need not be formed.
    """
    first, second = (cells.rates for cells in panel.cells)
    scenario = panel.cells[0].scenario
    edges = np.searchsorted(scenario, np.arange(scenario[-1] + 2))
    sizes = np.diff(edges)
    rng = np.random.default_rng([seed, 0x5E1EC7])
    drawn = edges[:-1] + rng.integers(0, sizes, size=(simulations, len(sizes)))
    gap = first[drawn] - second[drawn]
    app_of = panel.cells[0].app[edges[:-1]]
    # Rates are multiples of 1/R; rounding keeps an exact tie a tie after summation.
    picks = np.stack(
        [np.round(gap[:, app_of == app].sum(axis=1), 9) for app in range(len(panel.apps))], axis=1
    )
    against = np.sign(picks) * np.sign(difference)
    wrong = (against < 0).mean(axis=0) + (picks == 0).mean(axis=0) / 2
    return np.where(difference == 0, 0.0, wrong)
