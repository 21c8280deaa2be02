"""One episode on one device: load, look, act until the end, read back, verify."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tapworld_env.actions import Action, Answer, Done, Infeasible, action_to_json
from tapworld_env.errors import ActionRejected
from tapworld_env.observations import Observation
from tapworld_eval.agents.base import Agent, Privileged
from tapworld_eval.errors import AgentError
from tapworld_eval.rollouts.record import EpisodeRecord, Outcome, StepRecord
from tapworld_eval.rollouts.touch import touched_element, touched_point
from tapworld_scenarios import apply_edits, verify

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_scenarios import Configuration, DatabaseEdit, Task
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["EpisodeJob", "Recorder", "run_episode"]

Phase = Literal["device", "agent"]


@dataclass(frozen=True)
class EpisodeJob:
    """Which rollout of which configuration.

    Attributes:
        episode: Unique id.
        configuration: What to arrange.
        rollout: Number of the rollout of this configuration, from 0.
        seed: Seed of the episode, given to the agent.
    """

    episode: str
    configuration: Configuration
    rollout: int
    seed: int


class Recorder(Protocol):
    """Takes what an episode shows; see :class:`tapworld_eval.rollouts.trajectory.Trajectory`."""

    @property
    def pixels(self) -> bool:
        """Whether screens are wanted."""
        ...

    def step(self, record: StepRecord, observation: Observation) -> None:
        """Keep one step and the screen on which it was chosen."""
        ...

    def end(self, observation: Observation, task: Task, after: Snapshot) -> None:
        """Keep the last screen and the state that was verified."""
        ...


class Unrecorded:
    """Keeps nothing."""

    pixels = False

    def step(self, record: StepRecord, observation: Observation) -> None:
        """Drop the step."""

    def end(self, observation: Observation, task: Task, after: Snapshot) -> None:
        """Drop the end."""


@dataclass
class _Play:
    """What happened between the first look and the end."""

    outcome: Outcome = "step_limit"
    answer: str | None = None
    steps: int = 0
    action_errors: int = 0
    unsettled: int = 0
    script_errors: int = 0
    agent_error: str | None = None


def run_episode(
    device: Device,
    task: Task,
    agent: Agent,
    job: EpisodeJob,
    *,
    step_limit: int | None = None,
    recorder: Recorder | None = None,
    phase: Callable[[Phase], None] = lambda _: None,
    edits: Sequence[DatabaseEdit] = (),
) -> EpisodeRecord:
    """Let an agent work on a task and verify what it left behind.

    Args:
        device: A phone; its state before does not matter.
        task: The arranged configuration.
        agent: The agent; one that is :class:`Privileged` is told the task.
        job: Names and seeds for the record.
        step_limit: Most actions, the ending one included; by default the task's own.
        recorder: Where steps and screens go.
        phase: Told who is at work, so that a watchdog can tell whose fault a hang is.
        edits: Made to the state read back before it is verified (by near-misses).

    Raises:
        DeviceError: The phone failed; the episode counts for nothing.
        EnvironmentFault: The phone gave back a broken state.
    """
    recorder = recorder or Unrecorded()
    began = time.perf_counter()
    phase("device")
    device.load(task.snapshot)
    reset_ms = (time.perf_counter() - began) * 1000
    play = _Play()
    last = _play(device, task, agent, job, step_limit or task.max_steps, recorder, phase, play)
    after = apply_edits(device.dump(), edits)
    verdict = verify(task, after, outcome=play.outcome, answer=play.answer)
    recorder.end(last, task, after)
    failed = play.agent_error is not None
    return EpisodeRecord(
        **describe(job, task),
        agent=agent.name,
        status="agent_error" if failed else "completed",
        success=verdict.success and not failed,
        max_steps=step_limit or task.max_steps,
        verdict=verdict.to_json(),
        before_digest=task.snapshot.digest(),
        after_digest=after.digest(),
        seconds=round(time.perf_counter() - began, 3),
        reset_ms=round(reset_ms, 1),
        **vars(play),
    )


def describe(job: EpisodeJob, task: Task) -> dict[str, Any]:
    """The fields of a record that are known before the episode runs."""
    configuration, scenario = job.configuration, task.scenario
    return {
        "episode": job.episode,
        "configuration": configuration.id,
        "scenario": configuration.scenario,
        "app": scenario.apps[0],
        "apps": list(scenario.apps),
        "kind": scenario.kind,
        "instance": configuration.instance,
        "profile": configuration.profile,
        "theme": configuration.theme,
        "ui_state": configuration.ui_state,
        "phrasing": configuration.phrasing,
        "configuration_seed": configuration.seed,
        "rollout": job.rollout,
        "seed": job.seed,
        "goal": task.goal,
    }


def _play(
    device: Device,
    task: Task,
    agent: Agent,
    job: EpisodeJob,
    limit: int,
    recorder: Recorder,
    phase: Callable[[Phase], None],
    play: _Play,
) -> Observation:
    """Act until the end; the last look. What happened is written into ``play``."""
    recording = not isinstance(recorder, Unrecorded)
    pixels = recorder.pixels or "pixels" in agent.needs
    elements = recording or "elements" in agent.needs
    look = device.observe(pixels=pixels, elements=elements)
    info = _info(look, agent, job, None)
    if isinstance(agent, Privileged):
        agent.prepare(task)
    agent.reset(task.goal, info)
    error: str | None = None
    for number in range(limit):
        play.unsettled += not look.settled
        play.script_errors += len(look.errors)
        phase("agent")
        asked = time.perf_counter()
        try:
            action = _ask(agent, _seen(look, agent, task.goal), _info(look, agent, job, error))
        except AgentError as failure:
            play.agent_error = str(failure)
            return look
        finally:
            phase("device")
        play.steps = number + 1
        answered = time.perf_counter()
        ending = _ending(action)
        error = None if ending else _act(device, action)
        play.action_errors += error is not None
        before = look
        if not ending:
            look = device.observe(pixels=pixels, elements=elements)
        recorder.step(_step(number, action, before, error, agent, asked, answered), before)
        if ending:
            play.outcome, play.answer = ending
            return look
    return look


def _ask(agent: Agent, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
    try:
        action = agent.act(observation, info)
    except AgentError:
        raise
    except Exception as error:
        raise AgentError(f"{type(error).__name__}: {error}") from error
    if not isinstance(action, Action):
        raise AgentError(f"act() returned {action!r}, which is no action")
    return action


def _act(device: Device, action: Action) -> str | None:
    try:
        device.act(action)
    except ActionRejected as error:
        return str(error)
    return None


def _ending(action: Action) -> tuple[Outcome, str | None] | None:
    if isinstance(action, Answer):
        return "answer", action.text
    if isinstance(action, Done):
        return "done", None
    return ("infeasible", None) if isinstance(action, Infeasible) else None


def _seen(look: Observation, agent: Agent, goal: str) -> dict[str, Any]:
    seen: dict[str, Any] = {"goal": goal}
    if "pixels" in agent.needs:
        seen["pixels"] = look.pixels
    return seen


def _info(look: Observation, agent: Agent, job: EpisodeJob, error: str | None) -> dict[str, Any]:
    # Not the configuration's id: it names the scenario, and the name can say what is expected.
    info: dict[str, Any] = {
        "seed": job.seed,
        "settled": look.settled,
        "action_error": error,
        "timings": dict(look.timings),
    }
    if "elements" in agent.needs:
        info["elements"] = look.elements
        info["foreground"] = look.foreground
    return info


def _step(
    number: int,
    action: Action,
    look: Observation,
    error: str | None,
    agent: Agent,
    asked: float,
    answered: float,
) -> StepRecord:
    point = touched_point(action)
    return StepRecord(
        step=number,
        action=action_to_json(action),
        point=point,
        element=touched_element(look.elements, point),
        foreground=look.foreground,
        settled=look.settled,
        action_error=error,
        script_errors=list(look.errors),
        note=getattr(agent, "note", None),
        grounding=getattr(agent, "grounding", None),
        agent_ms=round((answered - asked) * 1000, 1),
        device_ms=round((time.perf_counter() - answered) * 1000, 1),
    )
