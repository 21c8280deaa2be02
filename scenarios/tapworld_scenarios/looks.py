"""Themes and UI states, read from ``appearance/``."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from .errors import CatalogError
from .schema import suggest

__all__ = ["KeptLooks", "Looks", "ShippedLooks", "shipped_looks"]


class Looks:
    """A folder with ``themes.json`` and ``ui_states/<app>.json``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def themes(self) -> dict[str, dict[str, Any]]:
        """Themes by id, in the order of the file."""
        return _themes(self.folder / "themes.json", _stamp(self.folder / "themes.json"))

    def ui_states(self, app: str) -> list[dict[str, Any]]:
        """UI states of an app, in the order of the file.

        Raises:
            CatalogError: The app has no file, or a state is malformed.
        """
        path = self.folder / "ui_states" / f"{app}.json"
        return _ui_states(path, _stamp(path))

    def ui_state(self, app: str, name: str) -> tuple[int, dict[str, Any]]:
        """Position and content of one UI state.

        Raises:
            CatalogError: The app has no such state.
        """
        states = self.ui_states(app)
        for index, state in enumerate(states):
            if state["id"] == name:
                return index, state
        known = [state["id"] for state in states]
        raise CatalogError(f"{app} has no UI state {name!r}{suggest(name, known)}")


class KeptLooks(Looks):
    """Another's themes and UI states, read once: a check asks for them at every pair."""

    def __init__(self, source: Looks) -> None:
        super().__init__(source.folder)
        self.source = source
        self._themes: dict[str, dict[str, Any]] | None = None
        self._states: dict[str, list[dict[str, Any]]] = {}

    def themes(self) -> dict[str, dict[str, Any]]:
        """Themes by id, in the order of the file."""
        if self._themes is None:
            self._themes = self.source.themes()
        return self._themes

    def ui_states(self, app: str) -> list[dict[str, Any]]:
        """UI states of an app, in the order of the file."""
        if app not in self._states:
            self._states[app] = self.source.ui_states(app)
        return self._states[app]


class ShippedLooks(Looks):
    """Those that ship, checked in full by :mod:`tapworld_scenarios.appearance`."""

    def themes(self) -> dict[str, dict[str, Any]]:
        """Themes by id, in the order of the file."""
        from .appearance import themes

        return themes()

    def ui_states(self, app: str) -> list[dict[str, Any]]:
        """UI states of an app, in the order of the file."""
        from .appearance import ui_states

        return ui_states(app)


shipped_looks = ShippedLooks(Path(__file__).parent / "appearance")


def _stamp(path: Path) -> tuple[int, int]:
    try:
        info = path.stat()
    except OSError as error:
        raise CatalogError(f"cannot be read: {error}", file=path) from error
    return info.st_mtime_ns, info.st_size


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CatalogError(f"cannot be read: {error}", file=path) from error


@lru_cache(maxsize=64)
def _themes(path: Path, stamp: tuple[int, int]) -> dict[str, dict[str, Any]]:
    data = _json(path)
    if isinstance(data, dict) and isinstance(data.get("themes"), list):
        data = data["themes"]
    if isinstance(data, list):
        return {str(theme["id"]): theme for theme in data}
    if not isinstance(data, dict):
        raise CatalogError("must be a mapping or a list of themes", file=path)
    return data


@lru_cache(maxsize=64)
def _ui_states(path: Path, stamp: tuple[int, int]) -> list[dict[str, Any]]:
    data = _json(path)
    if not isinstance(data, list) or not data:
        raise CatalogError("must be a list of UI states", file=path)
    seen: set[str] = set()
    for index, state in enumerate(data):
        field = f"{index}"
        if not isinstance(state, dict) or not isinstance(state.get("id"), str):
            raise CatalogError("a UI state needs an id", file=path, field=field)
        extra = sorted(set(state) - {"id", "foreground", "ui", "description"})
        if extra:
            raise CatalogError(f"unknown key {extra[0]!r}", file=path, field=field)
        if state["id"] in seen or "/" in state["id"]:
            raise CatalogError(f"the id {state['id']!r} stands twice or holds a /", file=path)
        if not isinstance(state.get("foreground", True), bool):
            raise CatalogError("foreground must be true or false", file=path, field=field)
        seen.add(state["id"])
    return data
