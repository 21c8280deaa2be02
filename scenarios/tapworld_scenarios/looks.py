"""Themes and UI states of a folder, as :mod:`tapworld_scenarios.appearance` reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .appearance import load_themes, load_ui_states
from .errors import CatalogError
from .schema import suggest

__all__ = ["KeptLooks", "Looks", "shipped_looks"]


class Looks:
    """A folder with ``themes.json`` and ``ui_states/<app>.json``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def themes(self) -> dict[str, dict[str, Any]]:
        """Themes by id, in the order of the file."""
        return load_themes(self.folder / "themes.json")

    def ui_states(self, app: str) -> list[dict[str, Any]]:
        """UI states of an app, in the order of the file.

        Raises:
            AppearanceError: The app has no file, or a state is malformed.
        """
        return load_ui_states(self.folder / "ui_states" / f"{app}.json")

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


shipped_looks = Looks(Path(__file__).parent / "appearance")
