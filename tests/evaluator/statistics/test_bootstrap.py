import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import Cells, OptionError, RecordsError, bootstrap, count_cells
from tapworld_eval.statistics.resampling import replicate_rates

AXES = ["profile", "theme"]


def limits(result):
    return result.suite.low, result.suite.high


def test_the_number_of_workers_changes_nothing(make_records):
    frame = make_records()
    one = bootstrap(frame, AXES, replicates=1100, seed=3)
    two = bootstrap(frame, AXES, replicates=1100, seed=3, workers=4)
    np.testing.assert_array_equal(one.replicates, two.replicates)
    pd.testing.assert_frame_equal(one.apps, two.apps)


def test_more_replicates_extend_fewer_and_seeds_differ(make_records):
    frame = make_records()
    few, many = (bootstrap(frame, AXES, replicates=b).replicates for b in (100, 700))
    np.testing.assert_array_equal(few, many[:100])
    assert not np.array_equal(few, bootstrap(frame, AXES, replicates=100, seed=1).replicates)


def test_an_app_keeps_its_interval_whatever_the_rest_of_the_suite(make_records):
    frame = make_records()
    one = frame[frame["app"] == "app1"]
    whole, alone = (bootstrap(f, AXES).apps.set_index("app").loc[["app1"]] for f in (frame, one))
    pd.testing.assert_frame_equal(whole, alone)


def draw(rng, values):
    """As many of the values, with replacement."""
    return [values[i] for i in rng.integers(0, len(values), len(values))]


def naive_replicates(frame, rng, count):
    """The definition, written slot by slot, for one app with axes profile and theme."""
    outcomes = {
        scenario: {key: rows.to_numpy() for key, rows in part.groupby(AXES)["success"]}
        for scenario, part in frame.groupby("scenario")
    }
    levels = {s: [sorted({key[a] for key in outcomes[s]}) for a in (0, 1)] for s in outcomes}
    out = []
    for _ in range(count):
        drawn = []
        for scenario in draw(rng, sorted(outcomes)):
            slots = []
            while not slots:
                profiles, themes = (draw(rng, known) for known in levels[scenario])
                slots = [(p, t) for p in profiles for t in themes if (p, t) in outcomes[scenario]]
            for slot in slots:
                drawn.extend(draw(rng, outcomes[scenario][slot]))
        out.append(np.mean(drawn))
    return np.array(out)


def distance(ours, theirs):
    """Kolmogorov and Smirnov's: the largest gap between the two distribution functions."""
    at = np.unique(np.concatenate([ours, theirs]))
    sides = [np.searchsorted(np.sort(x), at, side="right") / len(x) for x in (ours, theirs)]
    return np.abs(sides[0] - sides[1]).max()


@pytest.mark.parametrize("sparse", [False, True])
def test_replicates_follow_the_definition(make_records, sparse):
    frame = make_records(apps=1, scenarios=3, levels=(2, 3), rollouts=2, seed=5)
    if sparse:
        keep = [(0, 0), (1, 1), (1, 2)]
        pairs = [f"profile{p}theme{t}" for p, t in keep]
        frame = frame[(frame["profile"] + frame["theme"]).isin(pairs)]
    ours = bootstrap(frame, AXES, replicates=20_000).replicates
    theirs = naive_replicates(frame, np.random.default_rng(0), 600)
    assert distance(ours, theirs) < 1.95 * (1 / 600) ** 0.5
    assert ours.mean() == pytest.approx(theirs.mean(), abs=4 * theirs.std() / 600**0.5)
    assert ours.std() == pytest.approx(theirs.std(), rel=4 / (2 * 600) ** 0.5)


def test_without_axes_the_variance_is_that_of_a_two_stage_bootstrap():
    frame = pd.DataFrame(
        [("a", s, r, int(r < k)) for s, k in enumerate((0, 2, 3, 4)) for r in range(4)],
        columns=["app", "scenario", "rollout", "success"],
    )
    p = np.array([0, 2, 3, 4]) / 4
    expected = (p.var() + (p * (1 - p) / 4).mean()) / 4
    replicates = bootstrap(frame, axes=[], replicates=50_000).replicates
    assert replicates.var() == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("resample", [("rollouts",), ("theme",), ("scenarios",), ("axes",)])
def test_each_level_alone_is_narrower_than_all(make_records, resample):
    frame = make_records(apps=4, scenarios=8)
    alone = bootstrap(frame, AXES, resample=resample)
    full = bootstrap(frame, AXES)
    assert 0 < alone.suite.width < full.suite.width


def test_bca_agrees_with_percentile_on_symmetric_data_and_shifts_on_skewed():
    def suite(rates):
        return pd.DataFrame(
            [("a", s, r, int(r < k)) for s, k in enumerate(rates) for r in range(10)],
            columns=["app", "scenario", "rollout", "success"],
        )

    options = {"axes": [], "replicates": 20_000}
    even = [bootstrap(suite([2, 4, 6, 8] * 5), method=m, **options) for m in ("percentile", "bca")]
    assert limits(even[0]) == pytest.approx(limits(even[1]), abs=0.006)
    skew = [
        bootstrap(suite([0] * 18 + [10] * 2), method=m, **options) for m in ("percentile", "bca")
    ]
    assert skew[1].suite.high > skew[0].suite.high + 0.01


def test_any_function_of_app_rates_serves_as_statistic(make_records):
    worst = bootstrap(make_records(), AXES, statistic=lambda rates: rates.min(axis=-1))
    assert worst.suite.estimate == worst.apps["estimate"].min()


def test_a_large_scenario_is_drawn_in_parts(make_records, monkeypatch):
    cells = count_cells(make_records(apps=1), AXES)
    monkeypatch.setattr("tapworld_eval.statistics.resampling.MAX_ELEMENTS", 600)
    parts = replicate_rates([cells], replicates=6000, seed=0)
    monkeypatch.undo()
    whole = replicate_rates([cells], replicates=6000, seed=0)
    assert parts.mean() == pytest.approx(whole.mean(), abs=0.008)
    assert parts.std() == pytest.approx(whole.std(), rel=0.05)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"replicates": 0}, "at least 1"),
        ({"method": "normal"}, "percentile or bca"),
        ({"statistic": "mode"}, "trimmed_mean"),
        ({"resample": ("apps",)}, "cannot resample 'apps'"),
        ({"level": 1.0}, "strictly between"),
        ({"workers": 0}, "workers"),
    ],
)
def test_options_out_of_range_are_named(make_records, options, message):
    with pytest.raises(OptionError, match=message):
        bootstrap(make_records(apps=1), AXES, **options)


def test_cells_serve_in_place_of_records(make_records):
    frame = make_records()
    cells = count_cells(frame, AXES)
    assert isinstance(cells, Cells)
    direct = bootstrap(frame, ["theme"], replicates=50)
    counted = bootstrap(cells, ["theme"], replicates=50)
    np.testing.assert_array_equal(direct.replicates, counted.replicates)
    with pytest.raises(RecordsError, match="not a column"):
        bootstrap(frame, ["colour"])
