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


def figures(frame):
    other = frame.assign(success=1 - frame["success"])
    ladder = pd.DataFrame(
        {"method": ["wald", "full"], "coverage": [0.4, 0.95], "paper": [float("nan"), 0.95]}
    )
    ranking = rank_agents({"a": frame, "b": other}, AXES, replicates=50).agents
    profile = performance_profile(frame, AXES, replicates=50)
    return {
        "intervals": plots.plot_intervals(bootstrap(frame, AXES, replicates=50).apps),
        "ladder": plots.plot_interval_ladder(ladder),
        "profiles": plots.plot_profiles({"agent": profile}),
        "variability": plots.plot_variability(axis_variability(frame, AXES, permutations=1)),
        "coverage": plots.plot_coverage(base_level_coverage((1, 3), ("wald",), draws=100)),
        "ranks": plots.plot_ranks(ranking),
        "power": plots.plot_power(power_curves([0.1, 0.2], [50, 100])),
    }


def test_equal_inputs_give_equal_bytes(make_records):
    frame = make_records(apps=2)
    one, two = figures(frame), figures(frame)
    for name in one:
        drawn = plots.render_figure(one[name])
        assert drawn == plots.render_figure(two[name]), name
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
