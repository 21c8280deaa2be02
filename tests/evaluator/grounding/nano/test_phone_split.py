"""Unseen means: neither the person's data nor the route was ever trained on."""

from __future__ import annotations

from itertools import islice

from tapworld_eval.grounding.nano.places import (
    HELD_OUT_PROFILES,
    HELD_OUT_ROUTES,
    phone_screens,
    split_of,
)
from tapworld_scenarios import personas


def test_no_route_and_no_profile_of_the_test_split_is_trained_on() -> None:
    seen: dict[str, set[tuple[str, str]]] = {"train": set(), "validation": set(), "test": set()}
    profiles: dict[str, set[str]] = {split: set() for split in seen}
    for screen in islice(phone_screens(seed=1), 400):
        app, route, _, _, profile = screen.name.split("/")
        seen[screen.split].add((app, route))
        profiles[screen.split].add(profile)
    assert all(seen.values())
    assert not seen["train"] & seen["test"]
    assert not seen["validation"] & seen["test"]
    assert not profiles["train"] & (profiles["test"] | profiles["validation"])
    assert seen["validation"] <= seen["train"]


def test_screens_repeat_by_seed() -> None:
    one, two, other = ([s.name for s in islice(phone_screens(seed=seed), 20)] for seed in (3, 3, 4))
    assert one == two
    assert one != other


def test_held_out_names_exist() -> None:
    assert set(personas()) >= HELD_OUT_PROFILES
    assert split_of("mail", "folders", "ada") is None
    shown = {
        (s.name.split("/")[0], s.name.split("/")[1])
        for s in phone_screens(seed=0)
        if s.split == "test"
    }
    assert shown == {(app, route) for app, routes in HELD_OUT_ROUTES.items() for route in routes}
