"""What ``app.yaml`` says of an app: entities, templates, identity, incidental changes, damage."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from .model import NAME, ParamType, Requirement, Steps

__all__ = ["AppSpec", "Damage", "EntitySpec", "TemplateSpec"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EntitySpec(_Model):
    """Rows that relational and positioning templates draw on.

    Attributes:
        table: The table.
        order: ORDER BY terms; must be total, or equal rows could swap.
        unique: The column by which people tell the rows apart.
        where: Which rows count.
    """

    table: str
    order: str = "rowid"
    unique: str | None = None
    where: str | None = None


class TemplateSpec(_Model):
    """A template of the app.

    Attributes:
        sql: Gives one value; ``:arg``, ``:arg1``, ``:arg2`` are the arguments.
        type: ``money`` when the value is cents, ``date`` or ``datetime`` when it is epoch ms.
        requires: Constraints that using the template implies.
    """

    sql: str
    type: ParamType | None = None
    requires: tuple[Requirement, ...] = ()


class Damage(_Model):
    """Something an agent could break while solving a task.

    Attributes:
        name: Names it.
        touches: Tables or ``table.column`` it changes.
        oracle: Steps that do it, from any screen.
    """

    name: str
    touches: tuple[str, ...] = Field(min_length=1)
    oracle: Steps = Field(min_length=1)


class AppSpec(_Model):
    """One app.

    Attributes:
        id: App id.
        title: Name on the launcher.
        home: Route of the first tab.
        entities: Name -> rows for ``first_<name>_<column>`` and its kin.
        templates: Name -> SQL.
        current_user: Gives one row about the phone's owner.
        incidental: Tables or ``table.column`` that change by merely looking.
        person_tables: ``table.column`` that hold the names of people.
        label_tables: ``table.column`` that hold the names of labels.
        damage: Step lists for the near-miss "solve it and damage something else".
    """

    id: str
    title: str
    home: str | None = None
    entities: dict[str, EntitySpec] = {}
    templates: dict[str, TemplateSpec] = {}
    current_user: str
    incidental: tuple[str, ...] = ()
    person_tables: tuple[str, ...] = ()
    label_tables: tuple[str, ...] = ()
    damage: tuple[Damage, ...] = ()

    @field_validator("templates", mode="before")
    @classmethod
    def _short_templates(cls, raw: Any) -> Any:
        if not isinstance(raw, dict):
            return raw
        return {k: {"sql": v} if isinstance(v, str) else v for k, v in raw.items()}

    @field_validator("templates", "entities")
    @classmethod
    def _names(cls, found: dict[str, Any]) -> dict[str, Any]:
        for name in found:
            if not NAME.match(name):
                raise ValueError(f"{name!r} must be lower-case letters, digits and underscores")
        return found

    @property
    def labels(self) -> tuple[str, ...]:
        """``label_tables``, or the entity called ``label``."""
        entity = self.entities.get("label")
        if self.label_tables or entity is None or entity.unique is None:
            return self.label_tables
        return (f"{entity.table}.{entity.unique}",)
