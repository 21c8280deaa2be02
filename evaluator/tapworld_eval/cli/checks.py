"""The doctor's checks: each says what was found and, where something is wrong, the fix."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import tapworld_env
from tapworld_env import make_device
from tapworld_env.devices.handset.choosing import choose_browser
from tapworld_env.devices.handset.chromium import CHROMIUM_VARIABLE, find_chromium
from tapworld_env.devices.handset.display import BROWSER, SERVER, find_browser
from tapworld_env.errors import TapworldEnvError
from tapworld_env.observations import Screen
from tapworld_eval.cli import checks_optional
from tapworld_eval.cli.check import Check
from tapworld_scenarios import load_catalog, read_certificates
from tapworld_scenarios.errors import CertificateError, TapworldScenariosError

__all__ = ["run_checks"]

_BUNDLE = Path(tapworld_env.__file__).parent / "devices" / "handset" / "bundle"
_NEEDED_DISK, _NEEDED_MEMORY = 1 << 30, 1 << 30
_INSTALL = "apt-get install chromium-headless-shell (Debian), or set TAPWORLD_CHROMIUM to a browser"


def run_checks() -> list[Check]:
    """Every check, in the order in which a run needs the things; what only some need comes last."""
    checks: list[Callable[[], Check]] = [
        _python, _sqlite, _chromium, _pictures, _bundle, _fonts, _scripts, _phone, _catalogue,
        _certificates, _disk, _memory, _shared_memory, lambda: checks_optional.node(_is_built()),
        checks_optional.adb, checks_optional.kvm, checks_optional.emulator, checks_optional.docker,
    ]  # fmt: skip
    return [*(check() for check in checks), *checks_optional.ports()]


def _python() -> Check:
    return Check("python", "ok", f"Python {platform.python_version()}")


def _sqlite() -> Check:
    found = f"SQLite {sqlite3.sqlite_version}"
    with sqlite3.connect(":memory:") as connection:
        missing = [name for name, sql in _FEATURES.items() if not _runs(connection, sql)]
    if not hasattr(sqlite3.Connection, "deserialize"):
        missing.append("deserialize")
    if missing:
        lacks = f"{found} without {', '.join(missing)}"
        return Check("sqlite", "fail", lacks, "use a Python built against SQLite 3.37 or newer")
    return Check("sqlite", "ok", f"{found} with {', '.join(_FEATURES)}")


_FEATURES = {
    "json": "SELECT json_extract('[1]', '$[0]')",
    "window functions": "SELECT row_number() OVER ()",
    "strict tables": "CREATE TABLE doctor (a INTEGER) STRICT",
}


def _runs(connection: sqlite3.Connection, sql: str) -> bool:
    try:
        connection.execute(sql)
    except sqlite3.Error:
        return False
    return True


def _chromium() -> Check:
    try:
        path = find_chromium()
    except TapworldEnvError as error:
        if find_browser() is not None:
            return Check("chromium", "ok", f"only {BROWSER} ({find_browser()}), which is enough")
        return Check("chromium", "fail", str(error), _INSTALL)
    try:
        shown = subprocess.run(
            [str(path), "--version"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Check("chromium", "fail", f"{path} does not start: {error}", _INSTALL)
    version = shown.stdout.strip().splitlines()
    return Check("chromium", "ok", f"{version[0] if version else '?'} ({path})")


def _pictures() -> Check:
    try:
        _, window = choose_browser("auto", None, Screen())
    except TapworldEnvError:
        window = None
    if window is not None:
        return Check("pictures", "ok", f"read from the memory of a display ({BROWSER} on {SERVER})")
    if os.environ.get(CHROMIUM_VARIABLE):
        return Check("pictures", "ok", f"taken by the browser that {CHROMIUM_VARIABLE} names")
    return Check(
        "pictures",
        "warn",
        f"taken by the browser; from a display's memory ({BROWSER} on {SERVER}) they cost half",
        "apt-get install chromium-shell xvfb",
    )


def _is_built() -> bool:
    return (_BUNDLE / "index.html").is_file()


def _bundle() -> Check:
    if not _is_built():
        return Check("bundle", "fail", f"no web bundle in {_BUNDLE}", "make apps")
    size = sum(file.stat().st_size for file in _BUNDLE.rglob("*") if file.is_file())
    return Check("bundle", "ok", f"{size / 1e6:.1f} MB in {_BUNDLE}")


def _fonts() -> Check:
    fonts = sorted(_BUNDLE.glob("*.woff2"))
    if not fonts:
        return Check("fonts", "fail", "no fonts in the bundle", "make apps")
    return Check("fonts", "ok", f"{len(fonts)} font files in the bundle")


def _scripts() -> Check:
    """The apps bundle Latin fonts only; personas also write Japanese, and everybody uses emoji."""
    lister = shutil.which("fc-list")
    if lister is None:
        return Check("scripts", "warn", "no fc-list: no fonts but the bundled ones", _FONTS)
    missing = [
        name
        for name, pattern in _PATTERNS.items()
        if not subprocess.run(
            [lister, pattern, "family"], capture_output=True, text=True, timeout=20, check=False
        ).stdout.strip()
    ]
    if missing:
        return Check("scripts", "warn", f"shown as boxes: {', '.join(missing)}", _FONTS)
    return Check("scripts", "ok", f"the system has fonts for {', '.join(_PATTERNS)}")


_PATTERNS = {"Japanese": ":lang=ja", "Arabic": ":lang=ar", "emoji": ":lang=und-zsye"}
_FONTS = "apt-get install fonts-noto-cjk fonts-noto-core fonts-noto-color-emoji fontconfig (Debian)"


def _phone() -> Check:
    try:
        with make_device("handset", screen=Screen(412, 915, 1.0)) as phone:
            apps = ", ".join(phone.apps)
    except TapworldEnvError as error:
        return Check("phone", "fail", str(error), "see the lines above")
    return Check("phone", "ok", f"a handset starts, with {apps}")


def _catalogue() -> Check:
    try:
        catalog = load_catalog()
    except TapworldScenariosError as error:
        return Check("catalogue", "fail", str(error), "correct the file it names")
    return Check(
        "catalogue", "ok", f"{len(catalog.scenarios)} scenarios of {len(catalog.apps)} apps"
    )


def _certificates() -> Check:
    try:
        certified = read_certificates(load_catalog())
    except CertificateError as error:
        return Check("certificates", "fail", str(error), "tapworld check")
    except TapworldScenariosError as error:
        return Check("certificates", "fail", str(error), "correct the file it names")
    pairs = sum(len(found) for found in certified.pairs.values())
    return Check("certificates", "ok", f"fresh: {pairs} certified pairs")


def _disk() -> Check:
    free = shutil.disk_usage(Path.cwd()).free
    found = f"{free / 1e9:.1f} GB free in {Path.cwd()}"
    if free < _NEEDED_DISK:
        return Check("disk", "warn", found, "free some space: a run stores about 0.2 MB an episode")
    return Check("disk", "ok", found)


def _memory() -> Check:
    available = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    found = f"{available / 1e9:.1f} of {total / 1e9:.1f} GB free"
    if available < _NEEDED_MEMORY:
        return Check("memory", "warn", found, "run with fewer --workers: each takes about 0.4 GB")
    return Check("memory", "ok", found)


def _shared_memory() -> Check:
    path = Path("/dev/shm")
    if not path.is_dir():
        return Check("shared memory", "ok", "none; Chromium uses files instead")
    size = shutil.disk_usage(path).total
    found = f"{size / 1e6:.0f} MB in {path}"
    if size < 64 << 20:
        return Check("shared memory", "warn", found, "docker run --shm-size=512m")
    return Check("shared memory", "ok", found)
