"""Themes and UI states: what the phone looks like, and where an app stands, at the start.

``themes.json`` maps a theme's id to its data (``apps/kit/src/theme/theme.ts`` says what the
apps make of it); ``ui_states/<app>.json`` lists an app's starting states, ``routes/<app>.json`` a
way to every route and dialog. All are checked here in full: a misspelt key is an error that names
file and field.
"""

from tapworld_scenarios.appearance.loading import (
    load_themes,
    load_ui_states,
    routes,
    themes,
    ui_states,
)

__all__ = ["load_themes", "load_ui_states", "routes", "themes", "ui_states"]
