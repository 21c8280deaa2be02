"""Several agents over the same configurations, so that what they share cancels out.

Two ways to pair. By configuration: only configurations that every agent met are kept. By scenario:
agents met the same scenarios on different configurations; the bootstrap then draws scenarios and
levels jointly and each agent brings its own rollouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from tapworld_eval.statistics.cells import Cells, Records, count_cells, from_counts
from tapworld_eval.statistics.errors import DesignError, OptionError, RecordsError

__all__ = ["Pairing", "Panel", "align", "split_agents"]

Pairing = Literal["auto", "configurations", "scenarios"]


@dataclass(frozen=True)
class Panel:
    """Agents' counts over one list of configurations.

    Attributes:
        agents: Names, in the order given.
        cells: Counts of each agent; all share apps, scenarios and levels. When paired by scenario,
            a configuration an agent did not meet has zero rollouts.
        pairing: ``configurations`` or ``scenarios``.
        left_out: Configurations of each agent that found no partner.
    """

    agents: tuple[str, ...]
    cells: tuple[Cells, ...]
    pairing: str
    left_out: tuple[int, ...]

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps."""
        return self.cells[0].apps

    @property
    def app_rates(self) -> np.ndarray:
        """Success rates, shape (apps, agents)."""
        return np.stack([cells.app_rates for cells in self.cells], axis=1)


def split_agents(records: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Split a table with an ``agent`` column into one table an agent, sorted by name.

    Raises:
        RecordsError: There is no such column, or a row lacks it.
    """
    if "agent" not in records.columns:
        raise RecordsError("records lack the column 'agent'; pass a mapping of name to records")
    if records["agent"].isna().any():
        raise RecordsError(f"agent is missing in {int(records['agent'].isna().sum())} row(s)")
    groups = {str(name): part for name, part in records.groupby("agent", sort=True)}
    return {name: part.drop(columns="agent") for name, part in sorted(groups.items())}


def align(
    records: Mapping[str, Records],
    axes: Sequence[str] | None = None,
    pairing: Pairing = "auto",
) -> Panel:
    """Bring agents to the same configurations or scenarios.

    Args:
        records: Records or cells of each agent, by name; at least two.
        axes: Enabled axes.
        pairing: ``configurations``, ``scenarios``, or ``auto``: by configuration if at least half
            of every agent's configurations are shared by all, else by scenario.

    Raises:
        DesignError: Agents share nothing, or fewer than two are given.
        OptionError: The pairing is unknown.
    """
    if pairing not in ("auto", "configurations", "scenarios"):
        raise OptionError(f"unknown pairing {pairing!r}; choose auto, configurations or scenarios")
    if len(records) < 2:
        raise DesignError(f"a comparison needs at least two agents, got {len(records)}")
    counted = [count_cells(table, axes) for table in records.values()]
    chosen = counted[0].axes
    for name, cells in zip(records, counted, strict=True):
        if cells.axes != chosen:
            raise DesignError(
                f"agent {name!r} has the axes {list(cells.axes)}, the first one {list(chosen)}; "
                "pass axes= to choose common ones"
            )
    keys = ["app", "scenario", *chosen]
    tables = [
        cells.to_frame().rename(columns={"successes": f"k{j}", "rollouts": f"n{j}"})
        for j, cells in enumerate(counted)
    ]
    merged = tables[0]
    for table in tables[1:]:
        merged = merged.merge(table, on=keys, how="outer")
    counts = [f"{letter}{j}" for j in range(len(counted)) for letter in "kn"]
    merged[counts] = merged[counts].fillna(0).astype(np.int64)
    met = merged[[f"n{j}" for j in range(len(counted))]].to_numpy() > 0
    shared = met.all(axis=1)
    sizes = met.sum(axis=0)
    if pairing == "auto":
        pairing = "configurations" if shared.sum() * 2 >= sizes.max() else "scenarios"
    if pairing == "configurations":
        kept = shared
    else:
        by_scenario = pd.DataFrame(met).groupby([merged["app"], merged["scenario"]])
        kept = by_scenario.transform("any").all(axis=1).to_numpy()
    if not kept.any():
        raise DesignError(
            f"the agents share no {pairing}: compare runs of the same catalogue, and give their "
            "configurations the same names"
        )
    part = merged[kept]
    aligned = [
        from_counts(part[keys].assign(successes=part[f"k{j}"], rollouts=part[f"n{j}"]), chosen)
        for j in range(len(counted))
    ]
    left_out = tuple(int(n) for n in sizes - met[kept].sum(axis=0))
    return Panel(tuple(records), tuple(aligned), pairing, left_out)
