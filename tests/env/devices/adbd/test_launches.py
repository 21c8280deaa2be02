"""The control files: what a driver writes, and what the phone answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tapworld_env.devices.adbd import Phone
from tapworld_env.devices.adbd.control import control_path
from tapworld_env.devices.adbd.files import StoredFile
from tapworld_env.devices.adbd.shell import run
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.devices.fake.tasks import toy_snapshot as make_snapshot
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL

SETTINGS = {
    "theme": "night", "clock_ms": 5, "time_zone": "UTC", "locale": "de-DE", "hour24": True,
    "font_scale": 1.0,
}  # fmt: skip


@pytest.fixture
def phone(toy_snapshot: Snapshot) -> Iterator[Phone]:
    phone = Phone(FakeDevice(screen=SMALL), name="toy", snapshot=toy_snapshot)
    phone.root = True
    yield phone
    phone.close()


def write(phone: Phone, app: str, name: str, content: Any) -> None:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    phone.files.write(control_path(app, name), StoredFile(data))


def start(phone: Phone, app: str = "notes") -> dict[str, Any]:
    _, code = run(phone, f"am start -n org.tapworld.{app}/.MainActivity")
    assert code == 0
    output, _ = run(phone, f"cat {control_path(app, 'ui.json')}")
    return json.loads(output.channel(1))


def test_a_launch_brings_database_settings_and_screen(phone: Phone) -> None:
    write(phone, "notes", "next.db", make_snapshot(5).apps["notes"].database)
    write(phone, "notes", "launch.json", {"token": "t1", "settings": SETTINGS, "ui": None})
    report = start(phone)
    assert (report["token"], report["errors"]) == ("t1", [])
    now = phone.device.dump()
    assert now.apps["notes"].database == make_snapshot(5).apps["notes"].database
    assert now.settings.theme == "night"
    assert phone.files.get(control_path("notes", "next.db")) is None


def test_the_report_grows_with_every_change_and_only_then(phone: Phone) -> None:
    write(phone, "notes", "launch.json", {"token": "t1", "settings": SETTINGS, "ui": None})
    first = start(phone)
    assert start(phone)["sequence"] == first["sequence"]
    title = next(e for e in phone.elements() if e.id == "title")
    run(phone, f"input tap {title.center[0]} {title.center[1]}; input text abc")
    second = start(phone)
    assert second["sequence"] == first["sequence"] + 1
    assert second["ui"]["stack"][-1]["state"]["title"] == "abc"


def test_a_token_that_was_reported_is_a_restart_of_the_same_state(phone: Phone) -> None:
    write(phone, "notes", "launch.json", {"token": "t1", "settings": SETTINGS, "ui": None})
    start(phone)
    title = next(e for e in phone.elements() if e.id == "title")
    run(phone, f"input tap {title.center[0]} {title.center[1]}; input text abc")
    run(phone, "am force-stop org.tapworld.notes")
    assert start(phone)["ui"]["stack"][-1]["state"]["title"] == "abc"


@pytest.mark.parametrize(
    ("launch", "database", "complaint"),
    [
        (b"{", None, "not JSON"),
        ({"settings": SETTINGS}, None, "token"),
        ({"token": "t"}, None, "settings"),
        ({"token": "t", "settings": {**SETTINGS, "hour24": 1}}, None, "hour24"),
        ({"token": "t", "settings": {**SETTINGS, "clock_ms": True}}, None, "clock_ms"),
        ({"token": "t", "settings": SETTINGS, "ui": []}, None, "ui"),
        ({"token": "t", "settings": {**SETTINGS, "theme": "nosuch"}}, None, "nosuch"),
        ({"token": "t", "settings": SETTINGS}, b"no database", "SQLite"),
        (None, b"a database", "launch.json last"),
    ],
)  # fmt: skip
def test_a_launch_that_fails_says_why_and_changes_nothing(
    phone: Phone, launch: Any, database: bytes | None, complaint: str
) -> None:
    before = phone.device.dump()
    if database is not None:
        write(phone, "notes", "next.db", database)
    if launch is not None:
        write(phone, "notes", "launch.json", launch)
    report = start(phone)
    assert complaint in report["errors"][0]
    assert report["ui"] is None
    assert phone.device.dump() == before


def test_apps_of_one_phone_share_their_settings(phone: Phone) -> None:
    write(phone, "notes", "launch.json", {"token": "a", "settings": SETTINGS, "ui": None})
    other = {**SETTINGS, "theme": "daylight"}
    write(phone, "clock", "launch.json", {"token": "b", "settings": other, "ui": None})
    assert "differ in their settings" in start(phone)["errors"][0]


def test_home_carries_out_what_waits_and_disabled_apps_are_gone(phone: Phone) -> None:
    write(phone, "notes", "launch.json", {"token": "a", "settings": SETTINGS, "ui": None})
    run(phone, "pm disable-user --user 0 org.tapworld.clock; input keyevent HOME")
    now = phone.device.dump()
    assert (list(now.apps), now.foreground, now.settings.theme) == (["notes"], None, "night")
    assert run(phone, "am start -n org.tapworld.clock/.MainActivity")[1] == 1
