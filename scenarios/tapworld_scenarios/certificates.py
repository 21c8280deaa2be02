"""Certificates: what the integrity pipeline found, and what it depended on.

One JSON file an app under ``catalog/certificates/`` (``composed.json`` for scenarios over
several apps); the format is described in ``docs/certificates.md``.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import CertificateError
from .fingerprints import persona_hash, profile_hash, ui_states_hash
from .integrity import CheckReport, PairCheck

if TYPE_CHECKING:
    from .catalog import Catalog
    from .model import Scenario

__all__ = ["VERSION", "Certified", "read_certificates", "write_certificates"]

VERSION = 1
# Raised when the pipeline itself judges pairs differently: old certificates are then stale.
PIPELINE = 1
_RUN = "run `tapworld check` to certify the catalogue anew"


@dataclass(frozen=True)
class Certified:
    """Pairs that passed, of the scenarios asked for.

    Attributes:
        pairs: Scenario id -> (instance, profile), in a fixed order.
        excluded_ui: ``(scenario, instance, profile)`` -> UI states it may not start in.
    """

    pairs: dict[str, tuple[tuple[int, str], ...]]
    excluded_ui: dict[tuple[str, int, str], frozenset[str]]


def _context(catalog: Catalog, scenarios: Iterable[Scenario]) -> dict[str, Any]:
    """Hashes of everything besides the scenarios themselves."""
    apps = sorted({app for scenario in scenarios for app in scenario.apps})
    profiles = list(catalog.profiles.personas())
    return {
        "pipeline": PIPELINE,
        "schemas": {app: catalog.schemas[app].digest[:32] for app in apps},
        "personas": {profile: persona_hash(catalog, profile) for profile in profiles},
        "profiles": {
            app: {profile: profile_hash(catalog, profile, app) for profile in profiles}
            for app in apps
        },
        "ui_states": {app: ui_states_hash(catalog, app) for app in sorted(catalog.apps)},
    }


def _groups(catalog: Catalog) -> dict[str, list[Scenario]]:
    groups: dict[str, list[Scenario]] = {}
    for scenario in catalog.scenarios.values():
        groups.setdefault(scenario.group, []).append(scenario)
    return groups


def write_certificates(catalog: Catalog, report: CheckReport) -> list[Path]:
    """Write the certificate of every app whose scenarios were all checked.

    Args:
        catalog: The catalogue.
        report: Of :func:`check_catalog`.

    Returns:
        The files, in alphabetical order.

    Raises:
        CertificateError: The folder cannot be written to, or nothing was checked as a whole.
    """
    by_scenario: dict[str, list[PairCheck]] = {}
    for check in report.checks:
        by_scenario.setdefault(check.scenario, []).append(check)
    written = []
    for group, scenarios in sorted(_groups(catalog).items()):
        if not all(scenario.id in by_scenario for scenario in scenarios):
            continue
        data = {
            "version": VERSION,
            "group": group,
            **_context(catalog, scenarios),
            "scenarios": {
                s.id: {"hash": catalog.hashes[s.id], **_entries(by_scenario[s.id])}
                for s in scenarios
            },
        }
        written.append(_write(catalog.certificates / f"{group}.json", data))
    if not written:
        raise CertificateError("no app was checked as a whole: nothing to certify")
    return written


def _entries(checks: list[PairCheck]) -> dict[str, Any]:
    compatible: dict[str, list[int]] = {}
    ui_states: dict[str, dict[str, str]] = {}
    excluded: dict[str, str] = {}
    for check in checks:
        name = f"i{check.instance}/{check.profile}"
        if check.status != "compatible":
            excluded[name] = f"{check.status}: {check.reason}"
            continue
        compatible.setdefault(check.profile, []).append(check.instance)
        if check.ui_states:
            ui_states[name] = check.ui_states
    return {"compatible": compatible, "ui_states": ui_states, "excluded": excluded}


def _write(path: Path, data: dict[str, Any]) -> Path:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".tmp")
    except OSError as error:
        raise CertificateError(f"{path} cannot be written: {error}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise CertificateError(f"{path} cannot be written: {error}") from error
    return path


def read_certificates(catalog: Catalog, scenarios: Iterable[str] | None = None) -> Certified:
    """Certified pairs of scenarios; default all.

    Raises:
        CertificateError: A certificate is missing, unreadable or stale.
    """
    wanted = [catalog.scenario(n) for n in (catalog.scenarios if scenarios is None else scenarios)]
    groups: dict[str, list[Scenario]] = {}
    for scenario in wanted:
        groups.setdefault(scenario.group, []).append(scenario)
    pairs: dict[str, tuple[tuple[int, str], ...]] = {}
    excluded: dict[tuple[str, int, str], frozenset[str]] = {}
    memo = catalog.memo.setdefault("certified", {})
    for group, members in groups.items():
        data = _fresh(catalog, group)
        for scenario in members:
            # Thousands of pairs, needed anew at every reset of an environment.
            known = memo.get(scenario.id)
            if known is None or known[0] is not data:
                known = memo[scenario.id] = (data, *_certified(catalog, scenario, data))
            pairs[scenario.id] = known[1]
            excluded.update(known[2])
    return Certified(pairs, excluded)


def _certified(
    catalog: Catalog, scenario: Scenario, data: dict[str, Any]
) -> tuple[tuple[tuple[int, str], ...], dict[tuple[str, int, str], frozenset[str]]]:
    """Pairs of one scenario, and the UI states that some of them may not start in."""
    entry = data["scenarios"][scenario.id]
    pairs = tuple(
        (index, profile)
        for profile in catalog.profiles.personas()
        for index in entry["compatible"].get(profile, [])
    )
    excluded = {}
    for name, states in entry["ui_states"].items():
        index, _, profile = name[1:].partition("/")
        excluded[scenario.id, int(index), profile] = frozenset(states)
    return pairs, excluded


def _fresh(catalog: Catalog, group: str) -> dict[str, Any]:
    path = catalog.certificates / f"{group}.json"
    memo = catalog.memo.setdefault("certificates", {})
    try:
        stamp = path.stat().st_mtime_ns
        if memo.get(group, (None, None))[0] == stamp:
            return memo[group][1]
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CertificateError(f"{path} is missing; {_RUN}") from error
    except (OSError, ValueError) as error:
        raise CertificateError(f"{path} cannot be read ({error}); {_RUN}") from error
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise CertificateError(f"{path} has another format than version {VERSION}; {_RUN}")
    stale = _stale(catalog, group, data)
    if stale:
        raise CertificateError(f"{path} is stale: {stale}; {_RUN}")
    memo[group] = (stamp, data)
    return data


def _stale(catalog: Catalog, group: str, data: dict[str, Any]) -> str | None:
    scenarios = _groups(catalog)[group]
    for scenario in scenarios:
        entry = data["scenarios"].get(scenario.id)
        if entry is None:
            return f"{scenario.id} is not in it"
        if entry["hash"] != catalog.hashes[scenario.id]:
            return f"{scenario.id} (or the app.yaml of its apps) has changed"
    for name, found in _context(catalog, scenarios).items():
        known = data.get(name)
        if known == found:
            continue
        if isinstance(known, dict) and isinstance(found, dict):
            changed = sorted(k for k in {*known, *found} if known.get(k) != found.get(k))
            return f"{name} of {', '.join(changed)} have changed"
        return f"{name} has changed"
    return None
