"""Phones and machines that are not as they should be: what the device does, and what it says."""

from __future__ import annotations

import itertools
import logging
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tapworld_env.actions import Clear, OpenApp, Tap, Type
from tapworld_env.devices.adbd.commands import COMMANDS
from tapworld_env.devices.adbd.control import control_path, database_path
from tapworld_env.devices.adbd.files import StoredFile
from tapworld_env.devices.adbd.shell import Call
from tapworld_env.devices.emulator import EmulatorDevice, boot
from tapworld_env.devices.emulator.adb_server import AdbServer, PrivateAdbServer, free_port
from tapworld_env.devices.emulator.boot import Emulator, EmulatorOptions, start_emulators
from tapworld_env.devices.emulator.link import Link
from tapworld_env.devices.emulator.preflight import Machine, survey
from tapworld_env.errors import (
    ActionRejected,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    EnvironmentSetupError,
    SnapshotRejected,
    TapworldEnvError,
)
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import Served

NOTES_DB = database_path("notes")


def make(served: Served, **options: Any) -> EmulatorDevice:
    settings = {"timeout_s": 5.0, "connect_timeout_s": 10.0, "launch_timeout_s": 5.0, **options}
    return EmulatorDevice(served.serial, server_port=served.server.port, **settings)


@pytest.fixture
def phone(served: Served, toy_snapshot: Snapshot) -> Iterator[EmulatorDevice]:
    with make(served) as phone:
        phone.load(toy_snapshot)
        yield phone


def refuse(message: str) -> Callable[[Call], int]:
    def command(call: Call) -> int:
        call.err(message)
        return 1

    return command


def tap(phone: EmulatorDevice, name: str) -> None:
    found = next(e for e in phone.observe(pixels=False).elements if e.id == name)
    phone.act(Tap(*found.center))


def title(phone: EmulatorDevice) -> str | None:
    return next(e for e in phone.observe(pixels=False).elements if e.id == "title").value


