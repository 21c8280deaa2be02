"""Eight phones of one process, driven at once: each stays itself, and none waits for another."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tapworld_env.actions import Tap, Type
from tapworld_env.devices.adbd import AdbDaemon, Phone
from tapworld_env.devices.emulator import EmulatorDevice
from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.devices.fake import FakeDevice
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL

COUNT = 8
WATCHDOG_S = 120.0


@pytest.fixture
def daemon(adb_server: PrivateAdbServer, toy_snapshot: Snapshot) -> Iterator[AdbDaemon]:
    phones = [
        Phone(FakeDevice(screen=SMALL), name=f"toy{n}", snapshot=toy_snapshot) for n in range(COUNT)
    ]
    with AdbDaemon(phones) as daemon:
        yield daemon
        for address in daemon.addresses:
            adb_server.adb("disconnect", address)


def drive(device: EmulatorDevice, number: int, snapshot: Snapshot) -> dict[str, Any]:
    """Type the phone's own number, add as many notes, and tell what is there then."""
    device.load(snapshot)

    def tap(name: str) -> None:
        found = next(e for e in device.observe().elements if e.id == name)
        device.act(Tap(*found.center))

    tap("title")
    device.act(Type(f"phone {number}"))
    for _ in range(number):
        tap("add")
    seen = device.observe()
    field, count = (next(e for e in seen.elements if e.id == name) for name in ("title", "count"))
    return {"title": field.value, "count": count.text, "pixels": seen.pixels}


def test_each_of_eight_keeps_its_own_state(
    daemon: AdbDaemon, adb_server: PrivateAdbServer, toy_snapshot: Snapshot
) -> None:
    devices = [EmulatorDevice(address, server_port=adb_server.port) for address in daemon.addresses]
    try:
        with ThreadPoolExecutor(COUNT) as threads:
            futures = [
                threads.submit(drive, device, number, toy_snapshot)
                for number, device in enumerate(devices)
            ]
            found = [future.result(WATCHDOG_S) for future in futures]
        assert [f["title"] for f in found] == [f"phone {n}" for n in range(COUNT)]
        for number, (phone, seen) in enumerate(zip(daemon.phones, found, strict=True)):
            mine = {e.id: e for e in phone.device.observe(pixels=False).elements}
            assert mine["title"].value == f"phone {number}"
            assert mine["count"].text == seen["count"]
            shown = phone.device.observe().pixels
            assert shown is not None
            assert np.array_equal(seen["pixels"], shown)
        assert len({f["count"] for f in found}) == COUNT
    finally:
        for device in devices:
            device.close()


def test_phones_answer_while_others_hang(
    daemon: AdbDaemon, adb_server: PrivateAdbServer, toy_snapshot: Snapshot
) -> None:
    released = threading.Event()
    stuck = [block_pictures(phone, released) for phone in daemon.phones[:-1]]
    client = adb_server.client(WATCHDOG_S)
    last = daemon.addresses[-1]
    adb_server.adb("connect", last)
    try:
        with ThreadPoolExecutor(COUNT) as threads:
            waiting = [
                threads.submit(hang, adb_server, address) for address in daemon.addresses[:-1]
            ]
            for began in stuck:
                assert began.wait(WATCHDOG_S)
            with EmulatorDevice(last, server_port=adb_server.port) as device:
                assert drive(device, 3, toy_snapshot)["title"] == "phone 3"
            assert not any(future.done() for future in waiting)
            released.set()
            assert [future.result(WATCHDOG_S) for future in waiting] == ["412x915"] * (COUNT - 1)
    finally:
        released.set()
    assert client.device(last).shell("getprop ro.serialno") == f"toy{COUNT - 1}"


def block_pictures(phone: Phone, released: threading.Event) -> threading.Event:
    """Make the next look at a phone's screen hang on the phone's own thread."""
    began = threading.Event()
    original = phone.picture

    def picture() -> bytes:
        began.set()
        released.wait(WATCHDOG_S)
        return original()

    phone.picture = picture
    return began


def hang(server: PrivateAdbServer, address: str) -> str:
    server.adb("connect", address)
    data = server.client(WATCHDOG_S).device(address).shell("screencap -p", encoding=None)
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    return f"{width}x{height}"
