"""What models that are talked to are asked besides the question itself."""

from __future__ import annotations

from typing import Final

__all__ = ["ONE_STAGE", "SELF_CHECK", "TWO_STAGES", "all_words", "paraphrases"]

# Ours: no model documents words for saying an instruction anew.
_PARAPHRASES: Final = (
    "Find the place on the screen for this: {instruction}",
    "Where would you click to do the following? {instruction}",
    "Point at what this asks for: {instruction}",
)
#: After Kadavath et al. (2022).
SELF_CHECK: Final = (
    "Is the position in your answer the right one for the instruction? Answer with True or False "
    "and nothing else."
)
#: After Tian et al. (2023): the answer and how likely it is right, at once.
ONE_STAGE: Final = (
    "After your answer, write on a line of its own how likely it is that your answer is right, "
    "from 0 to 100:\nConfidence: "
)
#: After Xiong et al. (2024): asked about an answer that was given before.
TWO_STAGES: Final = (
    "How likely is it that the position in your answer is right? Answer with one number from 0 to "
    "100 and nothing else."
)


def paraphrases(instruction: str) -> tuple[str, ...]:
    """The instruction behind three other introductions.

    >>> paraphrases('Tap "Send"')[0]
    'Find the place on the screen for this: Tap "Send"'
    """
    return tuple(words.format(instruction=instruction) for words in _PARAPHRASES)


def all_words() -> list[str]:
    """Everything here, for the identity of a capture."""
    return [*_PARAPHRASES, SELF_CHECK, ONE_STAGE, TWO_STAGES]
