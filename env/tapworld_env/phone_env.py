"""The phone as a Gymnasium environment."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from pathlib import Path
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from tapworld_env.actions import Answer, Done, Infeasible
from tapworld_env.devices.base import Device
from tapworld_env.devices.registry import make_device
from tapworld_env.errors import (
    ActionRejected,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    EnvironmentSetupError,
)
from tapworld_env.observations import Observation, Screen
from tapworld_env.rendering import Window, encode_png
from tapworld_env.spaces import MAX_GOAL, action_space, observation_space, read_action
from tapworld_env.tasks import CatalogTasks, Outcome, TaskLike, TaskSource, VerdictLike
from tapworld_env.timings import Timings
from tapworld_scenarios.errors import EnvironmentFault

__all__ = ["Observe", "PhoneEnv"]

Observe = Literal["pixels", "elements", "both"]

_RESET_ATTEMPTS = 3
_SEEDS = 2**31


class PhoneEnv(gymnasium.Env[dict[str, Any], Any]):
    """An agent, a phone and a task verified by SQL.

    An episode ends with ``done``, ``answer`` or ``infeasible`` (terminated) or with the task's
    last step (truncated); the reward is 1.0 at a verified success and 0.0 everywhere else.

    Args:
        device: A kind for :func:`~tapworld_env.make_device`.
        screen: Size and density, as :class:`Screen` or ``(width, height, density)``.
        observe: What the agent may see. ``pixels`` stand in the observation, elements in
            ``info["elements"]``; what is not named is nowhere.
        scenarios: Ids to draw from; all when ``None``.
        catalog: Folder of a catalogue; the shipped one when ``None``.
        tasks: Another source of tasks, instead of ``scenarios`` and ``catalog``.
        max_steps: Most actions of an episode; the task's own number when ``None``.
        render_mode: ``"rgb_array"``, ``"human"`` (a window) or ``None``.
        device_options: Further options of the device.

    Raises:
        EnvironmentSetupError: A wrong option, or a window where there is no display.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "human"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        device: str = "handset",
        *,
        screen: Screen | Sequence[float] | None = None,
        observe: Observe = "both",
        scenarios: Sequence[str] | None = None,
        catalog: str | Path | None = None,
        tasks: TaskSource | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        device_options: Mapping[str, Any] | None = None,
    ) -> None:
        if observe not in get_args(Observe):
            raise EnvironmentSetupError(
                f"observe is one of {', '.join(get_args(Observe))}, not {observe!r}"
            )
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise EnvironmentSetupError(
                f"render_mode is one of {', '.join(self.metadata['render_modes'])} or None, "
                f"not {render_mode!r}"
            )
        if max_steps is not None and max_steps < 1:
            raise EnvironmentSetupError(f"max_steps is at least 1, not {max_steps}")
        self.screen = _screen(screen)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.screen, pixels=observe != "elements")
        self.action_space = action_space(self.screen)
        self._kind = device
        self._device_options = dict(device_options or {})
        self.observe: Observe = observe
        self._tasks: TaskSource = tasks if tasks is not None else CatalogTasks(catalog, scenarios)
        self._max_steps = max_steps
        self._window = Window("tapworld") if render_mode == "human" else None
        self._device: Device | None = None
        self._task: TaskLike | None = None
        self._look: Observation | None = None
        self._steps = 0
        self._over = True

    @property
    def device(self) -> Device | None:
        """The phone; ``None`` before the first reset and after a fault."""
        return self._device

    @property
    def task(self) -> TaskLike:
        """The task of the running or last episode."""
        if self._task is None:
            raise ResetNeeded("there is no task before the first reset()")
        return self._task

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seeds the drawing of tasks, as in Gymnasium.
            options: ``{"configuration": ...}`` (a :class:`Configuration`, its id or its fields)
                or ``{"scenario": id}``; without either a task is drawn from all.

        Raises:
            EnvironmentSetupError: An unknown option or scenario, or no device can be made.
            DeviceError: The device was lost on every attempt.
        """
        super().reset(seed=seed)
        began = time.perf_counter()
        # Drawn whatever the options are, so that the stream of seeds does not depend on them.
        drawn = int(self.np_random.integers(_SEEDS))
        self._task = self._choose(drawn, options or {})
        arranged = time.perf_counter()
        self._over = True
        look = self._begin(self._task)
        self._steps = 0
        self._over = False
        info = self._info(look, None)
        info["timings"] = Timings(
            {
                "arrange": (arranged - began) * 1000,
                **look.timings,
                "total": (time.perf_counter() - began) * 1000,
            }
        )
        self._show()
        return self._observation(look), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take one action.

        Args:
            action: An element of the action space, an :class:`Action` or its JSON form. One that
                is malformed or impossible changes nothing and shows in ``info["action_error"]``.
        """
        if self._over or self._look is None:
            raise ResetNeeded("the episode is over (or none began): call reset()")
        began = time.perf_counter()
        self._steps += 1
        verdict: VerdictLike | None = None
        outcome: Outcome | None = None
        error: str | None = None
        try:
            outcome, answer, error = self._act(action)
            if outcome is None and self._steps >= self._limit:
                outcome = "step_limit"
            if outcome is not None:
                verdict = self._judge(outcome, answer)
        except (DeviceLost, DeviceTimeout, EnvironmentFault) as fault:
            return self._faulted(fault)
        info = self._info(self._look, error)
        if verdict is not None:
            info["verdict"] = verdict.to_json()
            info["outcome"] = outcome
            self._over = True
        total = (time.perf_counter() - began) * 1000
        info["timings"] = Timings({**info["timings"], "total": total})
        self._show()
        reward = 1.0 if verdict is not None and verdict.success else 0.0
        terminated = outcome in ("done", "answer", "infeasible")
        return self._observation(self._look), reward, terminated, outcome == "step_limit", info

    def render(self) -> NDArray[np.uint8] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the screen as ``(H, W, 3)`` uint8, or draw it into the window.

        Raises:
            EnvironmentSetupError: The environment was made without a ``render_mode``.
        """
        if self.render_mode is None:
            raise EnvironmentSetupError("make the environment with a render_mode to render it")
        if self.render_mode == "human":
            self._show()
            return None
        return self._pixels()

    def render_png(self) -> bytes:
        """Return the screen as a PNG file; equal screens give equal bytes."""
        return encode_png(self._pixels())

    def close(self) -> None:
        """Close the phone and the window."""
        self._drop_device()
        if self._window is not None:
            self._window.close()
        self._over = True

    @property
    def _limit(self) -> int:
        return self._max_steps or self.task.max_steps

    def _choose(self, seed: int, options: dict[str, Any]) -> TaskLike:
        unknown = sorted(set(options) - {"configuration", "scenario"})
        if unknown:
            raise EnvironmentSetupError(
                f"unknown reset option {unknown[0]!r}; there are 'configuration' and 'scenario'"
            )
        if len(options) > 1:
            raise EnvironmentSetupError("give 'configuration' or 'scenario' to reset(), not both")
        if "configuration" in options:
            return self._tasks.make(options["configuration"])
        scenario = options.get("scenario")
        if not isinstance(scenario, str | None):
            raise EnvironmentSetupError(f"the option 'scenario' is an id, not {scenario!r}")
        task = self._tasks.sample(seed, scenario)
        if len(task.goal) > MAX_GOAL:
            raise EnvironmentSetupError(f"the goal of {task.id} is longer than {MAX_GOAL}")
        return task

    def _begin(self, task: TaskLike) -> Observation:
        for attempt in range(1, _RESET_ATTEMPTS + 1):
            try:
                if self._device is None:
                    self._device = make_device(
                        self._kind, screen=self.screen, **self._device_options
                    )
                self._device.load(task.snapshot)
                self._look = self._look_now()
                return self._look
            except (DeviceLost, DeviceTimeout):
                self._drop_device()
                if attempt == _RESET_ATTEMPTS:
                    raise
        raise AssertionError("the loop returns or raises")

    def _look_now(self) -> Observation:
        assert self._device is not None
        return self._device.observe(
            pixels=self.observe != "elements" or self._window is not None,
            elements=self.observe != "pixels",
        )

    def _act(self, given: Any) -> tuple[Outcome | None, str | None, str | None]:
        """Outcome, answer and action error of one step; then looks at the screen.

        Also where nothing changed: an array handed out before belongs to the agent, who may
        have written to it.
        """
        assert self._device is not None
        outcome: Outcome | None = None
        answer = error = None
        try:
            action = read_action(given)
            if isinstance(action, Answer):
                outcome, answer = "answer", action.text
            elif isinstance(action, Done):
                outcome = "done"
            elif isinstance(action, Infeasible):
                outcome = "infeasible"
            else:
                self._device.act(action)
        except ActionRejected as rejection:
            error = str(rejection)
        self._look = self._look_now()
        return outcome, answer, error

    def _judge(self, outcome: Outcome, answer: str | None) -> VerdictLike:
        assert self._device is not None
        return self._tasks.verify(self.task, self._device.dump(), outcome, answer)

    def _faulted(
        self, fault: Exception
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """End an episode that the environment spoilt; the next reset makes a fresh device."""
        self._drop_device()
        self._over = True
        assert self._look is not None
        # The last look once more, as far as it is known; the phone itself is gone.
        pixels = None if self._look.pixels is None else self._look.pixels.copy()
        self._look = replace(self._look, pixels=pixels)
        info = self._info(self._look, None)
        info["fault"] = {"kind": type(fault).__name__, "message": str(fault)}
        return self._observation(self._look), 0.0, False, True, info

    def _observation(self, look: Observation) -> dict[str, Any]:
        seen: dict[str, Any] = {"goal": self.task.goal}
        if self.observe != "elements":
            seen["pixels"] = look.pixels
        return seen

    def _info(self, look: Observation, error: str | None) -> dict[str, Any]:
        info: dict[str, Any] = {
            "task_id": self.task.id,
            "step": self._steps,
            "max_steps": self._limit,
            "settled": look.settled,
            "script_errors": list(look.errors),
            "action_error": error,
            "timings": Timings(look.timings),
        }
        if self.observe != "pixels":
            info["elements"] = look.elements
            info["foreground"] = look.foreground
        return info

    def _pixels(self) -> NDArray[np.uint8]:
        if self._look is None:
            raise ResetNeeded("there is no screen before the first reset()")
        if self._look.pixels is None:
            if self._device is None:
                raise ResetNeeded("the phone was lost: call reset()")
            return _present(self._device.observe(pixels=True, elements=False))
        return self._look.pixels

    def _show(self) -> None:
        if self._window is not None:
            self._window.show(self._pixels())

    def _drop_device(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except DeviceError:
                return  # it is being dropped because it does not answer


def _present(look: Observation) -> NDArray[np.uint8]:
    assert look.pixels is not None
    return look.pixels


def _screen(given: Screen | Sequence[float] | None) -> Screen:
    if given is None:
        return Screen()
    if isinstance(given, Screen):
        return given
    # A name such as "small" has letters for numbers.
    if len(given) != 3 or not all(isinstance(part, Real) and part > 0 for part in given):
        raise EnvironmentSetupError(
            f"a screen is (width, height, density), all positive, not {given!r}"
        )
    width, height, density = given
    return Screen(int(width), int(height), float(density))
