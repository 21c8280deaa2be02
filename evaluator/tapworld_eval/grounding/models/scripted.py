"""Models without a model: rules for tests and self-tests, and replies recorded elsewhere."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage

__all__ = ["RecordedModel", "ScriptedModel"]


class ScriptedModel:
    """Answers by a rule.

    Args:
        name: Name for tables; stands for the rule in the run id.
        rule: The replies to a query; texts, or completions with log probabilities.
    """

    def __init__(self, name: str, rule: Callable[[Query], Sequence[str | Completion]]) -> None:
        self._name = name
        self._rule = rule

    @property
    def name(self) -> str:
        """Name for tables."""
        return self._name

    def identity(self) -> dict[str, Any]:
        """Its name."""
        return {"kind": "scripted", "name": self._name}

    def ask(self, query: Query) -> Reply:
        """What the rule says."""
        said = self._rule(query)
        if len(said) != query.n:
            raise ModelError(f"{self._name}: {len(said)} answers to {query.tag}, not {query.n}")
        found = tuple(c if isinstance(c, Completion) else Completion(c) for c in said)
        return Reply(found, Usage(0, sum(len(c.text) for c in found)))


class RecordedModel:
    """Plays back replies from a JSONL file: ``tag`` and ``text``, a line a draw.

    Raises:
        ModelError: The file is malformed, or (when asked) holds no reply of that tag.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._replies: dict[str, list[Completion]] = defaultdict(list)
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                fields = json.loads(line)
                said = Completion(str(fields["text"]), tuple(fields.get("logprobs", ())))
                self._replies[str(fields["tag"])].append(said)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path}: cannot be read as recorded replies: {error!r}") from error

    @property
    def name(self) -> str:
        """Name for tables."""
        return f"recorded:{self._path.name}"

    def identity(self) -> dict[str, Any]:
        """The replies themselves."""
        return {
            "kind": "recorded",
            "replies": {k: [c.text for c in v] for k, v in sorted(self._replies.items())},
        }

    def ask(self, query: Query) -> Reply:
        """The recorded replies of the query's tag."""
        found = self._replies.get(query.tag, [])
        if len(found) < query.n:
            raise ModelError(
                f"{self._path}: {len(found)} replies with the tag {query.tag!r}, {query.n} needed"
            )
        return Reply(tuple(found[: query.n]))
