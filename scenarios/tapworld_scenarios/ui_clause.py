"""Checks where the phone ended up."""

from __future__ import annotations

from typing import Any

from .model import UiClause
from .snapshot import Snapshot

__all__ = ["check_ui"]


def check_ui(
    wanted: UiClause, after: Snapshot, home: str | None, *, unstated: bool = False
) -> tuple[bool, str]:
    """Compare the top screen of an app with a ``ui`` clause.

    Keys of ``params`` and ``state`` that the clause does not name may be anything; ``null``
    stands for a key that is absent or null. ``dialog`` is compared only when it is named.

    Args:
        wanted: The clause, with its values filled in.
        after: The phone at the end.
        home: Route of the app's first tab: what an app without a UI state shows.
        unstated: Let a key of ``state`` that is absent hold. A start state is written by hand
            and leaves out what the screen fills in itself when it is first drawn, so that its
            absent keys may well be what the clause asks for.
    """
    if wanted.app == "launcher":
        return after.foreground in (None, "launcher"), f"in front: {after.foreground}"
    if wanted.foreground and after.foreground != wanted.app:
        return False, f"in front: {after.foreground}, not {wanted.app}"
    ui = after.apps[wanted.app].ui or {}
    stack = ui.get("stack") or [{"route": home}]
    top: dict[str, Any] = stack[-1]
    if wanted.route is not None and top.get("route") != wanted.route:
        return False, f"on screen {top.get('route')!r}, not {wanted.route!r}"
    for part in ("params", "state"):
        found = top.get(part) or {}
        for key, value in getattr(wanted, part).items():
            if unstated and part == "state" and key not in found:
                continue
            if not _equal(found.get(key), value):
                return False, f"{part}.{key} is {found.get(key)!r}, not {value!r}"
    if "dialog" in wanted.model_fields_set:
        return _dialog(wanted.dialog, ui.get("dialog"))
    return True, f"on screen {top.get('route')!r}"


def _dialog(wanted: str | dict[str, Any] | None, found: Any) -> tuple[bool, str]:
    name = None if found is None else found.get("name")
    detail = f"dialog {name!r}"
    if wanted is None or isinstance(wanted, str):
        return name == wanted, detail
    if found is None or name != wanted.get("name"):
        return False, detail
    params = found.get("params") or {}
    return all(_equal(params.get(k), v) for k, v in (wanted.get("params") or {}).items()), detail


def _equal(found: Any, wanted: Any) -> bool:
    if isinstance(found, bool) != isinstance(wanted, bool):
        return bool(found) == wanted if wanted in (0, 1) and isinstance(found, bool) else False
    if isinstance(wanted, str) and isinstance(found, int):
        return str(found) == wanted
    if isinstance(found, str) and isinstance(wanted, int):
        return found == str(wanted)
    return found == wanted
