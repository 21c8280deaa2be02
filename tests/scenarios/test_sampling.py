"""Samples are certified, different, equal under equal seeds; pairwise ones cover."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapworld_scenarios import (
    check_catalog,
    read_certificates,
    sample_configurations,
    write_certificates,
)
from tapworld_scenarios.covering import covering_rows
from tapworld_scenarios.errors import ConfigurationError

METHODS = ["uniform", "stratified", "pairwise", "crossed"]


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    import shutil

    from tapworld_scenarios.catalog import load_catalog

    from .conftest import FIXTURES, LOOKS, PROFILES

    folder = tmp_path_factory.mktemp("sampling") / "catalog"
    shutil.copytree(FIXTURES / "catalog", folder)
    catalog = load_catalog(folder, PROFILES, LOOKS)
    write_certificates(catalog, check_catalog(catalog))
    return catalog


@pytest.mark.parametrize("method", METHODS)
def test_drawn_ones_are_certified_and_different(certified, method):
    drawn = sample_configurations(certified, 200, seed=3, method=method)
    assert len(set(drawn)) == 200
    found = read_certificates(certified)
    for c in drawn:
        assert (c.instance, c.profile) in found.pairs[c.scenario]
        excluded = found.excluded_ui.get((c.scenario, c.instance, c.profile), frozenset())
        assert c.ui_state not in excluded


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_decides(certified, method):
    first = sample_configurations(certified, 50, seed=1, method=method)
    assert first == sample_configurations(certified, 50, seed=1, method=method)
    assert first != sample_configurations(certified, 50, seed=2, method=method)


def test_stratified_gives_every_app_and_kind_its_share(certified):
    drawn = sample_configurations(certified, 60, seed=0, method="stratified")
    scenarios = certified.scenarios
    shares = Counter((scenarios[c.scenario].group, scenarios[c.scenario].kind) for c in drawn)
    assert set(shares.values()) == {10}


def test_pairwise_meets_all_values_of_two_axes(certified):
    drawn = sample_configurations(certified, 80, seed=0, method="pairwise")
    seen = {(c.profile, c.theme) for c in drawn}
    assert len(seen) == 9
    assert len({(c.scenario, c.theme) for c in drawn}) == 18
    assert len({(c.theme, c.phrasing) for c in drawn}) == 9


def test_crossed_blocks_hold_every_combination_of_two_values(certified):
    drawn = sample_configurations(certified, 40, seed=0, method="crossed")
    blocks = [drawn[:16], drawn[16:32], drawn[32:]]
    for block in blocks:
        assert len({(c.scenario, c.phrasing) for c in block}) == 1
        for one, two in pairwise(block):
            axes = ("instance", "profile", "theme", "ui_state")
            assert sum(getattr(one, axis) != getattr(two, axis) for axis in axes) == 1
    for block in blocks[:2]:
        for axis in ("instance", "profile", "theme", "ui_state"):
            assert sorted(Counter(getattr(c, axis) for c in block).values()) == [8, 8]
    assert len({block[0].scenario for block in blocks}) == 3


def test_scenarios_that_cannot_be_crossed_are_an_error(certified):
    with pytest.raises(ConfigurationError, match="two certified instances"):
        sample_configurations(
            certified, 5000, seed=0, scenarios=["memo.pay_ghost"], method="crossed"
        )


def test_more_than_there_are_is_an_error(certified):
    with pytest.raises(ConfigurationError, match="different configurations"):
        sample_configurations(certified, 5000, seed=0, scenarios=["memo.pay_ghost"])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4), st.integers(0, 99), st.integers(0, 3))
def test_covering_rows_cover_every_pair_that_can_be(sizes, seed, banned):
    def allowed(row):
        return not (row[0] == banned and row[1] == banned)

    rows = list(covering_rows(sizes, random.Random(seed), allowed))
    assert all(allowed(row) for row in rows)
    possible = [row for row in product(*map(range, sizes)) if allowed(row)]
    for a, b in combinations(range(len(sizes)), 2):
        assert {(r[a], r[b]) for r in rows} == {(r[a], r[b]) for r in possible}
    # A greedy array stays close to the lower bound: the product of the two largest axes.
    small, large = sorted(sizes)[-2:]
    assert len(rows) <= 2 * small * large + len(sizes)
