"""What goes wrong between the device and the phone, and what becomes of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tapworld_env import PhoneEnv, make_device
from tapworld_env.actions import OpenApp, Scroll, Tap, Type, Wait
from tapworld_env.devices.emulator import EmulatorDevice
from tapworld_env.devices.emulator.apps import AppFiles
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import (
    ActionRejected,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    EnvironmentSetupError,
    SnapshotRejected,
)
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import AppState, Snapshot

from ..adb_fixtures import SMALL, Served


def make(served: Served, **options: Any) -> EmulatorDevice:
    settings = {"timeout_s": 5.0, "connect_timeout_s": 10.0, "launch_timeout_s": 5.0, **options}
    return EmulatorDevice(served.serial, server_port=served.server.port, **settings)


@pytest.fixture
def phone(served: Served, toy_snapshot: Snapshot) -> Iterator[EmulatorDevice]:
    with make(served) as phone:
        phone.load(toy_snapshot)
        yield phone


def tap(phone: EmulatorDevice, name: str) -> None:
    found = next(e for e in phone.observe(pixels=False).elements if e.id == name)
    phone.act(Tap(*found.center))


# Reaching the phone


def test_a_phone_that_adb_does_not_know_yet_is_connected(
    served: Served, toy_snapshot: Snapshot
) -> None:
    served.server.adb("disconnect", served.serial)
    with make(served) as phone:
        phone.load(toy_snapshot)
        assert phone.observe().foreground == "notes"


@pytest.mark.parametrize(
    ("fault", "advice"), [("offline", "offline|not connected"), ("unauthorized", "accept this")]
)
def test_a_phone_that_stays_away_is_lost_with_advice(
    served: Served, fault: str, advice: str
) -> None:
    setattr(served.faults, fault, True)
    served.daemon.drop()
    began = time.monotonic()
    with pytest.raises(DeviceLost, match=advice):
        make(served, timeout_s=1.0, connect_timeout_s=2.0)
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("fault", ["offline", "unauthorized"])
def test_a_phone_that_comes_back_is_waited_for(
    phone: EmulatorDevice, served: Served, fault: str
) -> None:
    setattr(served.faults, fault, True)
    served.daemon.drop()
    mended = threading.Timer(0.5, lambda: setattr(served.faults, fault, False))
    mended.start()
    assert phone.observe().foreground == "notes"
    mended.join()


def test_nobody_there(served: Served) -> None:
    with pytest.raises(DeviceLost, match="not connected after"):
        EmulatorDevice(
            "127.0.0.1:9", server_port=served.server.port, timeout_s=1.0, connect_timeout_s=0.3
        )


def test_a_phone_has_one_driver_and_a_list_gives_the_next(
    phone: EmulatorDevice, served: Served, toy_snapshot: Snapshot
) -> None:
    with pytest.raises(EnvironmentSetupError, match="driven by another"):
        make(served)
    other = Served(served.server, toy_snapshot)
    both = f"{served.serial},{other.serial}"
    with make_device(f"adb://{both}", server_port=served.server.port) as second:
        assert isinstance(second, EmulatorDevice)
        assert second.serial == other.serial
    other.close()
    phone.close()
    make(served).close()


def test_another_screen_than_asked_for_is_refused(served: Served) -> None:
    with pytest.raises(EnvironmentSetupError, match="412x915@1, not 1080x2400"):
        make(served, screen=Screen())
    make(served, screen=SMALL).close()


@pytest.mark.parametrize("access", ["root", "run-as", "auto"])
def test_files_are_reached_as_root_or_as_the_app(
    served: Served, toy_snapshot: Snapshot, access: Any
) -> None:
    with make(served, access=access) as phone:
        assert isinstance(phone._files, AppFiles)
        assert phone._files.access == ("run-as" if access == "auto" else access)
        phone.load(toy_snapshot)
        tap(phone, "add")
        assert phone.dump().apps["notes"].database != toy_snapshot.apps["notes"].database
    if access == "root":
        name = "/data/data/org.tapworld.notes/files/env/launch.json"
        assert served.shell(f"stat -c %u:%g:%a {name}") == ("10101:10101:660\n", 0)


# While it is being driven


def test_reads_go_on_after_a_dropped_transport(phone: EmulatorDevice, served: Served) -> None:
    before = phone.observe()
    for fault in ("drop_rpcs", "drop_shells"):
        setattr(served.faults, fault, 1)
        after = phone.observe()
        assert after.elements == before.elements
        assert getattr(served.faults, fault) == 0
    served.faults.drop_shells = 1
    assert phone.dump().foreground == "notes"


def test_a_load_is_done_again_after_a_dropped_transport(
    phone: EmulatorDevice, served: Served, toy_snapshot: Snapshot
) -> None:
    tap(phone, "add")
    served.faults.drop_shells = 2
    phone.load(toy_snapshot)
    assert phone.dump().apps["notes"].database == toy_snapshot.apps["notes"].database


def test_an_action_is_never_done_twice(phone: EmulatorDevice, served: Served) -> None:
    at = next(e for e in phone.observe(pixels=False).elements if e.id == "add").center
    served.faults.drop_rpcs = 1
    with pytest.raises(DeviceLost, match="connection broke"):
        phone.act(Tap(*at))
    count = next(e for e in phone.observe(pixels=False).elements if e.id == "count")
    assert count.text in ("2 notes", "3 notes")


def test_a_slow_shell_is_a_timeout(phone: EmulatorDevice, served: Served) -> None:
    phone._link.timeout_s = phone._link.transport.limit_s = 0.3
    served.faults.slow_shell_s = 2.0
    with pytest.raises(DeviceTimeout, match=r"within 0\.3 s"):
        phone.act(Wait(0))
    served.faults.slow_shell_s = 0.0
    phone._link.timeout_s = phone._link.transport.limit_s = 5.0
    assert phone.observe().foreground == "notes"


def test_a_torn_file_is_read_again(phone: EmulatorDevice, served: Served) -> None:
    tap(phone, "add")
    whole = served.device.dump().apps["notes"].database
    served.faults.torn_reads = 3
    assert phone.dump().apps["notes"].database == whole
    tap(phone, "add")
    served.faults.torn_reads = 1000
    with pytest.raises(DeviceError, match="arrives torn"):
        phone.dump()
    served.faults.torn_reads = 0
    assert phone.dump().apps["notes"].database == served.device.dump().apps["notes"].database


def test_lost_characters_are_typed_again(phone: EmulatorDevice, served: Served) -> None:
    tap(phone, "title")
    served.faults.lost_text = 1
    phone.act(Type("Grüße 😀"))
    title = next(e for e in phone.observe(pixels=False).elements if e.id == "title")
    assert title.value == "Grüße 😀"


def test_a_phone_that_is_lost_for_good(phone: EmulatorDevice, served: Served) -> None:
    phone._link._patience_s = 0.5
    phone._link.timeout_s = phone._link.transport.limit_s = 1.0
    served.device.lose()
    with pytest.raises(DeviceLost):
        phone.act(Tap(5, 5))
    with pytest.raises(DeviceLost):
        phone.observe()


# States that the phone refuses


def test_after_a_refused_state_the_former_one_is_back(
    phone: EmulatorDevice, toy_snapshot: Snapshot
) -> None:
    tap(phone, "title")
    phone.act(Type("kept"))
    tap(phone, "add")
    before = phone.dump()
    settings = replace(toy_snapshot.settings, theme="nosuch")
    with pytest.raises(SnapshotRejected, match="nosuch"):
        phone.load(replace(toy_snapshot, settings=settings))
    assert phone.dump() == before
    with pytest.raises(SnapshotRejected, match="nosuch"):
        phone.load(Snapshot(toy_snapshot.apps, settings))
    assert phone.dump() == before


def test_only_the_apps_of_the_snapshot_are_on_the_phone(
    phone: EmulatorDevice, toy_snapshot: Snapshot
) -> None:
    alone = Snapshot({"notes": toy_snapshot.apps["notes"]}, toy_snapshot.settings)
    phone.load(alone)
    shown = [e.id for e in phone.observe(pixels=False).elements if e.id.startswith("launcher-")]
    assert shown == ["launcher-notes"]
    assert phone.observe().foreground == "launcher"
    phone.load(toy_snapshot)
    assert sorted(phone.dump().apps) == ["clock", "notes"]


def test_an_app_that_does_not_report_is_a_timeout_with_the_log(
    phone: EmulatorDevice, served: Served, toy_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.phone, "_carry_out", lambda front: True)
    phone._launch_timeout_s = 0.5
    with pytest.raises(DeviceTimeout, match=r"did not report(.|\n)*tapworld:"):
        phone.load(toy_snapshot)


def test_errors_of_the_apps_are_seen_once(phone: EmulatorDevice, served: Served) -> None:
    served.phone._errors.append("TypeError: x is undefined")
    served.phone._written = True
    assert phone.observe(pixels=False).errors == ("TypeError: x is undefined",)
    assert phone.observe(pixels=False).errors == ()


def test_a_database_that_vanished_is_told(phone: EmulatorDevice, served: Served) -> None:
    served.phone.files.remove("/data/data/org.tapworld.notes/files/SQLite/notes.db")
    with pytest.raises(DeviceError, match="missing"):
        phone.dump()


def test_loading_before_anything_else(served: Served) -> None:
    with make(served) as phone:
        for use in (phone.observe, phone.dump, lambda: phone.act(Tap(1, 1))):
            with pytest.raises(DeviceError, match="load a snapshot"):
                use()


def test_a_scroll_where_nothing_scrolls_changes_nothing(
    phone: EmulatorDevice, toy_snapshot: Snapshot
) -> None:
    phone.act(OpenApp("clock"))
    before = phone.dump()
    for direction in ("down", "left"):
        phone.act(Scroll(direction))
    assert phone.dump() == before
    with pytest.raises(ActionRejected):
        phone.act(Scroll("down", 9999, 9999))


def test_an_environment_runs_over_adb(served: Served) -> None:
    env = PhoneEnv(
        device="emulator",
        screen=(SMALL.width, SMALL.height, SMALL.density),
        tasks=ToyTasks(),
        device_options={"serial": served.serial, "server_port": served.server.port},
    )
    try:
        env.reset(options={"configuration": "notes.add/2/night"})
        add = next(e for e in served.phone.elements() if e.id == "add")
        env.step({"action": "tap", "x": add.center[0], "y": add.center[1]})
        _, reward, terminated, _, info = env.step({"action": "done"})
        assert (reward, terminated) == (1.0, True), info
    finally:
        env.close()


def test_a_broken_database_never_leaves_this_machine(
    phone: EmulatorDevice, toy_snapshot: Snapshot
) -> None:
    torn = toy_snapshot.apps["notes"].database[:-100]
    with pytest.raises(SnapshotRejected, match="torn"):
        phone.load(toy_snapshot.with_app("notes", AppState(torn)))
