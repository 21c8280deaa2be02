"""The shell and its commands, without adb in between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Tap
from tapworld_env.devices.adbd import Phone
from tapworld_env.devices.adbd.shell import ShellSyntaxError, parse, run
from tapworld_env.devices.fake import FakeDevice
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL


@pytest.fixture
def phone(toy_snapshot: Snapshot) -> Iterator[Phone]:
    phone = Phone(FakeDevice(screen=SMALL), name="toy", snapshot=toy_snapshot)
    yield phone
    phone.close()


def shell(phone: Phone, line: str) -> tuple[str, int]:
    output, code = run(phone, line)
    return output.channel(1).decode() + output.channel(2).decode(), code


@pytest.mark.parametrize(
    ("line", "printed", "code"),
    [
        ("echo a 'b  c' \"d e\" f\\ g", "a b  c d e f g\n", 0),
        ("false; echo $?", "1\n", 0),
        ("false && echo no", "", 1),
        ("false || echo yes", "yes\n", 0),
        ("true && echo a; echo b", "a\nb\n", 0),
        ("echo one | grep -q two", "", 1),
        ("echo x > /sdcard/a; echo y >> /sdcard/a; cat /sdcard/a", "x\ny\n", 0),
        ("nosuch 2>/dev/null; echo $?", "127\n", 0),
        ("ls /nowhere 2>&1 | grep -E 'No such'", "ls: /nowhere: No such file or directory\n", 0),
        ("id -u; echo X4EXIT:$?", "2000\nX4EXIT:0\n", 0),
    ],
)  # fmt: skip
def test_the_shells_syntax(phone: Phone, line: str, printed: str, code: int) -> None:
    assert shell(phone, line) == (printed, code)


@pytest.mark.parametrize(
    "line",
    ["echo $HOME", "echo `id`", "echo $(id)", "ls *.db", "sleep 1 &", "echo 'a", "cat < a", "&& a",
     "if true; then echo booted; fi", "while true; do echo; done", "A=b", "a | | b", "echo >"],
)  # fmt: skip
def test_what_the_shell_does_not_know_fails_loudly(phone: Phone, line: str) -> None:
    with pytest.raises(ShellSyntaxError):
        parse(line)
    printed, code = shell(phone, line)
    assert "syntax error" in printed
    assert code == 2


@pytest.mark.parametrize(
    "line",
    ["nosuch", "toybox nosuch", "input fling", "input keyevent 999", "input keyevent DPAD_UP",
     "am nosuch", "am start -n org.tapworld.nosuch/.MainActivity",
     "am start org.tapworld.notes/.Other",
     "am broadcast -a nosuch", "pm nosuch", "pm uninstall org.tapworld.notes", "wm size 100x100",
     "dumpsys nosuch", "settings put nosuch a b", "cmd nosuch", "svc nosuch", "ime set nosuch",
     "run-as nosuch ls", "uiautomator runtest", "screencap -d 7", "chown a /data/local/tmp",
     "date 010100002020", "monkey 500", "logcat", "stat /sdcard", "sleep long", "pm grant x y",
     "am start -a android.intent.action.VIEW -d https://example.com", "rm /nowhere",
     "mkdir /sdcard"],
)  # fmt: skip
def test_what_the_phone_does_not_do_fails_loudly(phone: Phone, line: str) -> None:
    before = phone.device.dump()
    printed, code = shell(phone, line)
    assert code != 0
    assert printed.strip()
    assert phone.device.dump() == before


def test_text_is_ascii_only_as_on_android(phone: Phone) -> None:
    title = next(e for e in phone.elements() if e.id == "title")
    phone.act(Tap(*title.center))
    assert shell(phone, "input text 'two%swords'") == ("", 0)
    printed, code = shell(phone, "input text 'Grüße'")
    assert "NullPointerException" in printed
    assert code == 255
    assert next(e for e in phone.elements() if e.id == "title").value == "two words"
    shell(phone, "input keyevent DEL")
    assert next(e for e in phone.elements() if e.id == "title").value == "two word"


def test_keys_and_packages_move_between_apps(phone: Phone) -> None:
    front = "dumpsys window windows | grep mCurrentFocus"
    assert "org.tapworld.notes/" in shell(phone, front)[0]
    assert shell(phone, "input keyevent KEYCODE_HOME") == ("", 0)
    assert "launcher3/" in shell(phone, front)[0]
    assert (
        shell(phone, "monkey -p org.tapworld.clock -c android.intent.category.LAUNCHER 1")[1] == 0
    )
    assert (
        "mResumedActivity: ActivityRecord{5d6e7f8 u0 org.tapworld.clock/"
        in (shell(phone, "dumpsys activity activities")[0])
    )
    assert shell(phone, "pidof org.tapworld.clock")[1] == 0
    shell(phone, "input keyevent 187")
    assert "Recents" in shell(phone, front)[0]
    shell(phone, "am start -n org.tapworld.notes/.MainActivity")
    shell(phone, "am force-stop org.tapworld.notes")
    assert "launcher3/" in shell(phone, front)[0]
    assert shell(phone, "pidof org.tapworld.notes")[1] == 1


def test_private_files_need_root_or_the_apps_own_user(phone: Phone) -> None:
    path = "/data/data/org.tapworld.notes/files/SQLite/notes.db"
    assert "Permission denied" in shell(phone, f"md5sum {path}")[0]
    by_app, code = shell(phone, "run-as org.tapworld.notes md5sum files/SQLite/notes.db")
    assert code == 0
    phone.root = True
    assert shell(phone, f"md5sum {path}")[0].split()[0] == by_app.split()[0]
    assert shell(phone, f"cp {path} /data/local/tmp/a && cp /data/local/tmp/a {path}")[0].endswith(
        "Text file busy\n"
    )
    assert shell(phone, "stat -c %u:%g /data/data/org.tapworld.notes") == ("10101:10101\n", 0)


def test_clearing_an_app_takes_its_data(phone: Phone) -> None:
    assert shell(phone, "pm clear org.tapworld.clock") == ("Success\n", 0)
    assert list(phone.device.dump().apps) == ["notes"]
    assert "cannot start" in shell(phone, "am start -n org.tapworld.clock/.MainActivity")[0]
