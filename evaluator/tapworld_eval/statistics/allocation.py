"""How to spend a budget of rollouts: more scenarios, more configurations, or more repetitions?

With apps fixed, the variance of the suite mean of A apps with S scenarios, C configurations each
and R rollouts each is ``(v_s / S + v_c / (S C) + v_r / (S C R)) / A`` with the variance components
v. Rollouts repeat only the last term, so new scenarios always help most; the choice is real because
scenarios run out and because each has a cost of its own (writing, certifying, resetting).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import special

from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.intervals import check_level

__all__ = ["Allocation", "optimal_allocation", "predicted_width"]


@dataclass(frozen=True)
class Allocation:
    """The best use of a budget.

    Attributes:
        scenarios: Scenarios per app.
        configurations: Configurations per scenario.
        rollouts: Rollouts per configuration.
        total: Rollouts in all.
        cost: Cost in the unit of the budget.
        width: Predicted width of the suite's interval.
        table: The best plan for each number of rollouts per configuration, narrowest first.
    """

    scenarios: int
    configurations: int
    rollouts: int
    total: int
    cost: float
    width: float
    table: pd.DataFrame


def predicted_width(
    components: pd.DataFrame,
    *,
    apps: int,
    scenarios: int,
    configurations: int,
    rollouts: int,
    level: float = 0.95,
) -> float:
    """Width of the normal interval of the suite mean under a balanced plan."""
    v = _components(components)
    units = np.array([scenarios, scenarios * configurations, scenarios * configurations * rollouts])
    return float(2 * special.ndtri(1 - (1 - level) / 2) * np.sqrt((v / units).sum() / apps))


def optimal_allocation(
    components: pd.DataFrame,
    budget: float,
    *,
    apps: int,
    max_scenarios: int,
    max_configurations: int,
    max_rollouts: int = 50,
    scenario_cost: float = 0.0,
    configuration_cost: float = 0.0,
    rollout_cost: float = 1.0,
    level: float = 0.95,
) -> Allocation:
    """The balanced plan with the narrowest interval among those the budget pays for.

    Args:
        components: From :func:`tapworld_eval.statistics.variance_components`.
        budget: What may be spent in all, in rollouts unless costs say otherwise.
        apps: Apps in the suite.
        max_scenarios: Scenarios available per app.
        max_configurations: Configurations available per scenario.
        max_rollouts: Most rollouts per configuration to consider.
        scenario_cost: Cost of one more scenario.
        configuration_cost: Cost of one more configuration.
        rollout_cost: Cost of one rollout.
        level: Confidence level.

    Raises:
        DesignError: The budget does not pay for one rollout in every app.

    Examples:
        >>> parts = pd.DataFrame({"level": ["scenario", "configuration", "rollout"],
        ...                       "variance": [0.06, 0.01, 0.15]})
        >>> plan = optimal_allocation(parts, 1200, apps=15, max_scenarios=20, max_configurations=50)
        >>> plan.scenarios, plan.configurations, plan.rollouts
        (20, 4, 1)
    """
    check_level(level)
    limits = (apps, max_scenarios, max_configurations, max_rollouts)
    if min(limits) < 1 or min(scenario_cost, configuration_cost) < 0 or rollout_cost <= 0:
        raise OptionError(
            "apps and limits must be at least 1, costs not negative, rollouts not free"
        )
    v = _components(components)
    scenarios = np.arange(1, max_scenarios + 1)[:, None]
    rollouts = np.arange(1, max_rollouts + 1)[None, :]
    # For given S and R, more configurations never hurt: take as many as the budget pays for.
    rest = budget / (apps * scenarios) - scenario_cost
    each = configuration_cost + rollouts * rollout_cost
    configurations = np.minimum(np.floor(rest / each + 1e-9), max_configurations)
    possible = configurations >= 1
    if not possible.any():
        least = apps * (scenario_cost + configuration_cost + rollout_cost)
        raise DesignError(
            f"budget {budget:g} is below {least:g}, one rollout in each of {apps} apps"
        )
    c = np.where(possible, configurations, 1)
    variance = (
        v[0] / scenarios + v[1] / (scenarios * c) + v[2] / (scenarios * c * rollouts)
    ) / apps
    variance = np.where(possible, variance, np.inf)
    cost = apps * scenarios * (scenario_cost + c * each)
    rows = []
    for column in range(variance.shape[1]):
        if not np.isfinite(variance[:, column]).any():
            continue
        # Equal variances are decided by cost, then by fewer scenarios.
        row = int(np.lexsort((cost[:, column], np.round(variance[:, column], 15)))[0])
        plan = (row + 1, int(c[row, column]), column + 1)
        width = 2 * special.ndtri(1 - (1 - level) / 2) * np.sqrt(variance[row, column])
        total = apps * plan[0] * plan[1] * plan[2]
        rows.append((*plan, total, float(cost[row, column]), float(width)))
    columns = ["scenarios", "configurations", "rollouts", "total", "cost", "width"]
    table = pd.DataFrame(rows, columns=columns)
    table = table.sort_values(["width", "cost"], kind="stable", ignore_index=True)
    best = table.iloc[0]
    return Allocation(
        scenarios=int(best["scenarios"]),
        configurations=int(best["configurations"]),
        rollouts=int(best["rollouts"]),
        total=int(best["total"]),
        cost=float(best["cost"]),
        width=float(best["width"]),
        table=table,
    )


def _components(components: pd.DataFrame) -> np.ndarray:
    """Variance of scenario, configuration, rollout; merged levels count at the finest of them."""
    found = dict.fromkeys(("scenario", "configuration", "rollout"), 0.0)
    for level, variance in zip(components["level"], components["variance"], strict=True):
        finest = str(level).split("+")[-1]
        if finest in found:
            found[finest] += float(variance)
        elif finest != "app":
            raise OptionError(f"unknown variance component {level!r}")
    return np.array(list(found.values()))
