"""Which changes a scenario allows, and which app changes by merely being looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .model import Scenario
from .places import split_place

if TYPE_CHECKING:
    from .app_spec import AppSpec
    from .catalog import Catalog
    from .schema import Schema

__all__ = ["Permits", "incidental_permits", "permits_of"]


@dataclass(frozen=True)
class Permits:
    """Tables and columns that may change.

    Attributes:
        tables: ``(app, table)`` wholly free.
        columns: ``(app, table, column)`` free.
    """

    tables: frozenset[tuple[str, str]]
    columns: frozenset[tuple[str, str, str]]

    def table(self, app: str, table: str) -> bool:
        """Whether the whole table is free."""
        return (app, table) in self.tables

    def column(self, app: str, table: str, column: str) -> bool:
        """Whether a column is free, by itself or with its table."""
        return (app, table) in self.tables or (app, table, column) in self.columns

    def __or__(self, other: Permits) -> Permits:
        """Both together."""
        return Permits(self.tables | other.tables, self.columns | other.columns)

    def touches(self, app: str, table: str, column: str | None) -> bool:
        """Whether a place is free; a table without a column stands for whole rows."""
        return self.table(app, table) if column is None else self.column(app, table, column)


def _permits(places: tuple[str, ...], app: str, schemas: Mapping[str, Schema]) -> Permits:
    tables: set[tuple[str, str]] = set()
    columns: set[tuple[str, str, str]] = set()
    for place in places:
        parsed = split_place(place, app, schemas)
        if parsed is None:
            raise KeyError(place)  # refused at load
        owner, table, column = parsed
        if column is None:
            tables.add((owner, table))
        else:
            columns.add((owner, table, column))
    return Permits(frozenset(tables), frozenset(columns))


def incidental_permits(apps: Mapping[str, AppSpec], schemas: Mapping[str, Schema]) -> Permits:
    """What changes by looking, over all apps."""
    found = Permits(frozenset(), frozenset())
    for app, spec in apps.items():
        found |= _permits(spec.incidental, app, {app: schemas[app]})
    return found


def permits_of(scenario: Scenario, catalog: Catalog) -> Permits:
    """What ``may_change`` allows."""
    schemas = {app: catalog.schemas[app] for app in scenario.apps}
    return _permits(scenario.may_change, scenario.app, schemas)
