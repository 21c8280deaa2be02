"""Which UI states can be made on which profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .errors import ArrangeError

if TYPE_CHECKING:
    from .catalog import Catalog
    from .model import Scenario

__all__ = ["unusable_ui_states"]


def unusable_ui_states(catalog: Catalog, scenario: Scenario, profile: str) -> Mapping[str, str]:
    """UI states of the primary app that cannot be made on a profile, with the reason.

    The other apps on the phone take the state of the same position, so theirs count too.
    """
    from .arranging import ui_of

    memo = catalog.memo.setdefault("unusable", {})
    key = (scenario.app, profile)
    if key not in memo:
        found: dict[str, str] = {}
        for position, state in enumerate(catalog.looks.ui_states(scenario.app)):
            for app in sorted(catalog.apps):
                try:
                    ui_of(catalog, app, position, profile)
                except ArrangeError as error:
                    found.setdefault(state["id"], str(error))
        memo[key] = found
    return memo[key]
