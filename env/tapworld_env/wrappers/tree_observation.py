"""The elements inside the observation."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from tapworld_env.spaces import UnicodeText
from tapworld_env.ui_xml import elements_to_xml
from tapworld_env.wrappers.phone import require_elements

__all__ = ["TreeObservation"]

_MAX_TREE = 1_000_000


class TreeObservation(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """Adds ``tree``, the screen's elements as uiautomator XML, to the observation.

    Args:
        env: A phone environment that shows elements.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = TreeObservation(PhoneEnv("fake", tasks=ToyTasks(), observe="elements"))
        >>> "Add a note" in env.reset(seed=0)[0]["tree"]
        True
    """

    def __init__(self, env: gymnasium.Env[dict[str, Any], Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        require_elements(env, type(self).__name__)
        assert isinstance(env.observation_space, spaces.Dict)
        self.observation_space = spaces.Dict(
            {**env.observation_space.spaces, "tree": UnicodeText(_MAX_TREE)}
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return {**observation, "tree": elements_to_xml(info["elements"])}, info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        tree = elements_to_xml(info["elements"])
        return {**observation, "tree": tree}, reward, terminated, truncated, info
