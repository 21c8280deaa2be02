"""Headline, figures and tables of the report, from the runs' scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tapworld_eval.report.figures import Mark, ladder
from tapworld_eval.report.runs import RunView
from tapworld_eval.rollouts.scores import Share

__all__ = ["GroupTable", "Headline", "axis_figures", "group_tables", "headline", "suite_figure"]

_AXES = {"theme": "Theme", "ui_state": "UI state at the start", "profile": "Profile"}
_TABLES = {"app": "By app", "kind": "By kind of task"}
# An axis whose levels were met a time or two says nothing; it still shows, with wide intervals.
_MOST_LEVELS = 30


@dataclass(frozen=True)
class Headline:
    """The numbers at the top of the page."""

    episodes: int
    configurations: int
    scenarios: int
    agents: int
    faults: int
    started: str
    commit: str | None
    screens: str


@dataclass(frozen=True)
class GroupTable:
    """Shares of every agent by the values of one column."""

    title: str
    names: list[str]
    cells: dict[str, dict[int, Share]]


def headline(views: Sequence[RunView]) -> Headline:
    """Counts over all runs."""
    records = [record for view in views for record in view.records]
    screens = {
        f"{screen['width']}×{screen['height']}"
        for view in views
        if (screen := view.decides["device"]["screen"])
    }
    return Headline(
        episodes=len(records),
        configurations=len({record.configuration for record in records}),
        scenarios=len({record.scenario for record in records}),
        agents=len(views),
        faults=sum(len(record.faults) for record in records),
        started=min(view.manifest["about"]["started"] for view in views)[:16].replace("T", " "),
        commit=views[0].manifest["about"]["commit"],
        screens=", ".join(sorted(screens)),
    )


def suite_figure(views: Sequence[RunView]) -> Markup:
    """The ladder of suite scores: bootstrap interval outside, pooled Wilson inside."""
    rows = []
    for view in views:
        if view.scores is None:
            continue
        scores = view.scores
        label = (
            f"{view.name}: {100 * scores.suite:.1f} %, bootstrap "
            f"{100 * scores.suite_low:.1f} to {100 * scores.suite_high:.1f}"
        )
        mark = Mark(
            scores.suite,
            scores.suite_low,
            scores.suite_high,
            view.index,
            label,
            inner=(scores.overall.low, scores.overall.high),
        )
        rows.append((view.name, [mark]))
    return ladder(rows, title="Success of every agent with intervals", show_values=True)


def group_tables(views: Sequence[RunView]) -> list[GroupTable]:
    """Success by app and by kind of task."""
    return [_group_table(views, column, title) for column, title in _TABLES.items()]


def axis_figures(views: Sequence[RunView]) -> list[tuple[str, Markup]]:
    """A ladder an axis: every level, every agent, Wilson intervals."""
    figures = []
    for column, title in _AXES.items():
        table = _group_table(views, column, title)
        if not 1 < len(table.names) <= _MOST_LEVELS:
            continue
        rows = [
            (name, [_share_mark(views, index, share) for index, share in by_run.items()])
            for name, by_run in table.cells.items()
        ]
        figures.append((title, ladder(rows, title=f"Success by {title.lower()}", width=460)))
    return figures


def _group_table(views: Sequence[RunView], column: str, title: str) -> GroupTable:
    cells: dict[str, dict[int, Share]] = {}
    for view in views:
        for share in view.scores.groups[column] if view.scores else ():
            cells.setdefault(share.name, {})[view.index] = share
    names = sorted(cells)
    return GroupTable(title, names, {name: cells[name] for name in names})


def _share_mark(views: Sequence[RunView], index: int, share: Share) -> Mark:
    label = (
        f"{views[index].name}, {share.name}: {share.successes} of {share.rollouts}, Wilson "
        f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    )
    return Mark(share.rate, share.low, share.high, index, label)
