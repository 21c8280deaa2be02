"""The apps' files on the phone: launches written, reports and databases read.

See ``apps/android/src/control``: ``next.db``, then ``launch.json``; the app answers in
``ui.json``. Apps' folders are private, so every command runs as root or as the app (``run-as``,
for debuggable builds).
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tapworld_env.devices.emulator.link import Link
from tapworld_env.devices.emulator.tree import PACKAGE_PREFIX
from tapworld_env.devices.sqlite_file import sqlite_flaw
from tapworld_env.errors import DeviceError, EnvironmentSetupError
from tapworld_scenarios.snapshot import AppState, PhoneSettings

__all__ = ["AppFiles", "Report", "package_of", "start_line"]

_STAGE = "/data/local/tmp/tapworld"
# Not in any file's content at the place where it separates.
_MARK = "=====tapworld====="
_READ_TRIES = 5
Access = Literal["auto", "root", "run-as"]


@dataclass(frozen=True)
class Report:
    """What an app last said of itself in ``ui.json``."""

    token: str
    sequence: int
    ui: Mapping[str, Any] | None
    errors: tuple[str, ...]


def package_of(app: str) -> str:
    """Android's name of an app.

    >>> package_of("mail")
    'org.tapworld.mail'
    """
    return PACKAGE_PREFIX + app


def start_line(app: str) -> str:
    """The command that starts an app as its icon does: what runs comes to the front."""
    return (
        "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER "
        f"-n {package_of(app)}/.MainActivity"
    )


class AppFiles:
    """Files of the apps of one phone.

    Args:
        link: The phone.
        apps: Ids of the apps on it.
        access: How private files are reached; ``auto`` takes root where adbd has it, else
            ``run-as``, else asks adbd to become root.

    Raises:
        EnvironmentSetupError: Neither way is open.
    """

    def __init__(self, link: Link, apps: Sequence[str], access: Access = "auto") -> None:
        self._link = link
        self._known: dict[str, bytes] = {}  # by MD5: what was read or written before
        self.access = self._find_access(apps[0], access) if apps else "run-as"
        self._owners = self._find_owners(apps) if self.access == "root" else {}

    def launch_line(
        self, launches: Mapping[str, AppState], token: str, settings: PhoneSettings
    ) -> str:
        """Push what launches need; return the line that stops the apps and puts it in place.

        ``launch.json`` comes last and by a rename: an app that starts too early finds the old
        one or none.
        """
        files: dict[str, bytes] = {}
        lines: list[str] = []
        for app, state in sorted(launches.items()):
            launch = {"token": token, "settings": vars(settings), "ui": state.ui}
            text = json.dumps(launch, ensure_ascii=False, separators=(",", ":"))
            files[f"{_STAGE}/{app}.db"] = state.database
            files[f"{_STAGE}/{app}.json"] = text.encode()
            self._remember(state.database)
            folder = self._path(app, "files/env")
            lines += [
                f"am force-stop {package_of(app)}",
                self._do(app, f"mkdir -p {folder}"),
                self._do(app, f"cp {_STAGE}/{app}.db {folder}/next.db"),
                self._do(app, f"cp {_STAGE}/{app}.json {folder}/launch.new"),
                *self._hand_over(app, [f"{folder}/next.db", f"{folder}/launch.new"], folder),
                self._do(app, f"mv {folder}/launch.new {folder}/launch.json"),
            ]
        self._link.push(files)
        return " && ".join(lines)

    def reports(self, apps: Sequence[str]) -> dict[str, Report]:
        """The reports of the apps that have written one.

        Raises:
            DeviceError: A report stays unreadable: it must not pass for one that is missing.
        """
        if not apps:
            return {}
        torn: list[str] = []
        for _ in range(_READ_TRIES):
            out, _ = self._link.shell("; ".join(self.report_line(app) for app in apps), check=False)
            pieces = out.split(_MARK.encode() + b"\n")[:-1]
            found = {app: _parse(piece) for app, piece in zip(apps, pieces, strict=True) if piece}
            torn = [app for app, report in found.items() if report is None]
            if not torn:
                return {app: report for app, report in found.items() if report is not None}
        raise DeviceError(f"{self._link.serial}: the report of {torn[0]!r} arrives torn")

    def report_line(self, app: str) -> str:
        """A command line that prints an app's report and a mark."""
        return f"{self._do(app, f'cat {self._path(app, _REPORT)}')} 2>/dev/null; echo {_MARK}"

    @staticmethod
    def report_of(out: bytes) -> Report | None:
        """The report in the output of :meth:`report_line`."""
        return _parse(out.split(_MARK.encode())[0])

    def databases(self, apps: Sequence[str]) -> dict[str, bytes]:
        """Read the apps' databases as whole, consistent files.

        A file counts when its hash before and after agrees with what arrived, and no journal
        lies beside it; else it is read again.

        Raises:
            DeviceError: An app's database does not come to rest.
        """
        found: dict[str, bytes] = {}
        waiting = list(apps)
        for _ in range(_READ_TRIES):
            sums = self._sums(waiting)
            for app in list(waiting):
                content = self._known.get(sums[app]) or self._read(app, sums[app])
                if content is not None:
                    found[app] = content
                    waiting.remove(app)
            if not waiting:
                return {app: found[app] for app in apps}
        raise DeviceError(
            f"{self._link.serial}: the database of {waiting[0]!r} could not be read whole in "
            f"{_READ_TRIES} tries: it is missing, changing, or arrives torn"
        )

    def _sums(self, apps: Sequence[str]) -> dict[str, str]:
        """MD5 of each app's database; ``""`` while it is missing or has a journal."""
        lines = []
        for app in apps:
            path = self._path(app, _database(app))
            lines += [
                self._do(app, f"md5sum {path}") + " 2>/dev/null",
                self._do(app, f"ls {path}-journal {path}-wal") + " 2>/dev/null",
                f"echo {_MARK}",
            ]
        out, _ = self._link.shell("; ".join(lines), check=False)
        pieces = out.decode("utf-8", "replace").split(_MARK + "\n")[:-1]
        sums = {}
        for app, piece in zip(apps, pieces, strict=True):
            rows = piece.splitlines()
            sums[app] = rows[0].split()[0] if len(rows) == 1 and len(rows[0]) > 32 else ""
        return sums

    def _read(self, app: str, expected: str) -> bytes | None:
        if not expected:
            return None
        path = self._path(app, _database(app))
        content, _ = self._link.shell(self._do(app, f"cat {path}"), check=False)
        if _md5(content) != expected or self._sums([app])[app] != expected:
            self._link.log.warning("the database of %s arrived torn; reading it again", app)
            return None
        flaw = sqlite_flaw(content)
        if flaw is not None:
            raise DeviceError(f"{self._link.serial}: the database of {app!r} is broken: {flaw}")
        self._remember(content)
        return content

    def _remember(self, content: bytes) -> None:
        self._known[_md5(content)] = content
        while len(self._known) > 64:
            del self._known[next(iter(self._known))]

    def _path(self, app: str, name: str) -> str:
        # run-as starts in the app's own folder.
        return name if self.access == "run-as" else f"/data/data/{package_of(app)}/{name}"

    def _do(self, app: str, command: str) -> str:
        return f"run-as {package_of(app)} {command}" if self.access == "run-as" else command

    def _hand_over(self, app: str, paths: Sequence[str], folder: str) -> list[str]:
        """Give files to the app: owner, mode and SELinux label, where root has made them."""
        if self.access == "run-as":
            return []
        joined = " ".join(shlex.quote(path) for path in paths)
        owner = self._owners[app]
        return [
            f"chown {owner} {folder} {joined}",
            f"chmod 660 {joined}",
            f"restorecon -R {folder}",
        ]

    def _find_access(self, app: str, access: Access) -> Literal["root", "run-as"]:
        if access != "root":
            if access == "auto" and self._is_root():
                return "root"
            if self._link.shell(f"run-as {package_of(app)} id -u", check=False)[1] == 0:
                return "run-as"
            if access == "run-as":
                raise EnvironmentSetupError(
                    f"{self._link.serial}: run-as {package_of(app)} is refused: install a "
                    f"debuggable build of the app"
                )
        if not self._is_root():
            said = self._link.root()
            if not self._is_root():
                raise EnvironmentSetupError(
                    f"{self._link.serial}: the apps' files cannot be reached: adb root said "
                    f"{said!r}; use a google_apis image (not google_play), or debuggable builds"
                )
        return "root"

    def _is_root(self) -> bool:
        return self._link.shell("id -u", check=False)[0].strip() == b"0"

    def _find_owners(self, apps: Sequence[str]) -> dict[str, str]:
        lines = [f"stat -c %u:%g /data/data/{package_of(app)}" for app in apps]
        out, _ = self._link.shell(" && ".join(lines))
        return dict(zip(apps, out.decode().split(), strict=True))


_REPORT = "files/env/ui.json"


def _database(app: str) -> str:
    return f"files/SQLite/{app}.db"


def _md5(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def _parse(content: bytes) -> Report | None:
    try:
        data = json.loads(content)
        return Report(data["token"], data["sequence"], data["ui"], tuple(data["errors"]))
    except (ValueError, KeyError, TypeError):
        return None
