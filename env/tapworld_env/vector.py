"""Many phones at once, in one process and one Chromium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.phone_env import PhoneEnv

__all__ = ["PhoneVectorEnv"]

_Stepped = tuple[dict[str, Any], float, bool, bool, dict[str, Any], dict[str, Any] | None]


class PhoneVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Steps ``num_envs`` phones concurrently, each in a thread of its own.

    Threads suffice: a step waits for the browser most of the time, and inflating the pictures
    runs outside the interpreter's lock. Resets itself as Gymnasium 1.x defines.

    Args:
        num_envs: How many phones.
        autoreset_mode: When an ended episode is followed by the next: ``NEXT_STEP`` (the step
            after, which then ignores its action), ``SAME_STEP`` (at once; the last look is in
            ``info["final_obs"]`` and ``info["final_info"]``) or ``DISABLED``.
        wrap: Wrappers for each environment, the innermost first: callables that take an
            environment and give one, e.g. ``partial(FrameHistory, frames=4)``.
        **options: Of each :class:`~tapworld_env.PhoneEnv`.

    Example:
        >>> import gymnasium, tapworld_env
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> envs = gymnasium.make_vec("TapWorld-v0", num_envs=2, device="fake", tasks=ToyTasks())
        >>> observation, info = envs.reset(seed=0)
        >>> observation["pixels"].shape
        (2, 2400, 1080, 3)
        >>> actions = [{"action": "wait"}, {"action": "done"}]
        >>> envs.step(actions)[2].tolist()
        [False, True]
        >>> envs.close()
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        wrap: Sequence[Callable[[gymnasium.Env[Any, Any]], gymnasium.Env[Any, Any]]] = (),
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise EnvironmentSetupError(f"num_envs is at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.envs = [_wrapped(PhoneEnv(**options), wrap) for _ in range(num_envs)]
        first = self.envs[0]
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._seen: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._threads = ThreadPoolExecutor(num_envs, thread_name_prefix="tapworld-vector")

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode on every phone, or on those of ``options["reset_mask"]``.

        Args:
            seed: One for each phone, or the first one's, from which the others count on.
            options: As for :meth:`PhoneEnv.reset`, for all phones; or ``"configurations"``, one
                for each phone.
        """
        rest = dict(options or {})
        mask = _mask(rest.pop("reset_mask", None), self.num_envs)
        seeds = _seeds(seed, self.num_envs)
        each = _each(rest, self.num_envs)
        chosen = [i for i in range(self.num_envs) if mask[i]]
        results = self._at_once(
            chosen, lambda i: self.envs[i].reset(seed=seeds[i], options=each[i])
        )
        infos: dict[str, Any] = {}
        for i, (observation, info) in zip(chosen, results, strict=True):
            self._seen[i] = observation
            infos = self._add_info(infos, info, i)
        self._over = self._over & ~mask
        return self._batch(), infos

    def step(
        self, actions: Any
    ) -> tuple[
        dict[str, Any],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Take one action on every phone.

        Args:
            actions: An element of the batched action space, or a sequence of what
                :meth:`PhoneEnv.step` takes.
        """
        single = (
            list(actions)
            if isinstance(actions, list | tuple)
            else list(iterate(self.action_space, actions))
        )
        if len(single) != self.num_envs:
            raise ValueError(f"{len(single)} actions for {self.num_envs} phones")
        results = self._at_once(range(self.num_envs), lambda i: self._step_one(i, single[i]))
        infos: dict[str, Any] = {}
        for i, (observation, _, _, _, info, final) in enumerate(results):
            self._seen[i] = observation
            if final is not None:
                infos = self._add_info(infos, final, i)
            infos = self._add_info(infos, info, i)
        rewards = np.array([result[1] for result in results], np.float64)
        terminated = np.array([result[2] for result in results], np.bool_)
        truncated = np.array([result[3] for result in results], np.bool_)
        self._over = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._over = np.zeros(self.num_envs, np.bool_)
        return self._batch(), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...]:
        """Return every phone's screen."""
        return tuple(env.render() for env in self.envs)

    def close_extras(self, **kwargs: Any) -> None:
        """Close every phone."""
        del kwargs
        for env in self.envs:
            env.close()
        self._threads.shutdown()

    def _step_one(self, i: int, action: Any) -> _Stepped:
        env = self.envs[i]
        if self._over[i] and self.autoreset_mode is AutoresetMode.NEXT_STEP:
            observation, info = env.reset()
            return observation, 0.0, False, False, info, None
        observation, given, terminated, truncated, info = env.step(action)
        reward = float(given)
        if (terminated or truncated) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = {"final_obs": observation, "final_info": info}
            observation, info = env.reset()
            return observation, reward, terminated, truncated, info, final
        return observation, reward, terminated, truncated, info, None

    def _at_once(self, indices: Sequence[int], work: Callable[[int], Any]) -> list[Any]:
        futures = [self._threads.submit(work, i) for i in indices]
        # All are awaited before an error is raised: no phone is left in the middle of a step.
        errors = [error for future in futures if (error := future.exception()) is not None]
        if errors:
            raise errors[0]
        return [future.result() for future in futures]

    def _batch(self) -> dict[str, Any]:
        # A fresh array each time: the one handed out before belongs to the agent.
        empty = create_empty_array(self.single_observation_space, self.num_envs, np.empty)
        return concatenate(self.single_observation_space, self._seen, empty)  # pyright: ignore[reportReturnType]


def _wrapped(
    env: gymnasium.Env[Any, Any],
    wrap: Sequence[Callable[[gymnasium.Env[Any, Any]], gymnasium.Env[Any, Any]]],
) -> gymnasium.Env[Any, Any]:
    for wrapper in wrap:
        env = wrapper(env)
    return env


def _seeds(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        return [int(seed) + i for i in range(count)]
    if len(seed) != count:
        raise ValueError(f"{len(seed)} seeds for {count} phones")
    return list(seed)


def _mask(given: Any, count: int) -> NDArray[np.bool_]:
    if given is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(given)
    if mask.shape != (count,) or mask.dtype != np.bool_ or not mask.any():
        raise ValueError(f"reset_mask is a boolean array of shape ({count},) that is not all false")
    return mask


def _each(options: dict[str, Any], count: int) -> list[dict[str, Any]]:
    if "configurations" not in options:
        return [options] * count
    configurations = list(options.pop("configurations"))
    if len(configurations) != count:
        raise EnvironmentSetupError(f"{len(configurations)} configurations for {count} phones")
    return [{**options, "configuration": configuration} for configuration in configurations]
