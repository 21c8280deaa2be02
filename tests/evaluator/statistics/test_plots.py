import pandas as pd
import pytest

from tapworld_eval.statistics import (
    OptionError,
    axis_variability,
    bootstrap,
    performance_profile,
    plots,
    power_curves,
    rank_agents,
)
from tapworld_eval.statistics.simulation import base_level_coverage, design_coverage

AXES = ["profile", "theme"]


FIGURES = {
    "intervals": plots.plot_intervals,
    "ladder": plots.plot_interval_ladder,
    "profiles": plots.plot_profiles,
    "variability": plots.plot_variability,
    "coverage": plots.plot_coverage,
    "ranks": plots.plot_ranks,
    "design": lambda table: plots.plot_coverage(table, x="level"),
    "power": plots.plot_power,
}


def test_axes_without_matched_pairs_are_not_drawn(make_records):
    table = axis_variability(make_records(apps=1, levels=(2, 1)), AXES, permutations=1)
    assert table["axis"].tolist() == AXES
    labels = plots.plot_variability(table).axes[0].get_xticklabels()
    assert [label.get_text() for label in labels] == ["profile"]


def inputs(frame):
    """What each figure shows, computed once: that equal seeds give equal tables others test."""
    other = frame.assign(success=1 - frame["success"])
    return {
        "intervals": bootstrap(frame, AXES, replicates=50).apps,
        "ladder": pd.DataFrame(
            {"method": ["wald", "full"], "coverage": [0.4, 0.95], "paper": [float("nan"), 0.95]}
        ),
        "profiles": {"agent": performance_profile(frame, AXES, replicates=50)},
        "variability": axis_variability(frame, AXES, permutations=1),
        "coverage": base_level_coverage((1, 3), ("wald",), draws=100),
        "design": design_coverage(frame, AXES, experiments=2, replicates=20),
        "ranks": rank_agents({"a": frame, "b": other}, AXES, replicates=50).agents,
        "power": power_curves([0.1, 0.2], [50, 100]),
    }


def test_equal_inputs_give_equal_bytes(make_records):
    tables = inputs(make_records(apps=2))
    for name, draw in FIGURES.items():
        one, two = (plots.render_figure(draw(tables[name])) for _ in range(2))
        assert one == two, name
        assert b"<dc:date>" not in one


def test_figures_are_saved_whole_and_by_suffix(make_records, tmp_path):
    figure = plots.plot_intervals(bootstrap(make_records(apps=1), AXES, replicates=20).apps)
    svg = plots.save_figure(figure, tmp_path / "new" / "a.svg").read_bytes()
    png = plots.save_figure(figure, tmp_path / "new" / "a.png").read_bytes()
    assert svg.startswith(b"<?xml")
    assert png.startswith(b"\x89PNG")
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["a.png", "a.svg"]
    with pytest.raises(OptionError, match=r"\.svg or \.png"):
        plots.save_figure(figure, tmp_path / "a.gif")
