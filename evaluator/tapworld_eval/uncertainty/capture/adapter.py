"""What capture must know of a model besides its weights: an adapter, one a way of asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Adapter", "Inputs", "Pixels"]

Pixels = NDArray[np.uint8]
#: Arguments of the model's forward pass; ``input_ids`` has the shape (1, P).
Inputs = dict[str, Any]


class Adapter(Protocol):
    """A model, and how it is asked.

    Attributes:
        name: Name of the model, for cells.
        model: A ``transformers`` model that generates text from text and an image.
        max_tokens: Longest reply.
        ends: Tokens that end a reply.
    """

    name: str
    model: Any
    max_tokens: int
    ends: frozenset[int]

    def identity(self) -> dict[str, Any]:
        """Everything that decides the records: weights, prompt, format."""
        ...

    def absent(self) -> dict[str, str]:
        """Groups of signals that this model cannot give, each with the reason."""
        ...

    def question(self, pixels: Pixels, instruction: str) -> Inputs:
        """Where is what the instruction asks for?"""
        ...

    def reply(self, tokens: Sequence[int]) -> str:
        """A reply's text, without the mark that ends it."""
        ...

    def pieces(self, tokens: Sequence[int]) -> list[str]:
        """The text of each token."""
        ...

    def click(self, reply: str, size: tuple[int, int]) -> tuple[float, float] | None:
        """The point a reply names.

        Args:
            reply: From :meth:`reply`.
            size: Width and height of the image that was shown, in pixels.

        Returns:
            Pixels of that image, or ``None``: never a guess.
        """
        ...

    def paraphrases(self, instruction: str) -> tuple[str, ...]:
        """The instruction in other words, three times."""
        ...

    def self_check(self, pixels: Pixels, instruction: str, reply: str) -> Inputs:
        """Is this reply right, True or False?"""
        ...

    def truths(self) -> tuple[Sequence[int], Sequence[int]]:
        """The tokens of "True" and of "False", as an answer to :meth:`self_check`."""
        ...

    def confidence(self, pixels: Pixels, instruction: str, reply: str | None) -> Inputs:
        """How sure are you, from 0 to 100?

        Args:
            pixels: The image.
            instruction: The instruction.
            reply: The reply it is about (two stages), or ``None``: reply and confidence are asked
                for at once (one stage).
        """
        ...
