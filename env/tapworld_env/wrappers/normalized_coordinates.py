"""Points as parts of the screen."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from tapworld_env.wrappers.phone import phone_of
from tapworld_env.wrappers.points import scale_points

__all__ = ["NormalizedCoordinates"]


class NormalizedCoordinates(
    gymnasium.ActionWrapper[dict[str, Any], Any, Any], RecordConstructorArgs
):
    """Points in ``[0, scale]`` instead of pixels, in every form of action.

    Args:
        env: A phone environment.
        scale: What the far edge is called: 1 for parts, 1000 for the range many models use.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = NormalizedCoordinates(PhoneEnv("fake", tasks=ToyTasks()), scale=1000)
        >>> float(env.action_space["point"].high[0])
        1000.0
        >>> env.action({"action": "tap", "x": 500, "y": 500})
        {'action': 'tap', 'x': 540.0, 'y': 1200.0}
    """

    def __init__(self, env: gymnasium.Env[dict[str, Any], Any], scale: float = 1.0) -> None:
        RecordConstructorArgs.__init__(self, scale=scale)
        gymnasium.ActionWrapper.__init__(self, env)
        self._screen = phone_of(env).screen
        self._scale = scale
        assert isinstance(env.action_space, spaces.Dict)
        point = spaces.Box(0.0, scale, (4,), np.float32)
        self.action_space = spaces.Dict({**env.action_space.spaces, "point": point})

    def action(self, action: Any) -> Any:
        """Return the action with its points in pixels."""
        width, height = self._screen.width, self._screen.height
        return scale_points(action, width / self._scale, height / self._scale, width, height)
