"""Makes a configuration's start state: the phone before the agent touches it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .answers import Expected
from .configuration import Configuration
from .errors import ArrangeError, ConfigurationError, TemplateError
from .memo import Memo
from .merge import merge
from .placeholders import fill_goal
from .prepare import Resolved, derive, resolve_expected, resolve_instance
from .resolve_steps import resolve_steps
from .schema import suggest
from .snapshot import AppState, PhoneSettings, Snapshot
from .sql_session import SqlSession
from .task import Task
from .templates import Resolver
from .values import Value

if TYPE_CHECKING:
    from .bench import Bench
    from .catalog import Catalog
    from .model import Scenario

__all__ = ["StartState", "arrange", "fill_ui", "snapshot_of", "start_state", "ui_of"]

_MEMO_LIMIT = 64


@dataclass(frozen=True)
class StartState:
    """Databases and values of one instance on one profile, for any theme and UI state.

    Attributes:
        databases: App id -> SQLite file, for every app on the phone.
        values: Name -> what ``:name`` is bound to.
        forms: Name -> all forms.
        expected: The right answer, for a question.
    """

    databases: Mapping[str, bytes]
    values: Mapping[str, Any]
    forms: Mapping[str, Value]
    expected: Expected | None


def arrange(catalog: Catalog, configuration: Configuration | str) -> Task:
    """Make the task of a configuration.

    Args:
        catalog: The catalogue.
        configuration: The configuration, or its id.

    Raises:
        ConfigurationError: It names something that does not exist.
        ArrangeError: Its start state cannot be made (see ``status``).
    """
    if isinstance(configuration, str):
        configuration = Configuration.parse(configuration)
    scenario = _check(catalog, configuration)
    state = start_state(catalog, scenario, configuration.instance, configuration.profile)
    snapshot = _snapshot(catalog, scenario, configuration, state)
    forms = dict(state.forms)
    return Task(
        configuration=configuration,
        scenario=scenario,
        goal=fill_goal(scenario.goal[configuration.phrasing], forms),
        snapshot=snapshot,
        values=state.values,
        forms=forms,
        expected=state.expected,
        oracle=resolve_steps(scenario.oracle, forms, state.expected),
        catalog=catalog,
    )


def snapshot_of(catalog: Catalog, configuration: Configuration) -> Snapshot:
    """The start state of a configuration, without goal and oracle.

    Raises:
        ConfigurationError: It names something that does not exist.
        ArrangeError: It cannot be made.
    """
    scenario = _check(catalog, configuration)
    state = start_state(catalog, scenario, configuration.instance, configuration.profile)
    return _snapshot(catalog, scenario, configuration, state)


def _check(catalog: Catalog, configuration: Configuration) -> Scenario:
    name = configuration.scenario
    if name not in catalog.scenarios:
        raise ConfigurationError(f"unknown scenario {name!r}{suggest(name, catalog.scenarios)}")
    scenario = catalog.scenarios[name]
    for what, index, count in (
        ("instance", configuration.instance, len(scenario.instances)),
        ("phrasing", configuration.phrasing, len(scenario.goal)),
    ):
        if not 0 <= index < count:
            raise ConfigurationError(f"{name} has {count} {what}s (0 to {count - 1}), not {index}")
    known_profiles = catalog.profiles.personas()
    if configuration.profile not in known_profiles:
        found = suggest(configuration.profile, known_profiles)
        raise ConfigurationError(f"unknown profile {configuration.profile!r}{found}")
    known_themes = catalog.looks.themes()
    if configuration.theme not in known_themes:
        found = suggest(configuration.theme, known_themes)
        raise ConfigurationError(f"unknown theme {configuration.theme!r}{found}")
    states = [state["id"] for state in catalog.looks.ui_states(scenario.app)]
    if configuration.ui_state not in states:
        found = suggest(configuration.ui_state, states)
        raise ConfigurationError(
            f"{scenario.app} has no UI state {configuration.ui_state!r}{found}"
        )
    return scenario


def start_state(catalog: Catalog, scenario: Scenario, instance: int, profile: str) -> StartState:
    """Databases and values of one instance on one profile; kept for the next call.

    Raises:
        ArrangeError: It cannot be made.
    """
    memo: Memo[StartState] = catalog.memo.setdefault("start", Memo(_MEMO_LIMIT))
    key = (scenario.id, instance, profile)
    return memo.get(key, lambda: _start_state(catalog, scenario, instance, profile))


def _start_state(catalog: Catalog, scenario: Scenario, instance: int, profile: str) -> StartState:
    bench = catalog.bench(profile)
    try:
        resolved = resolve_instance(scenario, scenario.instances[instance], bench)
    except TemplateError as error:
        raise ArrangeError(str(error), error.status) from error
    databases = {app: bench.database(app) for app in sorted(catalog.apps)}
    if not resolved.changes:
        return _derived(scenario, resolved, bench.session(scenario.apps), bench, databases)
    with SqlSession({app: databases[app] for app in scenario.apps}) as session:
        merge(session, resolved.changes, resolved.sql, catalog.schemas)
        with session.trusted() as connection:
            for app in sorted({change.app for change in resolved.changes}):
                databases[app] = connection.serialize(name=app)
        return _derived(scenario, resolved, session, bench, databases)


def _derived(
    scenario: Scenario,
    resolved: Resolved,
    session: SqlSession,
    bench: Bench,
    databases: Mapping[str, bytes],
) -> StartState:
    derived = derive(scenario, resolved, session, bench)
    forms = {**resolved.forms, **derived}
    bound = {**resolved.sql, **{name: value.sql for name, value in derived.items()}}
    expected = resolve_expected(scenario, session, bound, forms, bench)
    return StartState(databases, bound, forms, expected)


def _snapshot(
    catalog: Catalog, scenario: Scenario, configuration: Configuration, state: StartState
) -> Snapshot:
    persona = catalog.profiles.personas()[configuration.profile]
    position, chosen = catalog.looks.ui_state(scenario.app, configuration.ui_state)
    apps = {
        app: AppState(database, ui_of(catalog, app, position, configuration.profile))
        for app, database in state.databases.items()
    }
    settings = PhoneSettings(
        theme=configuration.theme,
        clock_ms=persona.clock_ms,
        time_zone=persona.time_zone,
        locale=persona.locale,
        hour24=persona.hour24,
    )
    return Snapshot(apps, settings, scenario.app if chosen.get("foreground", True) else None)


def ui_of(catalog: Catalog, app: str, position: int, profile: str) -> Mapping[str, Any] | None:
    """UI state of an app at a position of its list, with templates resolved.

    Raises:
        ArrangeError: A template finds nothing on this profile.
    """
    states = catalog.looks.ui_states(app)
    state = states[position % len(states)]
    return fill_ui(catalog, app, state["id"], state.get("ui"), profile)


def fill_ui(
    catalog: Catalog, app: str, name: str, raw: Mapping[str, Any] | None, profile: str
) -> Mapping[str, Any] | None:
    """A UI state with its templates resolved on a profile.

    Args:
        catalog: The catalogue.
        app: Whose state.
        name: For messages.
        raw: The state, with templates.
        profile: The profile.

    Raises:
        ArrangeError: A template finds nothing on this profile.
    """
    memo = catalog.memo.setdefault("ui", {})
    key = (app, profile, json.dumps(raw, sort_keys=True, ensure_ascii=False))
    if key not in memo:
        resolver = Resolver(catalog.bench(profile), (app,))
        try:
            memo[key] = _filled(raw, resolver)
        except TemplateError as error:
            raise ArrangeError(f"UI state {app}/{name}: {error}", error.status) from error
    return memo[key]


def _filled(value: Any, resolver: Resolver) -> Any:
    if isinstance(value, str):
        return resolver.fill(value)
    if isinstance(value, list):
        return [_filled(item, resolver) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, resolver) for key, item in value.items()}
    return value
