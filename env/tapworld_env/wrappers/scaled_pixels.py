"""A smaller picture."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from PIL import Image

from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.wrappers.phone import phone_of
from tapworld_env.wrappers.points import scale_points

__all__ = ["ScaledPixels"]


class ScaledPixels(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """Pixels resized to ``width`` x ``height``; the points of actions are in those pixels.

    ``info["elements"]`` keeps the bounds of the full screen. A device with a small screen
    (``screen=(412, 915, 1.0)``) is faster than a large one scaled down.

    Args:
        env: A phone environment that shows pixels.
        width: New width.
        height: New height.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = ScaledPixels(PhoneEnv("fake", tasks=ToyTasks()), 270, 600)
        >>> env.reset(seed=0)[0]["pixels"].shape
        (600, 270, 3)
    """

    def __init__(self, env: gymnasium.Env[dict[str, Any], Any], width: int, height: int) -> None:
        RecordConstructorArgs.__init__(self, width=width, height=height)
        gymnasium.Wrapper.__init__(self, env)
        phone = phone_of(env)
        seen, acted = env.observation_space, env.action_space
        if not isinstance(seen, spaces.Dict) or "pixels" not in seen.spaces:
            raise EnvironmentSetupError(
                "ScaledPixels needs pixels: make the environment with observe='pixels' or 'both'"
            )
        self._screen = phone.screen
        self._size = (width, height)
        pixels = spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.observation_space = spaces.Dict({**seen.spaces, "pixels": pixels})
        if isinstance(acted, spaces.Dict) and "point" in acted.spaces:
            high = np.array([width - 1, height - 1, width - 1, height - 1], np.float32)
            point = spaces.Box(np.zeros(4, np.float32), high, dtype=np.float32)
            self.action_space = spaces.Dict({**acted.spaces, "point": point})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._scaled(observation), info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Take an action whose points are in the small picture."""
        screen = self._screen
        across, down = screen.width / self._size[0], screen.height / self._size[1]
        moved = scale_points(action, across, down, screen.width, screen.height)
        observation, reward, terminated, truncated, info = self.env.step(moved)
        return self._scaled(observation), reward, terminated, truncated, info

    def _scaled(self, observation: dict[str, Any]) -> dict[str, Any]:
        image = Image.fromarray(observation["pixels"])
        small = image.resize(self._size, Image.Resampling.BOX)
        return {**observation, "pixels": np.asarray(small).copy()}
