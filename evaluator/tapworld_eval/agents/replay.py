"""An agent that repeats recorded actions with its eyes shut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tapworld_env.actions import Action, Done, action_from_json
from tapworld_eval.agents.registry import register
from tapworld_eval.errors import AgentError

if TYPE_CHECKING:
    from tapworld_scenarios import Task

__all__ = ["ReplayAgent"]

Match = Literal["configuration", "instance", "scenario"]
_ORDER: tuple[Match, ...] = ("configuration", "instance", "scenario")


@register("replay")
class ReplayAgent:
    """Repeats the actions of a source run's first success, whatever the screen shows.

    For a configuration it takes a recording of the same configuration if there is one, else of
    the same instance of the scenario, else of the scenario; ``match`` limits how far it goes.
    Without a recording it declares the task done at once.

    Args:
        source: Run folder whose successful episodes are repeated.
        match: The loosest likeness at which a recording is used.
    """

    name = "replay"
    needs: frozenset[str] = frozenset()

    def __init__(self, source: Path, *, match: Match = "scenario") -> None:
        # Imported here: the runner imports the agents.
        from tapworld_eval.rollouts.folder import read_manifest, read_records, read_steps

        self._source = source
        self._match = match
        self._read_steps = read_steps
        read_manifest(source)  # says so if it is no run folder
        self._found: dict[tuple[Any, ...], str] = {}
        for record in read_records(source):
            if record.success:
                for key in _keys(record.configuration, record.scenario, record.instance):
                    self._found.setdefault(key, record.episode)
        if not self._found:
            raise AgentError(f"{source} has no successful episode to replay")
        self._episode: str | None = None
        self._actions: Iterator[Action] = iter(())

    @property
    def note(self) -> str:
        """Which episode it repeats."""
        return f"replays {self._episode}" if self._episode else "nothing to replay"

    def prepare(self, task: Task) -> None:
        """Choose the recording."""
        configuration = task.configuration
        keys = _keys(configuration.id, configuration.scenario, configuration.instance)
        allowed = keys[: _ORDER.index(self._match) + 1]
        self._episode = next((self._found[key] for key in allowed if key in self._found), None)

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Rewind the recording."""
        steps = self._read_steps(self._source, self._episode) if self._episode else []
        self._actions = iter([action_from_json(step.action) for step in steps])

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Give the next recorded action; after the last one, done."""
        return next(self._actions, Done())


def _keys(configuration: str, scenario: str, instance: int) -> list[tuple[Any, ...]]:
    return [
        ("configuration", configuration),
        ("instance", scenario, instance),
        ("scenario", scenario),
    ]
