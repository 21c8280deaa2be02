"""Answers that were paid for once, keyed by the whole request."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.errors import GroundingRunError
from tapworld_eval.grounding.models.base import Completion, Query, Usage

__all__ = ["AnswerCache", "request_key"]


def request_key(identity: dict[str, Any], query: Query, number: int) -> str:
    """One hash over everything that decides an answer.

    Args:
        identity: The model's own.
        query: The request; its tag and frame do not count, since no model sees them.
        number: Which of several answers to the same request.
    """
    whole = {
        "model": identity,
        "system": query.system,
        "parts": list(query.parts),
        "picture": query.picture.digest,
        "encoding": vars(query.picture.encoding),
        "temperature": query.temperature,
        "n": query.n,
        "max_tokens": query.max_tokens,
        "logprobs": query.logprobs,
        "guide": query.guide,
        "number": number,
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


class AnswerCache:
    """A folder of answers; ``None`` as the folder keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> tuple[list[Completion], Usage] | None:
        """What was answered before, or ``None``; a damaged file counts as absent."""
        if self._folder is None:
            return None
        try:
            data = json.loads(self._place(self._folder, key).read_text(encoding="utf-8"))
            found = [Completion(c["text"], tuple(c["logprobs"])) for c in data["completions"]]
            return found, Usage(**data["usage"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, completions: list[Completion], usage: Usage) -> None:
        """Keep an answer.

        Raises:
            GroundingRunError: The folder cannot be written.
        """
        if self._folder is None:
            return
        data = {
            "completions": [{"text": c.text, "logprobs": list(c.logprobs)} for c in completions],
            "usage": vars(usage),
        }
        place = self._place(self._folder, key)
        temporary = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(data), encoding="utf-8")
            os.replace(temporary, place)  # noqa: PTH105
        except OSError as error:
            raise GroundingRunError(f"cannot write {place}: {error}") from error

    @staticmethod
    def _place(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.json"
