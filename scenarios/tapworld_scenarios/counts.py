"""How much there is: what ``tapworld list --json`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .certificates import read_certificates
from .errors import CertificateError

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["catalog_counts"]


def catalog_counts(catalog: Catalog) -> dict[str, Any]:
    """Counts of apps, scenarios, instances and configurations.

    ``configurations`` are instance x profile x theme x UI state x phrasing over certified pairs
    (without those left out by certificates); where certificates are missing or stale,
    ``certified`` is false and every pair is counted.
    """
    try:
        certified = read_certificates(catalog)
    except CertificateError:
        certified = None
    themes, profiles = len(catalog.looks.themes()), len(catalog.profiles.personas())
    total = 0
    per_app: dict[str, dict[str, int]] = {}
    for scenario in catalog.scenarios.values():
        states = len(catalog.looks.ui_states(scenario.app))
        if certified is None:
            starts = len(scenario.instances) * profiles * states
        else:
            starts = sum(
                states - len(certified.excluded_ui.get((scenario.id, i, p), ()))
                for i, p in certified.pairs[scenario.id]
            )
        count = starts * themes * len(scenario.goal)
        total += count
        row = per_app.setdefault(
            scenario.group, {"scenarios": 0, "instances": 0, "configurations": 0}
        )
        row["scenarios"] += 1
        row["instances"] += len(scenario.instances)
        row["configurations"] += count
    return {
        "apps": len(catalog.apps),
        "scenarios": len(catalog.scenarios),
        "composed": sum(scenario.composed for scenario in catalog.scenarios.values()),
        "instances": sum(len(s.instances) for s in catalog.scenarios.values()),
        "configurations": total,
        "per_app": dict(sorted(per_app.items())),
        "profiles": profiles,
        "themes": themes,
        "certified": certified is not None,
    }
