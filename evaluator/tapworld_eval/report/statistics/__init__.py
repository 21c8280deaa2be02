"""Statistics of the runs as the report shows them, each from the runs' own records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tapworld_eval.report.runs import RunView
from tapworld_eval.report.statistics.components import component_section
from tapworld_eval.report.statistics.coverage import coverage_section
from tapworld_eval.report.statistics.power import power_section
from tapworld_eval.report.statistics.profiles import profile_section
from tapworld_eval.report.statistics.ranks import rank_section
from tapworld_eval.report.statistics.section import Outcomes, Section, outcomes_of
from tapworld_eval.report.statistics.variability import variability_section

__all__ = ["Section", "statistics_sections"]

_SECTIONS: Final[tuple[Callable[[Sequence[Outcomes], int], Section | None], ...]] = (
    rank_section,
    profile_section,
    variability_section,
    component_section,
    coverage_section,
    power_section,
)


def statistics_sections(views: Sequence[RunView], *, seed: int = 0) -> list[Section]:
    """Sections in the order in which they are read; none where no rollout counts.

    Args:
        views: The runs.
        seed: Decides every draw.
    """
    runs = outcomes_of(views)
    if not runs:
        return []
    return [found for make in _SECTIONS if (found := make(runs, seed)) is not None]
