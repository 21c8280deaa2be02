"""Benchmarks made up from known success probabilities.

``p_scenario = clip(p_app + N(0, scenario_noise))``, ``p_configuration = clip(p_scenario + N(0,
configuration_noise))``, outcomes Bernoulli. The quantity to cover is the suite mean's expectation
under this process: scenarios and configurations are a sample, and a score that only described the
sample drawn would say nothing about the next one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special

from tapworld_eval.statistics.cells import Cells
from tapworld_eval.statistics.errors import OptionError

__all__ = ["BenchmarkProcess", "simulate_records"]

FloatArray = NDArray[np.float64]
AXIS_NAMES = ("profile", "theme", "ui_state", "instance", "phrasing")


@dataclass(frozen=True)
class BenchmarkProcess:
    """A process that makes benchmarks.

    Attributes:
        app_rates: Success probability of each app.
        scenarios: Scenarios per app.
        levels: Levels of each axis.
        rollouts: Rollouts per configuration.
        scenario_noise: Standard deviation of scenarios around their app.
        configuration_noise: Standard deviation of configurations around their scenario.
    """

    app_rates: tuple[float, ...]
    scenarios: int = 8
    levels: tuple[int, ...] = (3, 3, 3)
    rollouts: int = 3
    scenario_noise: float = 0.25
    configuration_noise: float = 0.05

    def __post_init__(self) -> None:
        if len(self.levels) > len(AXIS_NAMES):
            raise OptionError(f"at most {len(AXIS_NAMES)} axes can be simulated")
        if min(len(self.app_rates), self.scenarios, self.rollouts, *self.levels) < 1:
            raise OptionError("apps, scenarios, levels and rollouts must be at least 1")

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the axes."""
        return AXIS_NAMES[: len(self.levels)]

    @property
    def configurations(self) -> int:
        """Configurations per scenario."""
        return int(np.prod(self.levels))

    def expectation(self) -> float:
        """Expected suite mean, with the effect of clipping to [0, 1]."""
        rates = np.array(self.app_rates)
        if self.scenario_noise > 0:
            # Midpoints of 20 000 equally likely slices of the normal distribution.
            z = special.ndtri((np.arange(20_000) + 0.5) / 20_000)
            scenario = np.clip(rates[:, None] + self.scenario_noise * z, 0, 1)
        else:
            scenario = rates[:, None]
        return float(_clipped_mean(scenario, self.configuration_noise).mean())

    def draw(self, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
        """Probabilities and successes of one benchmark, each (apps, scenarios, configurations)."""
        shape = (len(self.app_rates), self.scenarios, self.configurations)
        noise = rng.normal(0, self.scenario_noise, shape[:2])
        scenario = np.clip(np.array(self.app_rates)[:, None] + noise, 0, 1)
        rates = np.clip(scenario[..., None] + rng.normal(0, self.configuration_noise, shape), 0, 1)
        return rates, rng.binomial(self.rollouts, rates)

    def cells(self) -> Cells:
        """The design with zero successes; fill it with :meth:`Cells.with_successes`."""
        apps, count = len(self.app_rates), self.configurations
        levels = np.array(list(itertools.product(*(range(size) for size in self.levels))))
        names = {
            "app": tuple(f"app{a:02d}" for a in range(apps)),
            "scenario": tuple(f"s{s:02d}" for _ in range(apps) for s in range(self.scenarios)),
        }
        for axis, size in zip(self.axes, self.levels, strict=True):
            names[axis] = tuple(f"{axis}{level}" for level in range(size))
        total = apps * self.scenarios
        return Cells(
            axes=self.axes,
            names=names,
            app=np.repeat(np.arange(apps), self.scenarios * count),
            scenario=np.repeat(np.arange(total), count),
            levels=np.tile(levels.reshape(count, len(self.levels)), (total, 1)),
            successes=np.zeros(total * count, dtype=np.int64),
            rollouts=np.full(total * count, self.rollouts, dtype=np.int64),
        )


def simulate_records(process: BenchmarkProcess, seed: int = 0) -> pd.DataFrame:
    """One benchmark's rollouts as a table: app, scenario, axes, rollout, success.

    Examples:
        >>> simulate_records(BenchmarkProcess((0.5, 0.5), scenarios=2, levels=(2,))).shape
        (24, 5)
    """
    rng = np.random.default_rng(seed)
    _, successes = process.draw(rng)
    cells = process.cells().to_frame().drop(columns=["successes", "rollouts"])
    frame = cells.loc[cells.index.repeat(process.rollouts)].reset_index(drop=True)
    frame["rollout"] = np.tile(np.arange(process.rollouts), len(cells))
    # Which of a configuration's rollouts succeed is exchangeable: order them at random.
    draws = rng.permuted(np.arange(process.rollouts)[None, :] < successes.reshape(-1, 1), axis=1)
    frame["success"] = draws.ravel().astype(np.int64)
    return frame


def _clipped_mean(mean: FloatArray, deviation: float) -> FloatArray:
    """Mean of a normal variable clipped to [0, 1]."""
    if deviation == 0:
        return np.clip(mean, 0, 1)
    a, b = -mean / deviation, (1 - mean) / deviation
    density = np.exp(-(a**2) / 2) - np.exp(-(b**2) / 2)
    inside = mean * (special.ndtr(b) - special.ndtr(a)) + deviation * density / np.sqrt(2 * np.pi)
    return inside + special.ndtr(-b)
