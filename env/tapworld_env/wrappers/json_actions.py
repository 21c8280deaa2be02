"""Actions as JSON text, as language models write them."""

from __future__ import annotations

import json
from typing import Any, Literal

import gymnasium
from gymnasium.utils import RecordConstructorArgs

from tapworld_env.actions_androidworld import actions_from_androidworld
from tapworld_env.errors import ActionRejected, EnvironmentSetupError
from tapworld_env.observations import Element
from tapworld_env.spaces import IllegalAction, UnicodeText
from tapworld_env.wrappers.phone import phone_of

__all__ = ["JsonActions"]

_MAX_JSON = 100_000


class JsonActions(
    gymnasium.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs
):
    """Text in the action space: one JSON object a step.

    An AndroidWorld action that stands for several (``input_text`` taps, types and presses enter)
    takes them one after another: each counts as a step of the episode, rewards are added, and
    the rest is dropped when one of them fails or ends the episode.

    Args:
        env: A phone environment.
        dialect: ``"tapworld"`` or ``"androidworld"``.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = JsonActions(PhoneEnv("fake", tasks=ToyTasks()), dialect="androidworld")
        >>> _ = env.reset(options={"configuration": "notes.count/3"})
        >>> env.step('{"action_type": "answer", "text": "3"}')[1]
        1.0
        >>> _ = env.reset(options={"configuration": "notes.count/3"})
        >>> env.step("tap it")[4]["action_error"]
        'not JSON: Expecting value (line 1, column 1)'
    """

    def __init__(
        self,
        env: gymnasium.Env[dict[str, Any], Any],
        dialect: Literal["tapworld", "androidworld"] = "tapworld",
    ) -> None:
        RecordConstructorArgs.__init__(self, dialect=dialect)
        gymnasium.Wrapper.__init__(self, env)
        if dialect not in ("tapworld", "androidworld"):
            raise EnvironmentSetupError(
                f"the dialect is 'tapworld' or 'androidworld', not {dialect!r}"
            )
        self._screen = phone_of(env).screen
        self._dialect = dialect
        self._elements: tuple[Element, ...] = ()
        self.action_space = UnicodeText(_MAX_JSON)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode and remember its elements, which AndroidWorld's actions may name."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._elements = info.get("elements", ())
        return observation, info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Take the action, or the actions, that the text stands for."""
        total = 0.0
        actions = self._read(action)
        for position, single in enumerate(actions):
            observation, reward, terminated, truncated, info = self.env.step(single)
            total += float(reward)
            self._elements = info.get("elements", ())
            over = terminated or truncated or info["action_error"] is not None
            if over or position == len(actions) - 1:
                return observation, total, terminated, truncated, info
        raise AssertionError("an action stands for at least one")

    def _read(self, text: Any) -> list[Any]:
        if not isinstance(text, str):
            return [IllegalAction(f"an action is JSON text, not {type(text).__name__}")]
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            return [IllegalAction(f"not JSON: {error.msg} ({place})")]
        if self._dialect == "tapworld":
            return [data]
        try:
            return [*actions_from_androidworld(data, elements=self._elements, screen=self._screen)]
        except ActionRejected as error:
            return [IllegalAction(str(error))]