# Setting up


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("settings", "still.*'settings put global window_animation_scale 0' failed"),
        ("wm", "failed.*no permission"),
        ("pm", "failed.*no permission"),
    ],
)
def test_a_phone_that_refuses_its_set_up_is_let_go(
    served: Served, monkeypatch: pytest.MonkeyPatch, name: str, complaint: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(COMMANDS, name, refuse("no permission"))
        with pytest.raises(TapworldEnvError, match=complaint):
            make(served)
    make(served).close()  # the lease was given back


def test_what_a_phone_says_of_itself_must_make_sense(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(COMMANDS, "wm", lambda call: call.out("nothing\n") or 0)
        with pytest.raises(EnvironmentSetupError, match="wm says"):
            make(served)
    with monkeypatch.context() as patch:
        patch.setitem(COMMANDS, "pm", lambda call: call.out("package:com.android\n") or 0)
        with pytest.raises(EnvironmentSetupError, match="none of the apps is installed"):
            make(served)


def test_when_neither_root_nor_run_as_is_to_be_had(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "run-as", refuse("run-as: package not debuggable"))
    with pytest.raises(EnvironmentSetupError, match="debuggable build"):
        make(served, access="run-as")
    with monkeypatch.context() as patch:
        patch.setattr(Link, "root", lambda _: "adbd cannot run as root in production builds")
        with pytest.raises(EnvironmentSetupError, match=r"production builds.*google_apis"):
            make(served)
    with make(served) as phone:  # auto asks adbd to become root
        assert phone._files.access == "root"


def test_an_adbd_that_never_comes_back_as_root(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "id", lambda call: call.out("2000\n") or 0)
    with pytest.raises(DeviceTimeout, match="did not come back as root"):
        make(served, access="root", timeout_s=1.0)


def test_a_server_that_went_away_is_started_again(
    tmp_path: Path, served: Served, toy_snapshot: Snapshot
) -> None:
    with PrivateAdbServer(tmp_path) as server:
        device = EmulatorDevice(
            served.serial, server_port=server.port, timeout_s=5.0, connect_timeout_s=20.0
        )
        with device as phone:
            phone.load(toy_snapshot)
            server.adb("kill-server")
            assert phone.observe().foreground == "notes"


def test_an_adb_that_is_missing_hangs_or_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = AdbServer(free_port())
    program = tmp_path / "adb"
    monkeypatch.setattr("adbutils.adb_path", lambda: str(program))
    with pytest.raises(EnvironmentSetupError, match=r"no adb at .*ADBUTILS_ADB_PATH"):
        server.start()
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    with pytest.raises(EnvironmentSetupError, match=r"longer than 0\.2 s"):
        server.adb("devices", timeout_s=0.2)
    program.write_text("#!/bin/sh\necho smashed >&2; exit 1\n")
    with pytest.raises(EnvironmentSetupError, match="start-server failed: smashed"):
        server.start()


# Loading and reading back


def test_a_report_that_stays_torn(phone: EmulatorDevice, served: Served) -> None:
    path = control_path("notes", "ui.json")
    whole = served.phone.files.read(path)
    served.phone.files.write(path, replace(whole, content=whole.content[:-5]))
    with pytest.raises(DeviceError, match="report of 'notes' arrives torn"):
        phone.dump()


def test_a_database_with_a_journal_is_not_at_rest(phone: EmulatorDevice, served: Served) -> None:
    tap(phone, "add")
    served.phone.files.write(NOTES_DB + "-journal", StoredFile(b"half a transaction"))
    with pytest.raises(DeviceError, match="could not be read whole"):
        phone.dump()
    served.phone.files.remove(NOTES_DB + "-journal")
    assert phone.dump().apps["notes"].database == served.device.dump().apps["notes"].database


def test_a_database_that_changes_while_it_is_read(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(phone, "add")
    cat, changes = COMMANDS["cat"], itertools.count()

    def changing(call: Call) -> int:
        code = cat(call)
        if call.args[-1].endswith(".db") and next(changes) == 0:
            served.phone.act(Tap(*next(e for e in served.phone.elements() if e.id == "add").center))
        return code

    monkeypatch.setitem(COMMANDS, "cat", changing)
    assert phone.dump().apps["notes"].database == served.device.dump().apps["notes"].database
    assert next(changes) > 1  # read again


def test_a_database_that_is_none(phone: EmulatorDevice, served: Served) -> None:
    served.phone.files.write(NOTES_DB, StoredFile(b"SQLite format 3\0 and then nothing"))
    with pytest.raises(DeviceError, match="'notes' is broken"):
        phone.dump()


def test_a_push_that_the_phone_refuses(phone: EmulatorDevice) -> None:
    phone._link.root()
    with pytest.raises(DeviceError, match=r"cannot push .*Text file busy"):
        phone._link.push({NOTES_DB: b"x"})


def test_without_the_former_state_a_refusal_still_says_why(
    phone: EmulatorDevice, served: Served, toy_snapshot: Snapshot, caplog: pytest.LogCaptureFixture
) -> None:
    served.phone.files.write(NOTES_DB, StoredFile(b"SQLite format 3\0 and then nothing"))
    settings = replace(toy_snapshot.settings, theme="nosuch")
    with pytest.raises(SnapshotRejected, match="nosuch"):
        phone.load(replace(toy_snapshot, settings=settings))
    assert "cannot be read" in caplog.text


# Looking and touching


def test_a_screen_that_never_rests_is_told(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, turns = served.phone.picture, itertools.count()
    monkeypatch.setattr(
        served.phone, "picture", lambda: original()[:-20] + bytes([next(turns) % 256]) * 8
        + original()[-12:],
    )  # fmt: skip
    phone._settle_cap_ms = 1
    for looks in ({"elements": False}, {}):
        monkeypatch.setattr(phone._source, "decode", lambda _: None)
        assert not phone.observe(**looks).settled


def test_a_picture_that_is_cut_off_is_taken_again(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, turns = served.phone.picture, itertools.count()
    monkeypatch.setattr(
        served.phone, "picture", lambda: original()[: 99 if next(turns) == 0 else None]
    )
    assert phone.observe().settled
    monkeypatch.setattr(served.phone, "picture", lambda: original()[:99])
    with pytest.raises(DeviceLost, match="cut off after 99 bytes"):
        phone.observe()


def test_a_uiautomator_that_hangs(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(served.phone, "elements", lambda: released.wait(30.0) and ())
        phone._link.timeout_s = phone._link.transport.limit_s = 0.5
        with pytest.raises(DeviceTimeout, match=r"did not answer dumpWindowHierarchy within 0\.5"):
            phone.observe(pixels=False)
        released.set()
    phone._link.timeout_s = phone._link.transport.limit_s = 5.0
    assert phone.observe().foreground == "notes"


def test_a_call_that_uiautomator_does_not_know(phone: EmulatorDevice) -> None:
    with pytest.raises(DeviceError, match="nosuch failed"):
        phone._automator.call("nosuch")


def test_an_app_that_does_not_start(phone: EmulatorDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "am", refuse("Error: Activity class does not exist."))
    with pytest.raises(DeviceError, match="does not exist"):
        phone.act(OpenApp("clock"))


def test_a_paste_that_does_nothing_is_made_good(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(phone, "title")
    phone.act(Type(""))
    phone.act(Type("one "))
    served.faults.lost_text = 1
    phone.act(Type("two"))
    assert title(phone) == "one two"
    # Neither the clipboard nor the input method gets anything into the field.
    act = served.phone.act
    monkeypatch.setattr(
        served.phone, "act", lambda action: None if isinstance(action, Type) else act(action)
    )
    tap(phone, "title")
    phone.act(Clear())
    with pytest.raises(ActionRejected, match="takes nothing of 'three'"):
        phone.act(Type("three"))


def test_a_field_that_cannot_be_emptied(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(phone, "title")
    phone.act(Type("stays"))
    act = served.phone.act
    monkeypatch.setattr(
        served.phone, "act", lambda action: None if isinstance(action, Clear) else act(action)
    )
    with pytest.raises(DeviceError, match="still holds 'stays"):
        phone.act(Clear())


def test_a_phone_has_a_log_of_its_own(
    phone: EmulatorDevice, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    served.faults.drop_rpcs = 1
    with caplog.at_level(logging.INFO, "tapworld_env"):
        phone.observe(pixels=False)
    assert {record.name.rpartition("link.")[2] for record in caplog.records} == {served.serial}
    assert "trying again" in caplog.text
    served.faults.drop_shells = 1
    assert phone._link.log_tail().startswith("(no log: ")
    phone._link.reconnect()
    assert "tapworld" in phone._link.log_tail()


def test_reconnecting_backs_off(
    phone: EmulatorDevice, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tapworld_env.devices.emulator.link.time.sleep", pauses.append)
    states = iter(["offline"] * 8 + ["device"])
    monkeypatch.setattr(phone._link, "_state", lambda: next(states))
    monkeypatch.setattr(phone._link, "_connect", lambda state, limit: None)
    phone._link.reconnect()
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[-1] <= 2.0
    assert len(pauses) == 8


# Emulators


def test_an_emulator_that_ignores_its_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boot, "_STOP_TIMEOUT_S", 0.2)
    ignores = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "print('deaf', flush=True); signal.pause()"
    )
    emulator = Emulator([sys.executable, "-c", ignores], 5554, tmp_path / "log")
    with emulator:
        subprocess.run(
            ["timeout", "20", "sh", "-c", f"until grep -q deaf {tmp_path}/log; do :; done"],
            check=True,
        )
    assert emulator._process.returncode == -signal.SIGKILL
    emulator.close()


def test_emulators_start_and_are_waited_for(
    tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "emulator"
    program.write_text(f"#!{sys.executable}\nimport signal; signal.pause()\n")
    program.chmod(0o755)
    monkeypatch.setattr(boot, "survey", lambda home: Machine(str(program), "ok", 10_000, 10_000))
    monkeypatch.setattr(
        Emulator, "serial", property(lambda _: served.serial, lambda *_: None), raising=False
    )
    served.shell("input keyevent HOME")
    options = EmulatorOptions(avd_home=tmp_path, log_folder=tmp_path, boot_timeout_s=20)
    (emulator,) = start_emulators(1, options, served.server)
    with emulator:
        emulator.require_alive()
    with pytest.raises(EnvironmentSetupError, match="ended with code -15"):
        emulator.require_alive()


def test_an_emulator_of_the_sdk_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "emulator").mkdir()
    program = tmp_path / "emulator" / "emulator"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("ANDROID_HOME", str(tmp_path))
    assert survey(tmp_path).emulator == str(program)
