"""What a scenario file says, as validated data (see ``docs/scenario-format.md``)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from .steps import Step, parse_steps

__all__ = [
    "Adjust",
    "AnswerClause",
    "AnswerType",
    "Clause",
    "ClauseBody",
    "Kind",
    "LetSpec",
    "ParamSpec",
    "ParamType",
    "Requirement",
    "Scenario",
    "WrittenNearMiss",
]

Kind = Literal["navigate", "edit", "search", "multi_step", "question", "refuse"]
ParamType = Literal[
    "text", "person", "money", "int", "date", "time", "datetime", "choice", "email", "handle",
    "label", "id",
]  # fmt: skip
AnswerType = Literal[
    "money", "count", "number", "date", "time", "datetime", "text", "choice", "list", "yes_no",
]  # fmt: skip

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
RESERVED = {"now", "today", "expected", "arg", "current_user"}
Scalar = str | int | float | bool | None


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Steps = Annotated[tuple[Step, ...], BeforeValidator(lambda raw: parse_steps(raw))]


class ParamSpec(_Model):
    """Type of a parameter.

    Attributes:
        type: Decides the forms in goal, screen and SQL.
        labels: For ``choice``: value in SQL -> what people call it.
    """

    type: ParamType
    labels: dict[str, str] | None = None


class LetSpec(_Model):
    """A derived value: one column, one row, on the start state."""

    sql: str
    type: ParamType = "text"


class _OverTable(_Model):
    table: str
    where: str | None = None


class EntityExists(_OverTable):
    """At least so many rows."""

    at_least: int = Field(default=1, ge=0)


class DataVolume(_OverTable):
    """The table is large enough to make a search or a scroll worthwhile."""

    at_least: int = Field(ge=0)


class Balance(_OverTable):
    """A number in a row is large enough (and, if said, small enough)."""

    column: str
    at_least: str | int | None = None
    at_most: str | int | None = None


class MaxCount(_OverTable):
    """At most so many rows."""

    at_most: int = Field(ge=0)


class Requirement(_Model):
    """One feasibility constraint; exactly one key."""

    entity_exists: EntityExists | None = None
    data_volume: DataVolume | None = None
    balance: Balance | None = None
    max_count: MaxCount | None = None

    @model_validator(mode="after")
    def _one(self) -> Requirement:
        return _exactly_one(self)

    @property
    def kind(self) -> str:
        """Name of the key that is set."""
        return next(name for name, value in self if value is not None)


class Adjust(_Model):
    """Rows of the profile's database that are changed before the episode."""

    table: str
    where: str
    set: dict[str, Scalar]


class RowsClause(_OverTable):
    """Rows that must be new (``inserted``) or gone (``deleted``)."""

    rows: int | str = 1
    others: bool = False


class UpdatedClause(RowsClause):
    """Rows that must have other values now."""

    set: dict[str, Scalar | dict[str, str]]


class ChangedClause(_OverTable):
    """A number that must have moved by an exact difference."""

    column: str
    by: str | int


class UnchangedClause(_OverTable):
    """Rows that must be as they were."""


class UiClause(_Model):
    """Where the phone must have ended up."""

    app: str
    route: str | None = None
    params: dict[str, Any] = {}
    state: dict[str, Any] = {}
    dialog: str | dict[str, Any] | None = None
    foreground: bool = True


class AnswerClause(_Model):
    """The answer that must be given.

    Attributes:
        type: Decides how answers are read and compared.
        sql: Gives the expected value on the start state (for ``list``: one column, many rows).
        value: The expected value itself.
        ordered: For ``list``: whether the order counts.
        items: For ``list``: type of the items.
        options: For ``choice``: what can be chosen from.
        decimals: For ``number``: decimals that count.
    """

    type: AnswerType
    sql: str | None = None
    value: Any = None
    ordered: bool = False
    items: AnswerType = "text"
    options: tuple[str, ...] = ()
    decimals: int = Field(default=2, ge=0)

    @model_validator(mode="after")
    def _one_source(self) -> AnswerClause:
        if (self.sql is None) == (self.value is None):
            raise ValueError("an answer needs exactly one of sql and value")
        if self.type == "list" and self.items == "list":
            raise ValueError("a list's items cannot be lists")
        return self


ClauseBody = (
    RowsClause
    | UpdatedClause
    | ChangedClause
    | UnchangedClause
    | UiClause
    | AnswerClause
    | str
    | bool
)


class Clause(_Model):
    """One expectation; exactly one key."""

    inserted: RowsClause | None = None
    deleted: RowsClause | None = None
    updated: UpdatedClause | None = None
    changed: ChangedClause | None = None
    unchanged: UnchangedClause | None = None
    sql: str | None = None
    ui: UiClause | None = None
    answer: AnswerClause | None = None
    infeasible: Literal[True] | None = None

    @model_validator(mode="after")
    def _one(self) -> Clause:
        return _exactly_one(self)

    @property
    def kind(self) -> str:
        """Name of the key that is set."""
        return next(name for name, value in self if value is not None)

    @property
    def body(self) -> ClauseBody:
        """Value of the key that is set."""
        return getattr(self, self.kind)


