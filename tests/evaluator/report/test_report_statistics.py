"""The report's statistics: what stands in each section, and what runs cannot show."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.report.charts import Bar, Curve, Scale, bars, curves, stacks
from tapworld_eval.report.statistics.components import component_section
from tapworld_eval.report.statistics.coverage import coverage_section
from tapworld_eval.report.statistics.power import power_section
from tapworld_eval.report.statistics.profiles import profile_section
from tapworld_eval.report.statistics.ranks import rank_section
from tapworld_eval.report.statistics.section import Outcomes, Section
from tapworld_eval.report.statistics.variability import variability_section
from tapworld_eval.statistics import axis_variability, performance_profile, rank_agents

KEYS = ["app", "scenario", "profile", "theme", "rollout"]
UNIT = Scale(0, 1, [(0, "0"), (1, "1")])


def run(name: str, number: int, rate: float, dark: float = 0.0, levels: int = 2) -> Outcomes:
    """Rollouts on a full design, less successful in theme 1."""
    rng = np.random.default_rng(number)
    sizes = (2, 4, levels, levels, 6)
    table = pd.DataFrame(list(itertools.product(*map(range, sizes))), columns=KEYS)
    chance = rate - dark * (table["theme"] == 1)
    table["success"] = (rng.random(len(table)) < chance).astype(int)
    table["app"] = table["app"].map({0: "mail", 1: "pay"})
    return Outcomes(name, f"c{number}", table)


@pytest.fixture(scope="module")
def agents() -> list[Outcomes]:
    return [run("good", 0, 0.9, 0.5), run("fair", 1, 0.5), run("bad", 2, 0.05)]


def numbers(section: Section) -> dict[str, tuple[str, ...]]:
    """The table's rows by their names."""
    assert section.grid is not None
    assert all(len(row) == len(section.grid.columns) for _, row in section.grid.rows)
    return {row[0]: tuple(row[1:]) for _, row in section.grid.rows}


def test_ranks_are_those_of_the_statistics(agents: list[Outcomes]) -> None:
    section = rank_section(agents, 0)
    assert section is not None
    found = rank_agents({a.name: a.table for a in agents}, replicates=1000).agents
    shown = numbers(section)
    assert list(shown) == found["agent"].tolist()
    assert [int(row[0]) for row in shown.values()] == found["rank"].tolist()
    assert shown["bad"][1] == "3"
    assert section.drawings[0].figure.count("<circle") == 3
    assert rank_section(agents[:1], 0) is None


def test_agents_that_share_nothing_are_not_ranked(agents: list[Outcomes]) -> None:
    other = Outcomes("other", "c3", agents[0].table.replace({"app": {"mail": "a", "pay": "b"}}))
    section = rank_section([agents[0], other], 0)
    assert section is not None
    assert not section.drawings
    assert "share no scenarios" in section.note
    power = power_section([agents[0], other], 0)
    assert power is not None
    assert "nothing pairs" in power.note


def test_profiles_follow_their_tables(agents: list[Outcomes]) -> None:
    section = profile_section(agents, 0)
    assert [drawing.caption for drawing in section.drawings] == ["By app", "By scenario"]
    figure = section.drawings[0].figure
    assert figure.count('<polygon class="band') == figure.count('<polyline class="curve') == 3
    half = performance_profile(agents[0].table, taus=[0.5])["share"].item()
    assert f"good: {100 * half:.0f} % of apps above 50 %" in figure
    once = Outcomes("once", "c0", agents[0].table.drop_duplicates(["app", "scenario"]))
    assert len(profile_section([once], 0).drawings) == 1


def test_variability_shows_the_axis_that_matters(agents: list[Outcomes]) -> None:
    section = variability_section(agents[:1], 0)
    expected = axis_variability(agents[0].table, permutations=99).set_index("axis")
    shown = numbers(section)
    assert float(shown["good, theme"][0]) == pytest.approx(
        expected["mad"].to_dict()["theme"], abs=6e-4
    )
    assert float(shown["good, theme"][3]) < 0.05 < float(shown["good, profile"][3])
    figure = section.drawings[0].figure
    assert figure.count("<rect") == figure.count('class="null"') == 2


def test_without_matched_pairs_a_way_to_get_them_is_named(agents: list[Outcomes]) -> None:
    table = agents[0].table
    diagonal = table[table["profile"] == table["theme"]]
    section = variability_section([Outcomes("a", "c0", diagonal)], 0)
    assert not section.drawings
    assert "--method crossed" in section.note


def test_components_add_up_and_name_who_has_none(agents: list[Outcomes]) -> None:
    sure = Outcomes("sure", "c3", agents[0].table.assign(success=1))
    section = component_section([*agents, sure], 0)
    shares: dict[str, float] = {}
    for name, row in numbers(section).items():
        agent = name.partition(",")[0]
        shares[agent] = shares.get(agent, 0) + float(row[-1].removesuffix(" %"))
    assert shares == pytest.approx({"good": 100, "fair": 100, "bad": 100}, abs=0.3)
    assert section.note.endswith("sure.")
    assert not component_section([sure], 0).drawings


def test_coverage_of_both_levels(agents: list[Outcomes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapworld_eval.report.statistics.coverage._MOST_EXPERIMENTS", 25)
    sure = Outcomes("sure", "c3", agents[0].table.assign(success=1))
    section = coverage_section([agents[1], sure], 0)
    one, suite = (drawing.figure for drawing in section.drawings)
    assert "wald: 26 % at 3 rollouts" in one
    assert "wilson: 95 % at 3 rollouts" in one
    assert "6 rollouts a configuration" in one
    assert suite.count('<polyline class="curve') == 2
    assert list(numbers(section)) == ["fair"]
    assert "sure" in section.note
    assert len(coverage_section([sure], 0).drawings) == 1


def test_power_says_what_these_runs_could_see(agents: list[Outcomes]) -> None:
    section = power_section(agents, 0)
    assert section is not None
    shown = numbers(section)
    pairs, difference, power, needed = shown["good – bad"]
    assert pairs == "192"
    gap = agents[0].table["success"].mean() - agents[2].table["success"].mean()
    assert difference == f"{100 * gap:+.1f} pp"
    assert int(power.removesuffix(" %")) > 95
    assert int(needed) < 192
    assert power_section(agents[:1], 0) is None
    same = power_section([agents[0], Outcomes("twin", "c1", agents[0].table)], 0)
    assert same is not None
    assert numbers(same)["good – twin"] == ("192", "+0.0 pp", "–", "–")


def test_steps_hold_until_the_next_value() -> None:
    line = Curve([0, 0.5, 1], [1, 1, 0], "c0", "a", step=True)
    figure = curves([line], UNIT, UNIT, title="t", width=172, height=152)
    points = re.findall(r'class="curve c0" points="([^"]+)"', figure)
    assert points == ["56.0,10.0 156.0,10.0 156.0,110.0"]


def test_names_cannot_break_out_of_a_figure() -> None:
    bad = '"><script>'
    drawn = (
        bars([(bad, [Bar(0.5, "c0", bad, 0.2)])], UNIT, title=bad),
        stacks([(bad, [(1.0, "l0", bad)])], title=bad),
        curves([Curve([0, 1], [0, 1], "c0", bad)], UNIT, UNIT, title=bad),
    )
    assert not any("<script>" in figure or '""' in figure for figure in drawn)


def test_a_logarithmic_axis_spaces_ratios_evenly() -> None:
    scale = Scale(1, 100, [], logarithmic=True)
    assert [scale.share(value) for value in (0.5, 1, 10, 100, 1000)] == [0, 0, 0.5, 1, 1]
