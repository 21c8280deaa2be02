"""What is kept of an episode: one line of ``episodes.jsonl``, and one line a step.

The fields are documented in ``docs/run-folder.md``. A change of meaning raises
:data:`SCHEMA_VERSION`; a new optional field does not.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["SCHEMA_VERSION", "EpisodeRecord", "FaultRecord", "GroundingRecord", "StepRecord"]

SCHEMA_VERSION = 1

Outcome = Literal["done", "answer", "infeasible", "step_limit"]
Status = Literal["completed", "agent_error", "fault"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FaultRecord(_Record):
    """One attempt that the environment spoilt; never counted against the agent."""

    attempt: int
    kind: str = Field(description="Class of the error, or 'watchdog' or 'worker_died'")
    message: str


class GroundingRecord(_Record):
    """How the point of a touch was found: what was meant, where it lay, what a model clicked."""

    intent: str = Field(description="The words the grounder was given")
    gesture: str = Field(description="tap, double_tap or long_press")
    grounder: str
    attempt: int = Field(default=0, description="From 0; later ones follow misses of this target")
    size: tuple[int, int] = Field(description="Width and height of the screen in pixels")
    box: tuple[float, float, float, float] = Field(
        description="Left, top, right, bottom of what was meant, in pixels"
    )
    target: dict[str, Any] = Field(description="id, text, description, role of what was meant")
    click: tuple[float, float] | None = Field(
        description="Pixels; null if the reply held no point: then nothing was touched"
    )
    correct: bool = Field(description="Whether the click reaches what was meant")
    reply: str = Field(default="", description="The grounder's own words")
    elements: list[tuple[float, float, float, float]] = Field(
        default=[],
        description="Boxes of everything on the screen that reacts to touch, and of what was meant",
    )
    signals: dict[str, Any] = Field(
        default={}, description="Uncertainty signals, named as in docs/uncertainty.md"
    )


class StepRecord(_Record):
    """One action and what it met, a line of ``trajectories/<episode>/steps.jsonl``."""

    step: int = Field(description="From 0; the action was chosen on this step's screen")
    action: dict[str, Any]
    point: tuple[float, float] | None = Field(
        default=None, description="Where it touched, in pixels"
    )
    element: dict[str, Any] | None = Field(
        default=None, description="id, text, role, bounds of the hit"
    )
    foreground: str = ""
    settled: bool = True
    action_error: str | None = None
    script_errors: list[str] = []
    image: str | None = Field(default=None, description="File name of the screen before the action")
    note: str | None = Field(default=None, description="What the agent said about it")
    grounding: GroundingRecord | None = Field(
        default=None, description="Of a touch whose point a grounder chose"
    )
    agent_ms: float = 0.0
    device_ms: float = 0.0


class EpisodeRecord(_Record):
    """One rollout of one configuration."""

    schema_version: int = SCHEMA_VERSION
    episode: str = Field(description="Unique in the run; names the trajectory's folder")
    agent: str
    configuration: str = Field(description="Id of the configuration")
    scenario: str
    app: str = Field(description="The primary app")
    apps: list[str]
    kind: str = Field(description="Kind of the scenario: navigate, edit, question, ...")
    instance: int
    profile: str
    theme: str
    ui_state: str
    phrasing: int
    configuration_seed: int
    rollout: int
    seed: int = Field(description="The episode's own seed, given to the agent")
    goal: str
    status: Status
    success: bool | None = Field(description="None only when status is 'fault'")
    outcome: Outcome | None = None
    answer: str | None = None
    steps: int = 0
    max_steps: int = 0
    action_errors: int = 0
    unsettled: int = 0
    script_errors: int = 0
    agent_error: str | None = None
    verdict: dict[str, Any] | None = None
    before_digest: str | None = None
    after_digest: str | None = None
    faults: list[FaultRecord] = []
    attempt: int = Field(0, description="Which attempt this is, from 0")
    seconds: float = 0.0
    reset_ms: float = 0.0
