"""Themes and UI states are checked when they are read."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from tapworld_scenarios import load_catalog
from tapworld_scenarios.appearance import (
    load_themes,
    load_ui_states,
    routes,
    themes,
    ui_states,
)
from tapworld_scenarios.arranging import fill_ui
from tapworld_scenarios.errors import AppearanceError

STATES = [
    {"id": "home", "foreground": True, "ui": {"stack": [{"route": "home"}], "dialog": None}},
    {"id": "launcher", "foreground": False, "ui": None},
]


def written(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_every_app_has_ways_to_its_routes() -> None:
    catalog = load_catalog()
    for app in catalog.apps:
        ways = routes(app)
        assert len({json.dumps(way["ui"], sort_keys=True) for way in ways}) == len(ways) > 40
        assert any(way["ui"]["dialog"] for way in ways)
        for way in ways:
            filled = fill_ui(catalog, app, way["id"], way["ui"], "ada")
            assert "{{" not in json.dumps(filled)
    assert routes("unknown") == []


def test_ten_themes_ship() -> None:
    found = themes()
    assert len(found) == 10
    assert len({json.dumps(theme, sort_keys=True) for theme in found.values()}) == 10
    assert {theme["dark"] for theme in found.values()} == {True, False}


@pytest.mark.parametrize(
    ("field", "value"),
    [("radius", -1), ("contrast", "hihg"), ("density", "wide"), ("shadow", 3)],
)
def test_a_wrong_theme_is_named(tmp_path: Path, field: str, value: object) -> None:
    data = {"daylight": copy.deepcopy(themes()["daylight"])}
    data["daylight"][field] = value
    with pytest.raises(AppearanceError, match=rf"themes\.json: theme 'daylight': {field}"):
        load_themes(written(tmp_path / "themes.json", data))


def test_a_wrong_colour_is_named(tmp_path: Path) -> None:
    data = {"daylight": copy.deepcopy(themes()["daylight"])}
    data["daylight"]["color"]["accent"] = "blue"
    with pytest.raises(AppearanceError, match=r"theme 'daylight': color\.accent"):
        load_themes(written(tmp_path / "themes.json", data))


def test_states_are_read_and_read_again(tmp_path: Path) -> None:
    path = written(tmp_path / "mail.json", STATES)
    assert load_ui_states(path) == STATES
    written(path, STATES[:1])
    assert load_ui_states(path) == STATES[:1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "launcher"}, "two states have the id 'launcher'"),
        ({"id": "Home Screen"}, "state 'Home Screen': id"),
        ({"ui": {"stack": []}}, r"state 'home': ui\.stack"),
        ({"ui": {"stack": [{"rout": "home"}]}}, r"state 'home': ui\.stack\.0\.rout"),
        ({"foreground": False}, "state 'home': an app behind the launcher"),
    ],
)
def test_a_wrong_state_is_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    data = [{**STATES[0], **change}, STATES[1]]
    with pytest.raises(AppearanceError, match=message):
        load_ui_states(written(tmp_path / "mail.json", data))


def test_missing_and_broken_files(tmp_path: Path) -> None:
    with pytest.raises(AppearanceError, match="no UI states for app 'fax'"):
        ui_states("fax")
    broken = tmp_path / "themes.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(AppearanceError, match="no JSON"):
        load_themes(broken)
    with pytest.raises(AppearanceError, match="cannot be read"):
        load_themes(tmp_path / "none.json")
