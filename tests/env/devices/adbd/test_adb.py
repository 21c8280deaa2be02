"""The genuine adb, adbutils and uiautomator2 against a served phone."""

from __future__ import annotations

import hashlib
import subprocess
import time
from pathlib import Path

import adbutils
import numpy as np
import pytest
import uiautomator2
from PIL import Image

from tapworld_env.devices.adbd import AdbDaemon, Phone
from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.errors import EnvironmentSetupError
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL, Served


def test_devices_shell_and_exit_codes(served: Served) -> None:
    assert f"{served.serial}\tdevice" in served.server.adb("devices")
    assert served.adb("shell", "getprop", "ro.product.model") == "tapworld handset\n"
    assert served.shell("true") == ("", 0)
    assert served.shell("nosuch")[1] == 127
    with pytest.raises(EnvironmentSetupError, match="nosuch: inaccessible or not found"):
        served.adb("shell", "nosuch")
    with pytest.raises(EnvironmentSetupError, match="no interactive shell"):
        served.adb("shell")


def test_a_screenshot_shows_what_the_device_shows(served: Served, tmp_path: Path) -> None:
    served.adb("shell", "screencap", "/sdcard/a.png")
    served.adb("pull", "/sdcard/a.png", str(tmp_path / "a.png"))
    seen = np.asarray(Image.open(tmp_path / "a.png"))
    expected = served.device.observe().pixels
    assert expected is not None
    assert np.array_equal(seen, expected)
    data = served.server.client(10.0).device(served.serial).shell("screencap", encoding=None)
    assert len(data) == 16 + 4 * SMALL.width * SMALL.height
    assert data[16:19] == bytes(expected[0, 0])


def test_files_go_both_ways_with_equal_hashes(served: Served, tmp_path: Path) -> None:
    content = bytes(range(256)) * 4000
    (tmp_path / "a").write_bytes(content)
    served.adb("push", str(tmp_path / "a"), "/data/local/tmp/a")
    printed, _ = served.shell("md5sum /data/local/tmp/a")
    assert printed.split()[0] == hashlib.md5(content).hexdigest()
    served.adb("pull", "/data/local/tmp/a", str(tmp_path / "b"))
    assert (tmp_path / "b").read_bytes() == content
    device = served.server.client(10.0).device(served.serial)
    assert device.sync.stat("/data/local/tmp/a").size == len(content)
    assert "a" in [entry.path for entry in device.sync.iter_directory("/data/local/tmp")]
    with pytest.raises(EnvironmentSetupError, match="does not exist"):
        served.adb("pull", "/data/data/org.tapworld.notes/files/SQLite/notes.db", str(tmp_path))


def test_root_restarts_the_daemon_and_opens_the_apps_folders(
    served: Served, tmp_path: Path, toy_snapshot: Snapshot
) -> None:
    assert "restarting adbd as root" in served.adb("root")
    served.server.adb("connect", served.serial)
    served.adb("wait-for-device")
    assert served.adb("shell", "id", "-u") == "0\n"
    served.adb("pull", "/data/data/org.tapworld.notes/files/SQLite/notes.db", str(tmp_path / "n"))
    assert (tmp_path / "n").read_bytes() == toy_snapshot.apps["notes"].database
    assert "already running" in served.adb("root")
    with pytest.raises(EnvironmentSetupError, match="Text file busy"):
        served.adb(
            "push", str(tmp_path / "n"), "/data/data/org.tapworld.notes/files/SQLite/notes.db"
        )


def test_an_install_is_refused_in_androids_words(served: Served, tmp_path: Path) -> None:
    package = tmp_path / "a.apk"
    package.write_bytes(b"PK\3\4")
    with pytest.raises(EnvironmentSetupError, match="INSTALL_FAILED_USER_RESTRICTED"):
        served.adb("install", str(package))
    assert served.phone.files.get("/data/local/tmp/a.apk") is None


