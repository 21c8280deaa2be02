"""The last screens beside the present one."""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray
from PIL import Image

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["FrameHistory"]

_PADDINGS = ("reset", "zero")


class FrameHistory(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """Adds ``history``, the last ``frames`` screens, oldest first and the present one last.

    ``pixels`` stays as it is, and with it the points of actions: only the history is scaled. It
    holds what this wrapper is given, so marks drawn below it are in it.

    Args:
        env: A phone environment that shows pixels.
        frames: How many screens.
        scale: Of the history's pictures, in (0, 1].
        padding: What stands before the first screen of an episode: that screen again
            (``"reset"``), or black (``"zero"``).

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = FrameHistory(PhoneEnv("fake", tasks=ToyTasks()), frames=4, scale=0.25)
        >>> observation, _ = env.reset(seed=0)
        >>> observation["history"].shape, observation["pixels"].shape
        ((4, 600, 270, 3), (2400, 1080, 3))
        >>> observation in env.observation_space
        True
    """

    def __init__(
        self,
        env: gymnasium.Env[dict[str, Any], Any],
        frames: int = 4,
        scale: float = 1.0,
        padding: str = "reset",
    ) -> None:
        RecordConstructorArgs.__init__(self, frames=frames, scale=scale, padding=padding)
        gymnasium.Wrapper.__init__(self, env)
        seen = env.observation_space
        if not isinstance(seen, spaces.Dict) or "pixels" not in seen.spaces:
            raise EnvironmentSetupError(
                "FrameHistory needs pixels: make the environment with observe='pixels' or 'both'"
            )
        if frames < 1:
            raise EnvironmentSetupError(f"frames is at least 1, not {frames}")
        if not 0 < scale <= 1:
            raise EnvironmentSetupError(f"scale is above 0 and at most 1, not {scale}")
        if padding not in _PADDINGS:
            raise EnvironmentSetupError(
                f"padding is one of {', '.join(_PADDINGS)}, not {padding!r}"
            )
        height, width, channels = seen.spaces["pixels"].shape or (0, 0, 0)
        self._size = (max(1, round(width * scale)), max(1, round(height * scale)))
        self._shrunk = self._size != (width, height)
        self._padding = padding
        self._frames: deque[NDArray[np.uint8]] = deque(maxlen=frames)
        shape = (frames, self._size[1], self._size[0], channels)
        history = spaces.Box(0, 255, shape, np.uint8)
        self.observation_space = spaces.Dict({**seen.spaces, "history": history})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode, and with it a new history."""
        observation, info = self.env.reset(seed=seed, options=options)
        first = self._scaled(observation["pixels"])
        before = first if self._padding == "reset" else np.zeros_like(first)
        count = self._frames.maxlen or 1
        self._frames.extend([before] * (count - 1))
        return self._with_history(observation, first), info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        present = self._scaled(observation["pixels"])
        return self._with_history(observation, present), reward, terminated, truncated, info

    def _with_history(
        self, observation: dict[str, Any], present: NDArray[np.uint8]
    ) -> dict[str, Any]:
        self._frames.append(present)
        # A fresh array each time: the one handed out before belongs to the agent.
        return {**observation, "history": np.stack(self._frames)}

    def _scaled(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if not self._shrunk:
            return pixels.copy()
        small = Image.fromarray(pixels).resize(self._size, Image.Resampling.BOX)
        return np.asarray(small)
