"""What kills phones: the handset says so, fast, leaves nothing behind and can be made again."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from tapworld_env import PhoneEnv, make_device
from tapworld_env.actions import Tap, Wait
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.devices.handset import Handset
from tapworld_env.errors import DeviceLost, DeviceTimeout, EnvironmentSetupError
from tapworld_env.observations import Observation, Screen
from tapworld_scenarios.snapshot import AppState, Snapshot

from .conftest import BUNDLE
from .killing import browser_processes, kill_browser, kill_renderer

pytestmark = pytest.mark.phone

SMALL = Screen(412, 915, 1.0)


def make(**options: Any) -> Handset:
    return Handset(bundle=BUNDLE, screen=SMALL, **options)


@pytest.fixture
def phone(toy_snapshot: Snapshot) -> Iterator[Handset]:
    # A browser of its own: these tests kill it.
    with make(shared=False) as phone:
        phone.load(toy_snapshot)
        yield phone


def tap(phone: Handset, name: str) -> None:
    found = next(e for e in phone.observe(pixels=False).elements if e.id == name)
    phone.act(Tap(*found.center))


def tap_and_look(phone: Handset, name: str) -> Observation:
    tap(phone, name)
    return phone.observe()


def wait_until(what: Any, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def use(phone: Handset) -> None:
    for _ in range(100):
        phone.act(Wait(0))
        phone.observe()


@pytest.mark.parametrize("kill", [kill_renderer, kill_browser], ids=lambda f: f.__name__)
def test_a_dead_phone_is_lost_at_once_and_a_fresh_one_works(
    phone: Handset, toy_snapshot: Snapshot, kill: Any
) -> None:
    kill(phone)
    began = time.monotonic()
    with pytest.raises(DeviceLost, match="fresh"):
        use(phone)
    assert time.monotonic() - began < 5
    with pytest.raises(DeviceLost):
        phone.dump()
    phone.close()
    with make() as fresh:
        fresh.load(toy_snapshot)
        assert fresh.observe().foreground == "notes"


def test_phones_share_one_browser_and_survive_each_other(toy_snapshot: Snapshot) -> None:
    with make() as first, make() as second:
        assert first.process_group == second.process_group
        first.load(toy_snapshot)
        second.load(toy_snapshot)
        tap(first, "add")
        assert second.dump() == toy_snapshot_as_dumped(second, toy_snapshot)
        first.close()
        assert second.observe().foreground == "notes"


def toy_snapshot_as_dumped(phone: Handset, snapshot: Snapshot) -> Snapshot:
    phone.load(snapshot)
    return phone.dump()


def test_when_the_shared_browser_dies_the_next_phone_starts_another(
    toy_snapshot: Snapshot,
) -> None:
    with make() as first, make() as second:
        kill_browser(first)
        for lost in (first, second):
            with pytest.raises(DeviceLost):
                lost.load(toy_snapshot)
        with make() as fresh:
            fresh.load(toy_snapshot)


def test_a_script_that_never_ends_is_a_timeout(toy_snapshot: Snapshot) -> None:
    with make(timeout_s=1.0, settle_cap_ms=200) as phone:
        phone.load(toy_snapshot)
        with pytest.raises(DeviceTimeout):
            tap_and_look(phone, "hang")
        with make() as fresh:
            fresh.load(toy_snapshot)


def test_a_screen_that_never_rests_is_seen_at_the_cap(toy_snapshot: Snapshot) -> None:
    with make(settle_cap_ms=100) as phone:
        phone.load(toy_snapshot)
        tap(phone, "restless")
        assert phone.observe(pixels=False).settled is False


def test_script_errors_are_reported_once(phone: Handset) -> None:
    tap(phone, "fail")
    assert any("the fail button fails" in error for error in phone.observe().errors)
    assert phone.observe().errors == ()


def test_requests_off_the_bundle_are_refused_and_counted(phone: Handset) -> None:
    tap(phone, "leak")
    phone.observe()
    assert wait_until(lambda: phone.refused_requests == 1)
    assert phone.refused_urls == ("https://example.com/leak",)


def test_a_large_database_goes_through(phone: Handset, toy_snapshot: Snapshot) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    connection.execute("INSERT INTO notes (title) VALUES (zeroblob(20000000))")
    connection.commit()
    large = connection.serialize()
    phone.load(toy_snapshot.with_app("notes", AppState(large)))
    tap(phone, "add")
    dumped = phone.dump().apps["notes"].database
    assert len(dumped) == len(large)
    assert dumped != large


def test_a_missing_browser_names_the_way_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPWORLD_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(EnvironmentSetupError, match="TAPWORLD_CHROMIUM"):
        make()
    monkeypatch.delenv("TAPWORLD_CHROMIUM")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("HOME", "/nowhere")
    with pytest.raises(EnvironmentSetupError, match="apt-get install chromium-headless-shell"):
        make()


def test_a_program_that_is_no_browser_is_told_apart() -> None:
    with pytest.raises(EnvironmentSetupError, match="did not start"):
        make(chromium="/bin/true")


def test_a_missing_bundle_names_the_way_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentSetupError, match="make apps"):
        Handset(bundle=tmp_path)
    (tmp_path / "index.html").write_text("<p>no phone here</p>")
    with pytest.raises(EnvironmentSetupError, match=r"window\.tapworld"):
        Handset(bundle=tmp_path)


def test_an_episode_goes_on_after_the_browser_was_killed() -> None:
    env = PhoneEnv(
        screen=(412, 915, 1.0),
        tasks=ToyTasks(),
        device_options={"bundle": BUNDLE, "shared": False},
    )
    try:
        env.reset(seed=1)
        phone: Any = env.device
        kill_browser(phone)
        _, reward, terminated, truncated, info = env.step({"action": "wait"})
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert info["fault"]["kind"] == "DeviceLost"
        env.reset(seed=1)
        assert "fault" not in env.step({"action": "wait"})[4]
    finally:
        env.close()


def test_a_forked_child_cannot_use_or_harm_its_parents_phone(
    phone: Handset, toy_snapshot: Snapshot
) -> None:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            phone.observe()
        except DeviceLost:
            status = 0
        finally:
            phone.close()
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert phone.observe().foreground == "notes"


# A program that holds a phone and says where; it ends in the way its argument names.
_PROGRAM = """
import os, signal, sys
from tapworld_env import make_device
from tapworld_env.devices.fake.tasks import toy_snapshot
phone = make_device("handset", bundle=sys.argv[1])
phone.load(toy_snapshot())
print(phone.process_group, phone.folder, flush=True)
sys.stdin.readline()
way = sys.argv[2]
if way == "exception": raise RuntimeError("on purpose")
if way == "exit": sys.exit(0)
if way == "hard exit": os._exit(1)
signal.pause()
"""


@pytest.mark.parametrize("way", ["exit", "exception", "hard exit", "SIGINT", "SIGTERM", "SIGKILL"])
def test_nothing_outlives_the_program(way: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(BUNDLE), way],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    pid, folder = program.stdout.readline().split()
    leader = psutil.Process(int(pid))
    family = [leader, *leader.children(recursive=True)]
    program.stdin.write("\n")
    program.stdin.flush()
    if way.startswith("SIG"):
        program.send_signal(getattr(signal, way))
    program.wait(timeout=20)
    assert wait_until(lambda: not any(map(is_alive, family)))
    assert wait_until(lambda: not Path(folder).exists())


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_closing_leaves_no_process_and_no_folder() -> None:
    phone = make_device("handset", bundle=BUNDLE, shared=False)
    assert isinstance(phone, Handset)
    family = browser_processes(phone)
    folder = phone.folder
    assert folder.is_relative_to(tempfile.gettempdir())
    phone.close()
    assert not folder.exists()
    assert wait_until(lambda: not any(map(is_alive, family)))


def test_another_theme_is_another_picture_and_equal_ones_are_equal_bytes(
    toy_snapshot: Snapshot,
) -> None:
    dark = replace(toy_snapshot, settings=replace(toy_snapshot.settings, theme="night"))
    pictures = []
    for _ in range(2):
        with make(shared=False) as phone:
            for snapshot in (toy_snapshot, dark):
                phone.load(snapshot)
                pixels = phone.observe().pixels
                assert pixels is not None
                pictures.append(pixels.tobytes())
    assert pictures[0] == pictures[2]
    assert pictures[1] == pictures[3]
    assert pictures[0] != pictures[1]
