"""Numbered boxes over the screen."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Element
from tapworld_env.wrappers.phone import require_elements

__all__ = ["SetOfMarks", "draw_marks"]

_COLOURS = ("#d81b60", "#1e88e5", "#00796b", "#e65100", "#6a1b9a", "#33691e")


class SetOfMarks(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """Pixels with the index of every visible clickable element drawn over it.

    The numbers are those of ``info["elements"]``, which :class:`ElementIndex` takes.

    Args:
        env: A phone environment made with ``observe="both"``.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> plain = PhoneEnv("fake", tasks=ToyTasks())
        >>> marked = SetOfMarks(PhoneEnv("fake", tasks=ToyTasks()))
        >>> a, b = plain.reset(seed=0)[0]["pixels"], marked.reset(seed=0)[0]["pixels"]
        >>> a.shape == b.shape, bool((a == b).all())
        (True, False)
    """

    def __init__(self, env: gymnasium.Env[dict[str, Any], Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        require_elements(env, type(self).__name__)
        seen = env.observation_space
        if not isinstance(seen, spaces.Dict) or "pixels" not in seen.spaces:
            raise EnvironmentSetupError("SetOfMarks draws on pixels: use observe='both'")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._marked(observation, info), info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._marked(observation, info), reward, terminated, truncated, info

    @staticmethod
    def _marked(observation: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        return {**observation, "pixels": draw_marks(observation["pixels"], info["elements"])}


def draw_marks(pixels: NDArray[np.uint8], elements: tuple[Element, ...]) -> NDArray[np.uint8]:
    """Return a copy of ``(H, W, 3)`` pixels with boxes and numbers of what can be tapped."""
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    size = max(10, pixels.shape[0] // 75)
    font = ImageFont.load_default(size)
    line = max(1, pixels.shape[0] // 600)
    for element in elements:
        if not (element.visible and element.clickable):
            continue
        colour = _COLOURS[element.index % len(_COLOURS)]
        left, top, right, bottom = element.bounds
        if right - left < 2 or bottom - top < 2:
            continue
        draw.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=line)
        label = str(element.index)
        box = draw.textbbox((left, top), label, font=font)
        draw.rectangle((box[0], top, box[2] + 2 * line, box[3] + line), fill=colour)
        draw.text((left + line, top), label, fill="white", font=font)
    return np.asarray(image).copy()
