"""Names of tables and columns as they stand in scenario files."""

from __future__ import annotations

from collections.abc import Mapping

from .schema import Schema

__all__ = ["qualify", "split_place"]


def qualify(table: str, app: str) -> tuple[str, str]:
    """App and bare name of a table; one without a prefix belongs to ``app``.

    >>> qualify("pay.cards", "mail"), qualify("threads", "mail")
    (('pay', 'cards'), ('mail', 'threads'))
    """
    prefix, _, name = table.rpartition(".")
    return prefix or app, name


def split_place(
    place: str, app: str, schemas: Mapping[str, Schema]
) -> tuple[str, str, str | None] | None:
    """``pay.contacts.name``, ``contacts.name``, ``pay.contacts`` -> app, table, column.

    ``None`` when nothing is called so.
    """
    parts = place.split(".")
    if parts[0] in schemas and len(parts) > 1 and parts[1] in schemas[parts[0]].tables:
        app, parts = parts[0], parts[1:]
    table = schemas[app].tables.get(parts[0]) if app in schemas else None
    if table is None or len(parts) > 2 or (len(parts) == 2 and parts[1] not in table.columns):
        return None
    return app, table.name, parts[1] if len(parts) == 2 else None