class WrittenNearMiss(_Model):
    """A near-miss that the author wrote.

    Attributes:
        name: Names it within the scenario.
        oracle: Its own steps; default the scenario's.
        params: Other values for some parameters.
        outcome: How the agent ends; default by the scenario.
        answer: The answer given (outcome ``answer``).
    """

    name: str
    oracle: Steps | None = None
    params: dict[str, Scalar] = {}
    outcome: Literal["done", "answer", "infeasible"] | None = None
    answer: str | None = None

    @model_validator(mode="after")
    def _differs(self) -> WrittenNearMiss:
        if not (self.oracle or self.params or self.outcome or self.answer is not None):
            raise ValueError("a near-miss must differ from the oracle: oracle, params or answer")
        return self


class Scenario(_Model):
    """A parameterized task.

    Attributes:
        id: ``<app>.<name>``, equal to folder and file name.
        kind: What an auditor groups by.
        apps: Apps it runs over, the primary one first.
        goal: Phrasings with ``{param}`` placeholders, the canonical one first.
        params: Parameters in the order in which they are resolved.
        instances: Values of the parameters: literals or templates.
        let: Values derived by SQL from the start state.
        arrange: Rows merged into the profile's database, by table.
        adjust: Rows of the profile that are changed.
        require: Feasibility constraints.
        unique: Queries that must give exactly one row.
        expect: What must hold at the end.
        may_change: Tables or ``table.column`` free to change.
        oracle: Steps that solve it.
        near_misses: Written near-misses.
        repeatable: Whether doing it twice is a mistake (``True``), harmless or impossible
            (``False``); ``None`` decides by rule.
        max_steps: Actions an agent has.
    """

    id: str
    kind: Kind
    apps: tuple[str, ...] = Field(min_length=1, max_length=4)
    goal: tuple[str, ...] = Field(min_length=3)
    params: dict[str, ParamSpec] = {}
    instances: tuple[dict[str, Scalar], ...] = Field(min_length=1)
    let: dict[str, LetSpec] = {}
    arrange: dict[str, tuple[dict[str, Scalar], ...]] = {}
    adjust: tuple[Adjust, ...] = ()
    require: tuple[Requirement, ...] = ()
    unique: tuple[str, ...] = ()
    expect: tuple[Clause, ...] = Field(min_length=1)
    may_change: tuple[str, ...] = ()
    oracle: Steps = Field(min_length=1)
    near_misses: tuple[WrittenNearMiss, ...] = ()
    repeatable: bool | None = None
    max_steps: int = Field(default=30, ge=1, le=200)

    @field_validator("params", mode="before")
    @classmethod
    def _short_params(cls, raw: Any) -> Any:
        return _short_form(raw, "type")

    @field_validator("let", mode="before")
    @classmethod
    def _short_let(cls, raw: Any) -> Any:
        return _short_form(raw, "sql")

    @field_validator("params", "let")
    @classmethod
    def _names(cls, found: dict[str, Any]) -> dict[str, Any]:
        for name in found:
            if not NAME.match(name):
                raise ValueError(f"{name!r} must be lower-case letters, digits and underscores")
            if name in RESERVED or name.startswith("current_user"):
                raise ValueError(f"the name {name!r} is taken by the engine")
        return found

    @model_validator(mode="after")
    def _one_name_once(self) -> Scenario:
        twice = sorted(set(self.params) & set(self.let))
        if twice:
            raise ValueError(f"both a parameter and a let value: {', '.join(twice)}")
        if len(set(self.apps)) != len(self.apps):
            raise ValueError("apps: an app stands twice")
        return self

    @property
    def app(self) -> str:
        """The primary app."""
        return self.apps[0]

    @property
    def composed(self) -> bool:
        """Whether it runs over several apps."""
        return len(self.apps) > 1

    @property
    def group(self) -> str:
        """Folder of the catalogue: the app, or ``composed``."""
        return self.id.split(".", 1)[0]

    def clauses(self, kind: str) -> list[Clause]:
        """The expectations of one kind, in order."""
        return [clause for clause in self.expect if clause.kind == kind]

    @property
    def answer(self) -> AnswerClause | None:
        """The answer clause of a question."""
        return next((c.answer for c in self.expect if c.answer is not None), None)

    @property
    def wants_infeasible(self) -> bool:
        """Whether the right outcome is the action ``infeasible``."""
        return any(clause.infeasible for clause in self.expect)


def _short_form(raw: Any, key: str) -> Any:
    if not isinstance(raw, dict):
        return raw
    return {k: {key: v} if isinstance(v, str) else v for k, v in raw.items()}


def _exactly_one(model: Any) -> Any:
    given = [name for name, value in model if value is not None]
    if len(given) != 1:
        known = ", ".join(type(model).model_fields)
        raise ValueError(f"needs exactly one of {known}; got {', '.join(given) or 'none'}")
    return model
