"""Draws configurations from the certified pairs, by seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from .certificates import Certified, read_certificates
from .configuration import Configuration
from .covering import covering_rows
from .errors import ConfigurationError

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["Method", "sample_configurations"]

Method = Literal["uniform", "stratified", "pairwise", "crossed"]
_TRIES = 200


def sample_configurations(
    catalog: Catalog,
    n: int,
    *,
    seed: int,
    method: Method = "uniform",
    scenarios: Iterable[str] | None = None,
) -> list[Configuration]:
    """Draw ``n`` different configurations, all of them certified.

    Args:
        catalog: The catalogue.
        n: How many.
        seed: Equal seeds draw equal configurations from an equal catalogue.
        method: ``uniform``: every scenario equally likely, then its pairs, then the other axes.
            ``stratified``: equally many of every app and kind, as far as the numbers allow.
            ``pairwise``: a covering array: values of any two of scenario, profile, theme, UI
            state position and phrasing meet as early as possible; instances are drawn.
            ``crossed``: few scenarios, stratified, each with all combinations of two instances,
            profiles, themes and UI states: what tells the axes' effects apart. The phrasing
            stays the same within a scenario, and neighbours differ in one axis alone.
        scenarios: Ids; default all.

    Raises:
        CertificateError: A certificate is missing or stale.
        ConfigurationError: There are not so many configurations, or no scenario is left.
    """
    if n < 0:
        raise ConfigurationError(f"cannot draw {n} configurations")
    names = sorted(catalog.scenarios if scenarios is None else set(scenarios))
    certified = read_certificates(catalog, names)
    names = [name for name in names if certified.pairs[name]]
    if not names and n:
        raise ConfigurationError("no certified pair is left to draw from")
    draw = _Draw(catalog, certified, random.Random(f"tapworld {method} {seed}"))
    order = {
        "uniform": _uniform,
        "stratified": _stratified,
        "pairwise": _pairwise,
        "crossed": _crossed,
    }[method]
    return order(draw, names, n)


class _Draw:
    """Draws one configuration of a given scenario; never the same twice."""

    def __init__(self, catalog: Catalog, certified: Certified, rng: random.Random) -> None:
        self.catalog = catalog
        self.certified = certified
        self.rng = rng
        self.themes = list(catalog.looks.themes())
        self.taken: set[Configuration] = set()

    def states(self, scenario: str, instance: int, profile: str) -> list[str]:
        """UI states in which a pair may start."""
        app = self.catalog.scenarios[scenario].app
        excluded = self.certified.excluded_ui.get((scenario, instance, profile), frozenset())
        return [s["id"] for s in self.catalog.looks.ui_states(app) if s["id"] not in excluded]

    def one(self, scenario: str) -> Configuration | None:
        """A new configuration of the scenario; ``None`` when none is easily found."""
        for _ in range(_TRIES):
            instance, profile = self.rng.choice(self.certified.pairs[scenario])
            found = Configuration(
                scenario,
                instance,
                profile,
                self.rng.choice(self.themes),
                self.rng.choice(self.states(scenario, instance, profile)),
                self.rng.randrange(len(self.catalog.scenarios[scenario].goal)),
            )
            if self.keep(found):
                return found
        return None

    def keep(self, configuration: Configuration) -> bool:
        """Take a configuration unless it is taken already."""
        if configuration in self.taken:
            return False
        self.taken.add(configuration)
        return True


def _rounds(
    draw: _Draw, n: int, next_name: Callable[[], str], names: Sequence[str]
) -> list[Configuration]:
    found: list[Configuration] = []
    exhausted: set[str] = set()
    while len(found) < n:
        name = next_name()
        if name in exhausted:
            continue
        configuration = draw.one(name)
        if configuration is None:
            exhausted.add(name)
            if len(exhausted) == len(set(names)):
                raise ConfigurationError(
                    f"only {len(found)} of {n} different configurations could be drawn"
                )
            continue
        found.append(configuration)
    return found


def _uniform(draw: _Draw, names: list[str], n: int) -> list[Configuration]:
    # Without replacement first: a sample of 40 over 60 scenarios meets 40 of them.
    deck: list[str] = []

    def next_name() -> str:
        if not deck:
            deck.extend(draw.rng.sample(names, len(names)))
        return deck.pop()

    return _rounds(draw, n, next_name, names)


def _stratified(draw: _Draw, names: list[str], n: int) -> list[Configuration]:
    return _rounds(draw, n, _strata_in_turn(draw, names), names)


def _strata_in_turn(draw: _Draw, names: list[str]) -> Callable[[], str]:
    """Names of scenarios without end: every app and kind in turn, shuffled anew each round."""
    strata: dict[tuple[str, str], list[str]] = {}
    for name in names:
        scenario = draw.catalog.scenarios[name]
        strata.setdefault((scenario.group, scenario.kind), []).append(name)
    keys = sorted(strata)
    decks: dict[tuple[str, str], list[str]] = {key: [] for key in keys}
    turn: list[tuple[str, str]] = []

    def next_name() -> str:
        if not turn:
            turn.extend(draw.rng.sample(keys, len(keys)))
        key = turn.pop()
        if not decks[key]:
            decks[key].extend(draw.rng.sample(strata[key], len(strata[key])))
        return decks[key].pop()

    return next_name


def _crossed(draw: _Draw, names: list[str], n: int) -> list[Configuration]:
    next_name = _strata_in_turn(draw, names)
    found: list[Configuration] = []
    without_block: set[str] = set()
    while len(found) < n:
        name = next_name()
        block = [] if name in without_block else _block(draw, name)
        if not block:
            without_block.add(name)
            if len(without_block) == len(names):
                raise ConfigurationError(
                    f"only {len(found)} of {n} crossed configurations could be drawn: no scenario "
                    "is left with two certified instances, profiles, themes and UI states"
                )
        found += [c for c in block[: n - len(found)] if draw.keep(c)]
    return found


def _block(draw: _Draw, name: str) -> list[Configuration]:
    """All combinations of two values an axis, all new and certified; empty if none are found.

    In the order of a Gray code, so that a block cut short still has neighbours to compare.
    """
    pairs = draw.certified.pairs[name]
    certified = set(pairs)
    instances = sorted({instance for instance, _ in pairs})
    profiles = sorted({profile for _, profile in pairs})
    if min(len(instances), len(profiles), len(draw.themes)) < 2:
        return []
    for _ in range(_TRIES):
        numbers, people = draw.rng.sample(instances, 2), draw.rng.sample(profiles, 2)
        corners = [(instance, profile) for instance in numbers for profile in people]
        if not certified.issuperset(corners):
            continue
        common = set.intersection(*(set(draw.states(name, *corner)) for corner in corners))
        if len(common) < 2:
            continue
        themes, states = draw.rng.sample(draw.themes, 2), draw.rng.sample(sorted(common), 2)
        phrasing = draw.rng.randrange(len(draw.catalog.scenarios[name].goal))
        block = []
        for number in range(16):
            bits = number ^ (number >> 1)
            i, p, t, u = (bits >> axis & 1 for axis in range(4))
            block.append(Configuration(name, numbers[i], people[p], themes[t], states[u], phrasing))
        if draw.taken.isdisjoint(block):
            return block
    return []


def _pairwise(draw: _Draw, names: list[str], n: int) -> list[Configuration]:
    catalog = draw.catalog
    profiles = list(catalog.profiles.personas())
    positions = max(len(catalog.looks.ui_states(catalog.scenarios[s].app)) for s in names)
    phrasings = min(len(catalog.scenarios[s].goal) for s in names)
    by_profile: dict[tuple[str, str], list[int]] = {}
    for name in names:
        for instance, profile in draw.certified.pairs[name]:
            by_profile.setdefault((name, profile), []).append(instance)

    def allowed(row: Sequence[int]) -> bool:
        # Not yet decided axes are -1. UI states excluded on every instance are left to `build`.
        return row[0] < 0 or row[1] < 0 or (names[row[0]], profiles[row[1]]) in by_profile

    def build(row: Sequence[int]) -> Configuration | None:
        name, profile = names[row[0]], profiles[row[1]]
        states = [s["id"] for s in catalog.looks.ui_states(catalog.scenarios[name].app)]
        state = states[row[3] % len(states)]
        instances = list(by_profile[name, profile])
        draw.rng.shuffle(instances)
        for instance in instances:
            usable = draw.states(name, instance, profile)
            chosen = state if state in usable else draw.rng.choice(usable)
            found = Configuration(name, instance, profile, draw.themes[row[2]], chosen, row[4])
            if draw.keep(found):
                return found
        return None

    sizes = [len(names), len(profiles), len(draw.themes), positions, phrasings]
    found: list[Configuration] = []
    for row in covering_rows(sizes, draw.rng, allowed):
        if len(found) == n:
            break
        configuration = build(row)
        if configuration is not None:
            found.append(configuration)
    if len(found) < n:  # every pair is covered: the rest is drawn freely
        found += _uniform(draw, names, n - len(found))
    return found
