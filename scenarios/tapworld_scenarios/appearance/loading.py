"""Reads and checks themes and UI states."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tapworld_scenarios.appearance.model import Theme, UIState
from tapworld_scenarios.errors import AppearanceError

__all__ = ["load_themes", "load_ui_states", "routes", "themes", "ui_states"]

_FOLDER = Path(__file__).parent


def themes() -> dict[str, dict[str, Any]]:
    """Return the themes that ship, by id, in the order of the file.

    Example:
        >>> themes()["daylight"]["dark"]
        False
    """
    return load_themes(_FOLDER / "themes.json")


def ui_states(app: str) -> list[dict[str, Any]]:
    """Return the UI states of an app, in the order of the file.

    Raises:
        AppearanceError: The app has none, or one is malformed.
    """
    path = _FOLDER / "ui_states" / f"{app}.json"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in path.parent.glob("*.json")))
        raise AppearanceError(f"no UI states for app {app!r}; there are some for: {known or '-'}")
    return load_ui_states(path)


def routes(app: str) -> list[dict[str, Any]]:
    """Return a way to every route and dialog of an app, in the order of the file.

    In the form of UI states, templates and all. No task starts from them; datasets, training
    screens and tests of the apps walk through them. A profile may lack the rows that one needs.

    Raises:
        AppearanceError: One is malformed.
    """
    path = _FOLDER / "routes" / f"{app}.json"
    return load_ui_states(path) if path.exists() else []


def load_themes(path: Path) -> dict[str, dict[str, Any]]:
    """Read and check a file of themes.

    Raises:
        AppearanceError: Names the file, the theme and the field.
    """
    data = _read(path, path.stat().st_mtime_ns if path.exists() else 0)
    if not isinstance(data, dict) or not data:
        raise AppearanceError(f"{path.name}: must map theme ids to themes")
    for name, theme in data.items():
        try:
            Theme.model_validate(theme)
        except ValidationError as error:
            raise AppearanceError(f"{path.name}: theme {name!r}: {_explain(error)}") from error
    return data


def load_ui_states(path: Path) -> list[dict[str, Any]]:
    """Read and check an app's file of UI states.

    Raises:
        AppearanceError: Names the file, the state and the field.
    """
    data = _read(path, path.stat().st_mtime_ns if path.exists() else 0)
    if not isinstance(data, list) or not data:
        raise AppearanceError(f"{path.name}: must be a list of UI states")
    seen: set[str] = set()
    for index, state in enumerate(data):
        try:
            checked = UIState.model_validate(state)
        except ValidationError as error:
            name = state.get("id", index) if isinstance(state, dict) else index
            raise AppearanceError(f"{path.name}: state {name!r}: {_explain(error)}") from error
        if checked.id in seen:
            raise AppearanceError(f"{path.name}: two states have the id {checked.id!r}")
        if not checked.foreground and checked.ui is not None:
            raise AppearanceError(
                f"{path.name}: state {checked.id!r}: an app behind the launcher has ui null"
            )
        seen.add(checked.id)
    return data


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> Any:
    del changed  # part of the key: an edited file is read again
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AppearanceError(f"{path} cannot be read: {error}") from error
    except ValueError as error:
        raise AppearanceError(f"{path.name} is no JSON: {error}") from error


def _explain(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
        for problem in error.errors()
    )
