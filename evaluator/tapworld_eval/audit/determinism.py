"""``tapworld audit determinism``: equal states give equal pixels, equal seeds equal tasks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tapworld_env.observations import Observation
from tapworld_eval.rollouts.jobs import DeviceSpec, Finished
from tapworld_eval.rollouts.plan import Plan
from tapworld_eval.rollouts.pool import WorkerPool
from tapworld_scenarios import arrange

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["DeterminismAudit", "audit_determinism"]


@dataclass(frozen=True)
class DeterminismAudit:
    """What differed where it must not.

    Attributes:
        configurations: How many were tried.
        pixels: Configurations whose first screen differed between two loads.
        elements: Configurations whose elements differed.
        states: Configurations whose state read back differed.
        tasks: Configurations that were arranged differently the second time.
        draws: Whether drawing again with the same seed gave the same configurations.
        faults: Attempts that the environment spoilt.
    """

    configurations: int
    pixels: tuple[str, ...]
    elements: tuple[str, ...]
    states: tuple[str, ...]
    tasks: tuple[str, ...]
    draws: bool
    faults: int

    @property
    def holds(self) -> bool:
        """Whether nothing differed."""
        return self.draws and not (self.pixels or self.elements or self.states or self.tasks)

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit determinism --json``."""
        return {"holds": self.holds, **asdict(self)}


@dataclass(frozen=True)
class _Look:
    """Hashes of everything that a load decides."""

    task: str
    pixels: str
    elements: str
    state: str


@dataclass(frozen=True)
class _Work:
    catalog: Catalog

    def __call__(
        self,
        device: Device,
        job: tuple[Configuration, int],
        attempt: int,
        phase: Callable[[Any], None],
    ) -> _Look:
        task = arrange(self.catalog, job[0])
        device.load(task.snapshot)
        seen = device.observe()
        return _Look(
            task=_hash(task.goal + task.snapshot.digest()),
            pixels=_pixels(seen),
            elements=_hash(repr(seen.elements)),
            state=device.dump().digest(),
        )


def audit_determinism(
    catalog: Catalog, draw: Callable[[], Plan], *, device: DeviceSpec, workers: int = 2
) -> DeterminismAudit:
    """Load every configuration twice, in another order and mostly on another phone.

    Args:
        catalog: Where the scenarios come from.
        draw: Draws the configurations; called twice.
        device: The phones.
        workers: Processes.
    """
    plan, again = draw(), draw()
    first = [(configuration, 0) for configuration in plan.configurations]
    second = [(configuration, 1) for configuration in reversed(plan.configurations)]
    looks: dict[tuple[Configuration, int], _Look] = {}
    faults = 0
    with WorkerPool(device, _Work(catalog), workers=workers) as pool:
        for outcome in pool.run([*first, *second]):
            faults += len(outcome.faults)
            if isinstance(outcome, Finished):
                looks[outcome.job] = outcome.result
    return DeterminismAudit(
        configurations=len(plan.configurations),
        pixels=_differing(plan.configurations, looks, "pixels"),
        elements=_differing(plan.configurations, looks, "elements"),
        states=_differing(plan.configurations, looks, "state"),
        tasks=_differing(plan.configurations, looks, "task"),
        draws=plan == again,
        faults=faults,
    )


def _differing(
    configurations: Sequence[Configuration],
    looks: dict[tuple[Configuration, int], _Look],
    field: str,
) -> tuple[str, ...]:
    return tuple(
        configuration.id
        for configuration in configurations
        if (configuration, 0) in looks
        and (configuration, 1) in looks
        and getattr(looks[configuration, 0], field) != getattr(looks[configuration, 1], field)
    )


def _pixels(seen: Observation) -> str:
    assert seen.pixels is not None
    return hashlib.sha256(seen.pixels.tobytes()).hexdigest()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
