"""Scenarios: profiles, appearance, catalogue; how a task is arranged, certified, verified.

- :func:`load_catalog` reads and checks every scenario; :func:`personas`, :func:`themes` and
  :func:`ui_states` list the axes.
- :class:`Configuration` is one point of the axes; :func:`sample_configurations` draws some.
- :func:`arrange` makes a :class:`Task` with its start :class:`Snapshot`; :func:`verify` gives
  the :class:`Verdict` on the state after an episode.
- :func:`check_catalog` runs the integrity pipeline and :func:`write_certificates` keeps it.

Names are imported when first used: ``import tapworld_scenarios`` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .appearance import themes, ui_states
    from .arranging import arrange
    from .catalog import Catalog, load_catalog
    from .certificates import read_certificates, write_certificates
    from .configuration import Configuration
    from .counts import catalog_counts
    from .errors import (
        AppearanceError,
        ArrangeError,
        CatalogError,
        CertificateError,
        ConfigurationError,
        EnvironmentFault,
        ProfileError,
        SqlError,
        TapworldScenariosError,
        TemplateError,
    )
    from .integrity import CheckReport, check_catalog
    from .model import Scenario
    from .near_misses import DatabaseEdit, NearMiss, apply_edits
    from .profiles import profile_database
    from .profiles.personas import Persona, personas
    from .sampling import sample_configurations
    from .snapshot import AppState, PhoneSettings, Snapshot
    from .task import Task
    from .verdict import AnswerResult, ClauseResult, Collateral, Verdict
    from .verification import verify

_MODULES = {
    "AnswerResult": "verdict",
    "AppState": "snapshot",
    "AppearanceError": "errors",
    "ArrangeError": "errors",
    "Catalog": "catalog",
    "CatalogError": "errors",
    "CertificateError": "errors",
    "CheckReport": "integrity",
    "ClauseResult": "verdict",
    "Collateral": "verdict",
    "Configuration": "configuration",
    "ConfigurationError": "errors",
    "DatabaseEdit": "near_misses",
    "EnvironmentFault": "errors",
    "NearMiss": "near_misses",
    "Persona": "profiles.personas",
    "PhoneSettings": "snapshot",
    "ProfileError": "errors",
    "Scenario": "model",
    "Snapshot": "snapshot",
    "SqlError": "errors",
    "TapworldScenariosError": "errors",
    "Task": "task",
    "TemplateError": "errors",
    "Verdict": "verdict",
    "apply_edits": "near_misses",
    "arrange": "arranging",
    "catalog_counts": "counts",
    "check_catalog": "integrity",
    "load_catalog": "catalog",
    "personas": "profiles.personas",
    "profile_database": "profiles",
    "read_certificates": "certificates",
    "sample_configurations": "sampling",
    "themes": "appearance",
    "ui_states": "appearance",
    "verify": "verification",
    "write_certificates": "certificates",
}

__all__ = [
    "AnswerResult",
    "AppState",
    "AppearanceError",
    "ArrangeError",
    "Catalog",
    "CatalogError",
    "CertificateError",
    "CheckReport",
    "ClauseResult",
    "Collateral",
    "Configuration",
    "ConfigurationError",
    "DatabaseEdit",
    "EnvironmentFault",
    "NearMiss",
    "Persona",
    "PhoneSettings",
    "ProfileError",
    "Scenario",
    "Snapshot",
    "SqlError",
    "TapworldScenariosError",
    "Task",
    "TemplateError",
    "Verdict",
    "apply_edits",
    "arrange",
    "catalog_counts",
    "check_catalog",
    "load_catalog",
    "personas",
    "profile_database",
    "read_certificates",
    "sample_configurations",
    "themes",
    "ui_states",
    "verify",
    "write_certificates",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its module on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value
