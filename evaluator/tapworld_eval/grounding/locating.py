"""From an image and an instruction to draws in the image's own pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.boxes import center
from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.formats import ModelFormat
from tapworld_eval.grounding.models.base import Completion, Model, Query, Reply
from tapworld_eval.grounding.models.pictures import Encoding, Picture, cut
from tapworld_eval.grounding.prompts import Prompt
from tapworld_eval.grounding.scaffolds.base import Ask, Draw
from tapworld_eval.grounding.spaces import CoordinateSpace, Frame, to_image
from tapworld_eval.grounding.syntaxes import parse

__all__ = ["Locator", "read_draw"]


@dataclass(frozen=True)
class Locator:
    """A model, how it answers, and how it is asked.

    Attributes:
        model: Who answers.
        format: Coordinate space and sizes.
        prompt: The words; its syntax is the one that is read.
        encoding: How images become bytes.
        max_tokens: Longest answer.
    """

    model: Model
    format: ModelFormat
    prompt: Prompt
    encoding: Encoding = field(default_factory=Encoding)
    max_tokens: int = 256

    def __post_init__(self) -> None:
        """Refuse a prompt whose words state another coordinate space."""
        if self.prompt.space not in (None, self.format.space):
            raise FormatError(
                f"the prompt {self.prompt.name} states the space {self.prompt.space}, the format "
                f"{self.format.name} reads {self.format.space}"
            )

    def identity(self) -> dict[str, Any]:
        """Everything that decides the draws, the whole prompt text included."""
        return {
            "model": self.model.identity(),
            "format": self.format.model_dump(mode="json", exclude={"source", "prompt"}),
            "prompt": self.prompt.model_dump(mode="json", exclude={"source", "model", "native"}),
            "encoding": vars(self.encoding),
            "max_tokens": self.max_tokens,
        }

    def query(self, pixels: NDArray[np.uint8], instruction: str, ask: Ask, tag: str) -> Query:
        """The request for an ask."""
        frame = self.format.frame(ask.window, ask.shown())
        told = frame.sent if self.format.space is CoordinateSpace.SENT_PIXELS else frame.resized
        system, parts = self.prompt.render(instruction, told)
        return Query(
            system,
            parts,
            Picture(cut(pixels, ask.window, frame.sent), self.encoding),
            temperature=ask.temperature,
            n=ask.n,
            max_tokens=self.max_tokens,
            logprobs=ask.logprobs,
            guide=self.prompt.guide,
            tag=tag,
            frame=frame,
        )

    def draw(
        self, pixels: NDArray[np.uint8], instruction: str, ask: Ask, tag: str
    ) -> tuple[list[Draw], Reply]:
        """Ask the model and read its replies.

        Raises:
            ModelError: It does not answer.
            BudgetExceeded: The answer could cost more than is left.
        """
        query = self.query(pixels, instruction, ask, tag)
        reply = self.model.ask(query)
        assert query.frame is not None
        return self.read(reply.completions, query.frame), reply

    def read(self, completions: Sequence[Completion], frame: Frame) -> list[Draw]:
        """Replies as draws in pixels of the original."""
        return [read_draw(c, self.prompt.syntax, self.format.space, frame) for c in completions]


def read_draw(completion: Completion, syntax: str, space: CoordinateSpace, frame: Frame) -> Draw:
    """One reply as a draw in pixels of the original.

    Examples:
        >>> frame = Frame((0, 0, 200, 100), (200, 100), (200, 100))
        >>> said = Completion("(500, 500)")
        >>> read_draw(said, "pair_round", CoordinateSpace.GRID_1000, frame).point
        (100.0, 50.0)
    """
    said = completion.logprobs
    logprob = sum(said) / len(said) if said else None
    parsed = parse(completion.text, syntax)
    facts: dict[str, Any] = {"native": parsed.native, "logprob": logprob, "logprobs": len(said)}
    if parsed.kind in ("refusal", "failure"):
        return Draw(completion.text, parsed.kind, reason=parsed.reason, **facts)
    numbers, fault = to_image(parsed.numbers, space, frame)
    if fault is not None:
        return Draw(completion.text, "failure", reason=fault.value, **facts)
    if parsed.kind == "point":
        return Draw(completion.text, "point", (numbers[0], numbers[1]), **facts)
    x1, y1, x2, y2 = numbers
    box = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    return Draw(completion.text, "box", center(box), box, **facts)
