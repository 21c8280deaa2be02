"""What a model is asked and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from tapworld_eval.grounding.models.pictures import Picture
from tapworld_eval.grounding.spaces import Frame

__all__ = ["Completion", "Model", "Query", "Reply", "Usage"]


@dataclass(frozen=True)
class Query:
    """One request.

    Attributes:
        system: System message, may be empty.
        parts: Parts of the user message; ``<image>`` stands for the picture.
        picture: The image.
        temperature: 0 for the most likely answer.
        n: How many answers are wanted.
        max_tokens: Longest answer.
        logprobs: Whether the tokens' log probabilities are wanted.
        guide: What the answer is made to begin with; only local models can.
        tag: Which question this is (``sample/stage``), for scripted models and messages; no model
            that is paid sees it.
        frame: What the picture shows of the image, likewise for scripted models only.
    """

    system: str
    parts: tuple[str, ...]
    picture: Picture
    temperature: float = 0.0
    n: int = 1
    max_tokens: int = 256
    logprobs: bool = False
    guide: str = ""
    tag: str = ""
    frame: Frame | None = None


@dataclass(frozen=True)
class Usage:
    """Tokens of one or several calls."""

    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        """The sum."""
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )


@dataclass(frozen=True)
class Completion:
    """One answer.

    Attributes:
        text: The raw reply.
        logprobs: Log probability of each output token, where the provider gives them; it may give
            fewer than there are tokens.
    """

    text: str
    logprobs: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reply:
    """The answers to one query.

    Attributes:
        completions: As many as were asked for.
        usage: Tokens, at list price whether or not they came from the cache.
        dollars: What they cost at list price.
    """

    completions: tuple[Completion, ...]
    usage: Usage = field(default_factory=Usage)
    dollars: float = 0.0


class Model(Protocol):
    """Anything that answers queries; safe to call from several threads."""

    @property
    def name(self) -> str:
        """Name for tables."""
        ...

    def identity(self) -> dict[str, Any]:
        """Everything that decides its answers, for the run id."""
        ...

    def ask(self, query: Query) -> Reply:
        """Answer a query.

        Raises:
            ModelError: It does not answer.
            BudgetExceeded: The answer could cost more than is left.
        """
        ...