def test_forward_and_reverse(served: Served) -> None:
    port = served.adb("forward", "tcp:0", "tcp:9008").strip()
    assert f"tcp:{port} tcp:9008" in served.adb("forward", "--list")
    served.adb("reverse", "tcp:7000", "tcp:7001")
    assert "tcp:7000 tcp:7001" in served.adb("reverse", "--list")
    served.adb("reverse", "--remove", "tcp:7000")
    assert "7000" not in served.adb("reverse", "--list")
    with pytest.raises(EnvironmentSetupError):
        served.adb("reverse", "--remove", "tcp:7000")


def test_adbutils_reads_the_phone(served: Served) -> None:
    device = served.server.client(10.0).device(served.serial)
    assert device.window_size() == (SMALL.width, SMALL.height)
    assert device.rotation() == 0
    assert device.app_current().package == "org.tapworld.notes"
    assert device.list_packages() == ["org.tapworld.clock", "org.tapworld.notes"]
    info = device.app_info("org.tapworld.notes")
    assert info is not None
    assert info.version_name == "0.1.0"
    assert device.is_screen_on()
    assert device.battery().level == 100
    assert "resource-id" in device.dump_hierarchy()
    assert device.screenshot().size == (SMALL.width, SMALL.height)
    device.app_start("org.tapworld.clock")
    assert device.app_current().package == "org.tapworld.clock"


def test_uiautomator2_drives_the_phone(served: Served) -> None:
    client = served.server.client(10.0)
    phone = uiautomator2.connect(client.device(served.serial))
    assert phone.info["displayWidth"] == SMALL.width
    field = phone(resourceId="org.tapworld.notes:id/title")
    field.click()
    phone.send_keys("Grüße 😀")
    assert field.get_text() == "Grüße 😀"
    field.set_text("anew")
    assert phone(focused=True).info["text"] == "anew"
    phone(text="Add a note").click()
    assert phone(textStartsWith="3 note").exists
    assert phone(className="android.widget.Button", textContains="Note").count >= 3
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        _ = phone(text="nosuch").info
    assert phone(scrollable=True).scroll.to(text="Note 38")
    assert not phone(text="Note 0").exists
    assert phone(scrollable=True).child(textStartsWith="Note", instance=0).info["text"] != "Note 0"
    phone.press("home")
    assert phone.app_current()["package"] == "com.android.launcher3"
    phone.app_start("org.tapworld.notes", wait=True)
    assert phone.xpath('//*[@text="Add a note"]').exists
    phone.swipe(200, 600, 200, 400)
    phone.double_click(200, 300)
    phone.long_click(200, 300)
    picture = phone.screenshot()
    assert isinstance(picture, Image.Image)
    assert picture.size == (SMALL.width, SMALL.height)
    with pytest.raises(uiautomator2.RPCUnknownError, match="no 'openNotification'"):
        phone.open_notification()
    phone.stop_uiautomator()


def state_of(served: Served, wanted: str, seconds: float = 5.0) -> str:
    """The phone's state, once it is the one that is waited for."""
    deadline = time.monotonic() + seconds
    state = ""
    while state != wanted and time.monotonic() < deadline:
        lines = served.server.adb("devices").splitlines()
        state = next((x.split("\t")[1] for x in lines if x.startswith(served.serial)), "")
        time.sleep(0.02)
    return state


