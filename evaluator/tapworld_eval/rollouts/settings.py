"""How a run is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tapworld_eval.rollouts.jobs import DeviceSpec

__all__ = ["RunSettings"]


@dataclass(frozen=True)
class RunSettings:
    """Everything about a run that is not its plan.

    Attributes:
        agent: Name in the registry, or ``module:Class``.
        agent_options: The agent's own options.
        device: How workers make their phones.
        step_limit: Most actions of an episode; ``None`` takes the scenario's.
        image_width: Width of stored screens in pixels; 0 stores none.
        workers: Processes, each with a phone of its own.
        watchdog_s: Wall seconds an episode may take.
        attempts: How often an episode is tried when the environment fails.
    """

    agent: str
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    device: DeviceSpec = field(default_factory=DeviceSpec)
    step_limit: int | None = None
    image_width: int = 540
    workers: int = 2
    watchdog_s: float = 300.0
    attempts: int = 3
