"""What a section of statistics shows: figures and a table, with a sentence on how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd
from markupsafe import Markup

from tapworld_eval.report.runs import RunView
from tapworld_eval.rollouts.tables import outcome_table
from tapworld_eval.statistics import Cells, count_cells

__all__ = ["Drawing", "Grid", "Outcomes", "Section", "agent_key", "outcomes_of", "share_ticks"]


@dataclass(frozen=True)
class Drawing:
    """A figure with its caption and the key to its colours (class, name)."""

    caption: str
    figure: Markup
    key: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Grid:
    """A table: titles of its columns, and rows whose first cell names them.

    Attributes:
        columns: Titles.
        rows: Colour class of the row's dot (or empty), then the cells.
    """

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Section:
    """One section.

    Attributes:
        id: Its anchor.
        title: Its heading.
        how_to_read: One or two sentences.
        drawings: Figures, side by side where there is room.
        grid: A table under them, or ``None``.
        note: What these runs cannot show, or empty.
    """

    id: str
    title: str
    how_to_read: str
    drawings: Sequence[Drawing] = ()
    grid: Grid | None = None
    note: str = ""


@dataclass(frozen=True)
class Outcomes:
    """One run's rollouts that count.

    Attributes:
        name: The agent's name.
        colour: Its colour class.
        table: One row a rollout.
    """

    name: str
    colour: str
    table: pd.DataFrame = field(repr=False)

    @cached_property
    def cells(self) -> Cells:
        """Counts per configuration."""
        return count_cells(self.table)


def outcomes_of(views: Sequence[RunView]) -> list[Outcomes]:
    """The rollouts of each run in which any counts."""
    found = []
    for view in views:
        table = outcome_table(view.records).drop(columns=["agent", "kind"])
        if len(table):
            found.append(Outcomes(view.name, f"c{view.index % 8}", table))
    return found


def agent_key(outcomes: Sequence[Outcomes]) -> list[tuple[str, str]]:
    """Colour and name of each agent."""
    return [(run.colour, run.name) for run in outcomes]


def share_ticks() -> list[tuple[float, str]]:
    """Quarters of an axis of shares."""
    return [(tick / 100, f"{tick} %") for tick in (0, 25, 50, 75, 100)]
