"""The libraries' own documentation, run against a served phone.

uiautomator2 ships its README with itself: its snippets run here as they stand, each in a program
of its own that has first started an app. Names that stand for the reader's own phone and app are
filled in, and nothing else is changed. What of the README is left out is named, with the reason.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys

import adbutils
import pytest

from tapworld_env.devices.emulator.adb_server import PrivateAdbServer

from ..adb_fixtures import Served

WATCHDOG_S = 120.0
# Whatever the README calls the reader's own phone and app.
PHONE = "Q5S5T19611004599"
APPS = re.compile(r"com\.examples?\.(hello_world|demo|android)\b")
# A part of each snippet that does not run, and why.
LEFT_OUT = {
    "tv.danmaku.bili": "another company's app",
    "transport_id=6": "a number of the reader's own adb server",
    "私人FM": "another company's app",
    'd(text="Settings")': "Android's own settings app",
    "u2.settings[": "not in the released library",
    "some-domain.com": "downloads an APK",
    "app_icon": "not in the released library",
    "d.uiautomator.stop": "not in the released library",
    "set_log_level": "not in the released library",
    "send_action": "has its own test below: typing needs a field with the focus",
    "d.debug = True": "a session to read, not a program",
    "click_before_delay": "a session to read, not a program",
    "setConfigurator": "a session to read, not a program",
    "front=True": "waits in vain for one of three apps",
}
SETTING = "import uiautomator2 as u2\nd = u2.connect()\nd.app_start('org.tapworld.notes')\n"


def snippets() -> list[str]:
    text = importlib.metadata.distribution("uiautomator2").read_text("METADATA") or ""
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def runnable() -> list[str]:
    return [text for text in snippets() if not any(part in text for part in LEFT_OUT)]


def play(served: Served, program: str) -> str:
    """Run a program as the README's reader would; what it printed."""
    environment = {
        **os.environ,
        "ANDROID_SERIAL": served.serial,
        "ANDROID_ADB_SERVER_PORT": str(served.server.port),
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True,
        timeout=WATCHDOG_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_most_of_the_readme_runs() -> None:
    assert len(runnable()) >= 20
    for part, reason in LEFT_OUT.items():
        assert any(part in text for text in snippets()), f"{part} ({reason}) is gone: try it again"


@pytest.mark.parametrize("number", range(len(runnable())))
def test_a_snippet_of_uiautomator2s_readme(served: Served, number: int) -> None:
    text = APPS.sub("org.tapworld.notes", runnable()[number].replace(PHONE, served.serial))
    printed = play(served, text if "import uiautomator2" in text else SETTING + text)
    if "print(d.info)" in text:
        assert "'displayWidth': 412" in printed
    if "print(d.window_size())" in text:
        assert printed == "(412, 915)\n"
    if "print(d.app_current())" in text:
        assert "'org.tapworld.notes'" in printed
    if "running_apps" in text:
        assert "org.tapworld.notes" in printed


def test_typing_as_uiautomator2s_readme_does(served: Served) -> None:
    printed = play(
        served,
        SETTING
        + "field = d(className='android.widget.EditText'); field.click()\n"
        + 'd.send_keys("Hello123abcEFG"); d.send_keys("Hello123abcEFG", clear=True)\n'
        + "print(field.get_text()); d.clear_text(); print(repr(field.get_text()))\n",
    )
    assert printed.splitlines()[0] == "Hello123abcEFG"
    assert "Hello" not in printed.splitlines()[1]


def test_what_adbutils_readme_does(adb_server: PrivateAdbServer, served: Served) -> None:
    """adbutils ships no README; these are its calls, in its order."""
    adb = adbutils.AdbClient(host="127.0.0.1", port=adb_server.port, socket_timeout=10)
    assert (served.serial, "device") in [(info.serial, info.state) for info in adb.list()]
    assert served.serial in [device.serial for device in adb.device_list()]
    assert "already connected" in adb.connect(served.serial)
    adb.connect(served.serial, timeout=3.0)
    adb.disconnect(served.serial, raise_error=True)
    adb.wait_for(served.serial, state="disconnect")
    with pytest.raises(adbutils.AdbError):
        adb.disconnect(served.serial, raise_error=True)
    adb.connect(served.serial)
    adb.wait_for(served.serial, state="device")
    d = adb.device(serial=served.serial)

    local = d.forward_port(9008)
    assert [i.remote for i in adb.forward_list(served.serial)] == ["tcp:9008"]
    assert local
    d.reverse("tcp:7000", "tcp:7001")
    assert [(i.remote, i.local) for i in d.reverse_list()] == [("tcp:7000", "tcp:7001")]

    assert d.shell(["getprop", "ro.serial"]) == d.shell("getprop ro.serial")
    served.faults.slow_shell_s = 1.0
    with pytest.raises(adbutils.AdbTimeout):
        d.shell("sleep 1", timeout=0.3)
    served.faults.slow_shell_s = 0.0
    done = d.shell2("echo 1")
    assert (done.returncode, done.output) == (0, "1\n")
    assert d.prop.model == d.prop.get("ro.product.model", cache=True) == "tapworld handset"
    assert (d.get_serialno(), d.get_state()) == (served.serial, "device")

    d.sync.push(b"Hello Android", "/data/local/tmp/hi.txt")
    assert b"".join(d.sync.iter_content("/data/local/tmp/hi.txt")) == b"Hello Android"
    assert d.sync.read_text("/data/local/tmp/hi.txt", encoding="utf-8") == "Hello Android"

    assert d.screenshot().size == (412, 915)
    assert d.app_current().package == "org.tapworld.notes"
    assert d.rotation() == 0
    d.click(100, 100)
    d.click(0.5, 0.5)
    d.swipe(10, 10, 200, 200, 0.5)
    assert "org.tapworld.notes" in d.list_packages()
    d.keyevent("HOME")
    assert "launcher" in d.app_current().package
    assert d.is_screen_on()
    assert "restarting" in str(d.root())
