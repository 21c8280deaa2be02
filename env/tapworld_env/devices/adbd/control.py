"""The apps' control files, read by the phone in the apps' place.

The contract is that of ``apps/android/src/control``: the driver writes ``next.db``, then
``launch.json``; the app carries it out at its next start and answers in ``ui.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from tapworld_env.devices.adbd.files import FileTree, package_of
from tapworld_scenarios.snapshot import PhoneSettings

__all__ = [
    "Launch",
    "LaunchError",
    "control_path",
    "database_path",
    "parse_launch",
    "pending_launches",
    "report",
]

_SETTINGS: dict[str, tuple[type, ...]] = {
    "theme": (str,),
    "clock_ms": (int, float),
    "time_zone": (str,),
    "locale": (str,),
    "hour24": (bool,),
    "font_scale": (int, float),
}


class LaunchError(Exception):
    """A launch that cannot be carried out; the message goes into ``ui.json``."""


@dataclass(frozen=True)
class Launch:
    """One ``launch.json`` with the ``next.db`` beside it.

    Attributes:
        token: Chosen by the driver, repeated in ``ui.json``.
        settings: The phone's settings.
        ui: What the app is to show; ``None`` for its home screen.
        database: The new database, or ``None`` to keep the one there is.
    """

    token: str
    settings: PhoneSettings
    ui: Mapping[str, Any] | None
    database: bytes | None


def control_path(app: str, name: str) -> str:
    """Where a control file lies."""
    return f"/data/data/{package_of(app)}/files/env/{name}"


def database_path(app: str) -> str:
    """Where an app's database lies."""
    return f"/data/data/{package_of(app)}/files/SQLite/{app}.db"


def parse_launch(content: bytes, database: bytes | None) -> Launch:
    """Check a ``launch.json``.

    Raises:
        LaunchError: Names the first field that is missing or of a wrong type.
    """
    try:
        data = json.loads(content)
    except ValueError as error:
        raise LaunchError(f"launch.json is not JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("token"), str):
        raise LaunchError("launch.json: token must be a string")
    settings = data.get("settings")
    if not isinstance(settings, dict):
        raise LaunchError("launch.json: settings must be an object")
    for name, kinds in _SETTINGS.items():
        value = settings.get(name)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise LaunchError(f"launch.json: {name} must be a {kinds[0].__name__}, not {value!r}")
    ui = data.get("ui")
    if ui is not None and not isinstance(ui, dict):
        raise LaunchError("launch.json: ui must be an object")
    # Settings that the apps do not read (the phone's own) may be added.
    known = {f.name: settings[f.name] for f in fields(PhoneSettings) if f.name in settings}
    return Launch(data["token"], PhoneSettings(**known), ui, database)


def pending_launches(
    files: FileTree, apps: list[str], done: Mapping[str, str]
) -> dict[str, Launch]:
    """The launches that were written and not carried out yet.

    Args:
        files: The phone's files.
        apps: Which apps to look at.
        done: Token of each app's last launch.

    Raises:
        LaunchError: A file is malformed, or ``next.db`` came without ``launch.json``.
    """
    found = {}
    for app in apps:
        launch = files.get(control_path(app, "launch.json"))
        database = files.get(control_path(app, "next.db"))
        if launch is None:
            if database is not None:
                raise LaunchError(
                    f"{app}: next.db without launch.json: the driver must write launch.json last"
                )
            continue
        parsed = parse_launch(launch.content, None if database is None else database.content)
        if parsed.token != done.get(app):
            found[app] = parsed
    return found


def report(token: str, app: str, sequence: int, ui: Any, errors: list[str]) -> bytes:
    """The content of ``ui.json``."""
    data = {
        "version": 1, "token": token, "app": app, "sequence": sequence, "ui": ui, "errors": errors,
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
