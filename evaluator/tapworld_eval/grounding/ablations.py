"""The two arms of a controlled comparison: equal but for one variable."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tapworld_eval.grounding.errors import GroundingError
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.pictures import Encoding
from tapworld_eval.grounding.prompts import check_pair, load_prompt
from tapworld_eval.grounding.scaffolds import Bare, Scaffold, make_scaffold

__all__ = ["ARMS", "arms"]

#: Variables that can be compared. The scale of a model is compared with two runs and ``compare``.
ARMS = ("format", "scaffold", "encoding")


def arms(
    variable: str, locator: Locator, first: str, second: str
) -> list[tuple[Locator, Scaffold]]:
    """Locator and scaffold of both arms.

    Args:
        variable: One of :data:`ARMS`.
        locator: What both share.
        first: A prompt (``format``), a scaffold, or an encoding such as ``png`` or ``jpeg:80``.
        second: The same for the second arm.

    Raises:
        PromptError: Two prompts differ in more than the answer they ask for.
        GroundingError: The variable or a value is unknown.
    """
    if variable == "format":
        words = [load_prompt(name) for name in (first, second)]
        check_pair(words[0], words[1], ("answer", "syntax"))
        return [(replace(locator, prompt=prompt), Bare()) for prompt in words]
    if variable == "scaffold":
        return [(locator, make_scaffold(name)) for name in (first, second)]
    if variable == "encoding":
        return [(replace(locator, encoding=_encoding(name)), Bare()) for name in (first, second)]
    raise GroundingError(f"unknown variable {variable!r}; choose one of {', '.join(ARMS)}")


def _encoding(text: str) -> Encoding:
    kind, _, quality = text.partition(":")
    if kind not in ("png", "jpeg", "webp") or (quality and not quality.isdigit()):
        raise GroundingError(f"an encoding is png, jpeg:QUALITY or webp:QUALITY, not {text!r}")
    chosen: Any = kind
    return Encoding(chosen, int(quality) if quality else 95)
