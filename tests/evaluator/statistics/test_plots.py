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
from tapworld_eval.statistics.simulation import base_level_coverage

AXES = ["profile", "theme"]


FIGURES = {
    "intervals": plots.plot_intervals,
    "ladder": plots.plot_interval_ladder,
    "profiles": plots.plot_profiles,
    "variability": plots.plot_variability,
    "coverage": plots.plot_coverage,
    "ranks": plots.plot_ranks,
    "power": plots.plot_power,
}


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
        "ranks": rank_agents({"a": frame, "b": other}, AXES, replicates=50).agents,
        "power": power_curves([0.1, 0.2], [50, 100]),
    }


def test_equal_inputs_give_equal_bytes(make_records):
    tables = inputs(make_records(apps=2))
    for name, draw in FIGURES.items():
        drawn = plots.render_figure(draw(tables[name]))
        assert drawn == plots.render_figure(draw(tables[name])), name
        assert b"<dc:date>" not in drawn


def test_figures_are_saved_whole_and_by_suffix(make_records, tmp_path):
    figure = plots.plot_intervals(bootstrap(make_records(apps=1), AXES, replicates=20).apps)
    svg = plots.save_figure(figure, tmp_path / "new" / "a.svg").read_bytes()
    png = plots.save_figure(figure, tmp_path / "new" / "a.png").read_bytes()
    assert svg.startswith(b"<?xml")
    assert png.startswith(b"\x89PNG")
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["a.png", "a.svg"]
    with pytest.raises(OptionError, match="svg or png"):
        plots.save_figure(figure, tmp_path / "a.gif")
