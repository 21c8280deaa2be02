"""Elements instead of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from tapworld_env.observations import Element
from tapworld_env.spaces import KINDS, IllegalAction
from tapworld_env.wrappers.phone import require_elements

__all__ = ["ElementIndex"]

_POINTED = {"tap", "double_tap", "long_press"}


class ElementIndex(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """``Dict(kind, element, text)``: acts on the element of that index in ``info["elements"]``.

    Taps, presses and scrolls happen at the element's centre; ``swipe`` and ``drag`` are left out,
    as they need two points. Scrolling takes the scrollable that the element is, or lies in. JSON
    is read as well, with ``"element"`` in place of ``"x"`` and ``"y"``.

    Args:
        env: A phone environment that shows elements.
        max_elements: Size of ``element``'s range.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = ElementIndex(PhoneEnv("fake", tasks=ToyTasks()))
        >>> _, info = env.reset(options={"configuration": "notes.add/2"})
        >>> add = next(e.index for e in info["elements"] if e.id == "add")
        >>> _ = env.step({"action": "tap", "element": add})
        >>> env.step({"action": "done"})[1]
        1.0
    """

    KINDS = tuple(kind for kind in KINDS if kind not in ("swipe", "drag"))

    def __init__(self, env: gymnasium.Env[dict[str, Any], Any], max_elements: int = 400) -> None:
        RecordConstructorArgs.__init__(self, max_elements=max_elements)
        gymnasium.Wrapper.__init__(self, env)
        require_elements(env, type(self).__name__)
        assert isinstance(env.action_space, spaces.Dict)
        self.action_space = spaces.Dict(
            {
                "kind": spaces.Discrete(len(self.KINDS)),
                "element": spaces.Discrete(max_elements),
                "text": env.action_space["text"],
            }
        )
        self._elements: tuple[Element, ...] = ()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode and remember its elements."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._elements = info["elements"]
        return observation, info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Act on an element of the last observation."""
        result = self.env.step(self._with_point(action))
        self._elements = result[4]["elements"]
        return result

    def _with_point(self, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        rest = {name: value for name, value in given.items() if name != "element"}
        if "action" in given:
            if "element" not in given:
                return given
            center = self._center(given["element"])
            if isinstance(center, IllegalAction):
                return center
            return {**rest, "x": center[0], "y": center[1]}
        return self._from_space(given, rest)

    def _from_space(self, given: Mapping[str, Any], rest: dict[str, Any]) -> Any:
        index = given.get("kind")
        if not isinstance(index, int | np.integer) or not 0 <= index < len(self.KINDS):
            return IllegalAction(f"kind {index!r} is not in 0..{len(self.KINDS) - 1}")
        kind = self.KINDS[int(index)]
        center: tuple[int, int] | IllegalAction = (0, 0)
        if kind in _POINTED or kind.startswith("scroll_"):
            center = self._center(given.get("element"))
        if isinstance(center, IllegalAction):
            return center
        point = np.array([*center, *center], np.float32)
        return {**rest, "kind": KINDS.index(kind), "point": point}

    def _center(self, index: Any) -> tuple[int, int] | IllegalAction:
        if isinstance(index, bool) or not isinstance(index, int | np.integer):
            return IllegalAction(f"the element is a whole number, not {index!r}")
        if not 0 <= index < len(self._elements):
            return IllegalAction(
                f"there is no element {index}; the screen has {len(self._elements)}"
            )
        element = self._elements[int(index)]
        if not element.visible:
            return IllegalAction(f"element {index} is not visible; scroll to it first")
        return element.center