@pytest.mark.parametrize("fault", ["unauthorized", "offline"])
def test_a_phone_that_refuses_is_seen_as_such(
    adb_server: PrivateAdbServer, toy_snapshot: Snapshot, fault: str
) -> None:
    made = Served(adb_server, toy_snapshot)
    setattr(made.faults, fault, True)
    # adb waits up to ten seconds for an answer; nobody has to wait with it.
    waiting = subprocess.Popen(
        [adbutils.adb_path(), "-P", str(adb_server.port), "connect", made.serial],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert state_of(made, fault) == fault
    waiting.kill()
    waiting.wait()
    made.close()


def test_a_dropped_transport_comes_back(served: Served) -> None:
    served.faults.drop_shells = 1
    assert served.server.client(10.0).device(served.serial).shell("getprop ro.serialno") == ""
    served.server.adb("connect", served.serial)
    served.adb("wait-for-device")
    assert served.adb("shell", "getprop", "ro.serialno") == "toy\n"


def test_torn_and_slow_answers(served: Served) -> None:
    served.shell("echo 12345678 > /data/local/tmp/a")
    served.faults.torn_reads = 1
    assert served.shell("cat /data/local/tmp/a")[0] == "1234"
    assert served.shell("cat /data/local/tmp/a")[0] == "12345678\n"
    served.faults.slow_shell_s = 0.3
    began = time.monotonic()
    served.shell("true")
    assert time.monotonic() - began >= 0.3


def test_a_lost_device_is_a_phone_that_went_offline(served: Served) -> None:
    served.device.lose()
    assert served.server.client(10.0).device(served.serial).shell("input tap 5 5") == ""
    assert state_of(served, "") in ("", "offline")


def test_beyond_this_machine_a_key_is_needed(tmp_path: Path, toy_snapshot: Snapshot) -> None:
    def phone() -> Phone:
        return Phone(FakeDevice(screen=SMALL), name="toy", snapshot=toy_snapshot)

    with pytest.raises(EnvironmentSetupError, match="authorized-keys"):
        AdbDaemon([phone()], host="0.0.0.0")
    with pytest.raises(EnvironmentSetupError, match="cannot read"):
        AdbDaemon([phone()], host="0.0.0.0", authorized_keys=tmp_path / "nosuch")
    for name in ("mine", "theirs"):
        subprocess.run([adbutils.adb_path(), "keygen", str(tmp_path / name)], check=True)
    with (
        AdbDaemon([phone()], host="0.0.0.0", authorized_keys=tmp_path / "mine.pub") as daemon,
        PrivateAdbServer(
            tmp_path, environment={"ADB_VENDOR_KEYS": str(tmp_path / "mine")}
        ) as server,
    ):
        address = f"127.0.0.1:{daemon.ports[0]}"
        assert "connected to" in server.adb("connect", address)
        assert server.adb("-s", address, "shell", "id", "-u") == "2000\n"
        server.adb("disconnect", address)
    with (
        AdbDaemon([phone()], host="0.0.0.0", authorized_keys=tmp_path / "theirs.pub") as daemon,
        PrivateAdbServer(
            tmp_path, environment={"ADB_VENDOR_KEYS": str(tmp_path / "mine")}
        ) as server,
    ):
        assert "failed to authenticate" in server.adb("connect", f"127.0.0.1:{daemon.ports[0]}")


def test_a_taken_port_is_named(toy_snapshot: Snapshot) -> None:
    def phone() -> Phone:
        return Phone(FakeDevice(screen=SMALL), name="toy", snapshot=toy_snapshot)

    with AdbDaemon([phone(), phone()]) as daemon:
        assert len(set(daemon.ports)) == 2
        with pytest.raises(EnvironmentSetupError, match=str(daemon.ports[0])):
            AdbDaemon([phone()], port=daemon.ports[0])


def test_eight_phones_of_one_process_answer_together(
    adb_server: PrivateAdbServer, toy_snapshot: Snapshot
) -> None:
    phones = [
        Phone(FakeDevice(screen=SMALL), name=f"toy{n}", snapshot=toy_snapshot) for n in range(8)
    ]
    with AdbDaemon(phones) as daemon:
        for address in daemon.addresses:
            adb_server.adb("connect", address)
        client = adb_server.client(10.0)
        phones[0].faults.slow_shell_s = 30.0
        names = [client.device(a).shell("getprop ro.serialno") for a in daemon.addresses[1:]]
        assert names == [f"toy{n}" for n in range(1, 8)]
        for address in daemon.addresses:
            adb_server.adb("disconnect", address)
