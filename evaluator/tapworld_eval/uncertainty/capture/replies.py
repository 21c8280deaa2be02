"""Signals of a model that only replies: behind an interface, or replies recorded elsewhere.

It fills what replies hold: clicks of samples, paraphrases and perturbed images, and stated
confidences. Nothing stands in for log-probabilities, hidden states or attention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.scaffolds.base import Ask, whole
from tapworld_eval.uncertainty.capture import wording
from tapworld_eval.uncertainty.capture.adapter import Pixels
from tapworld_eval.uncertainty.capture.confidences import stated_confidence
from tapworld_eval.uncertainty.capture.item import CaptureOptions, seed_of
from tapworld_eval.uncertainty.capture.perturbing import perturbed
from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.records import Interface

__all__ = ["ReplyReader"]

_HIDDEN: Final = "an interface of replies does not show it"
_ABSENT: Final = ("tokens", "hidden", "attention", "p_true")


class ReplyReader:
    """Captures item after item from replies alone.

    The second stage of a stated confidence quotes the model's answer in one message, since a
    request holds one. Draws are the provider's: they cannot be seeded.

    Args:
        locator: Model, format and prompt.
        options: What is captured.

    Raises:
        OptionError: Layers or raw attention are asked for.
    """

    interface: Interface = "api"

    def __init__(self, locator: Locator, options: CaptureOptions | None = None) -> None:
        self.options = options or CaptureOptions()
        self._locator = locator
        if self.options.layers or self.options.raw_attention:
            wanted = "layers" if self.options.layers else "raw attention"
            raise OptionError(f"{wanted} of {self.name}: {_HIDDEN}")

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._locator.model.name

    @property
    def about(self) -> dict[str, Any]:
        """Model, format, prompt, the other questions' words, and what is captured."""
        model = {**self._locator.identity(), "words": wording.all_words()}
        return {"model": model, "options": asdict(self.options)}

    @property
    def layers(self) -> tuple[int, ...]:
        """None."""
        return ()

    @property
    def absent(self) -> dict[str, str]:
        """Groups that were asked for and cannot be had."""
        return {name: _HIDDEN for name in _ABSENT if name in self.options.groups}

    def capture(self, pixels: Pixels, instruction: str, key: str) -> dict[str, Any]:
        """The signals of an item, as :meth:`ItemReader.capture` gives them.

        Raises:
            ModelError: The model does not answer.
            BudgetExceeded: The answer could cost more than is left.
        """
        groups = set(self.options.groups)
        click, said = self._clicks(pixels, instruction, key)
        row: dict[str, Any] = {"click": click[0], "reply": said[0]}
        if "samples" in groups:
            points, texts = self._clicks(
                pixels, instruction, f"{key}/samples", self.options.samples
            )
            row |= {"samples": points, "sample_texts": texts}
        if "paraphrases" in groups:
            row["paraphrases"] = [
                self._clicks(pixels, words, f"{key}/paraphrase-{number}")[0][0]
                for number, words in enumerate(wording.paraphrases(instruction), start=1)
            ]
        if "perturbations" in groups:
            noise = seed_of(self.options.seed, key, "noise")
            row["perturbations"] = [
                self._clicks(seen, instruction, f"{key}/perturbation-{number}")[0][0]
                for number, seen in enumerate(perturbed(pixels, noise), start=1)
            ]
        if "verbalized_1s" in groups:
            asked = self._more(pixels, instruction, f"{key}/verbalized-1s", wording.ONE_STAGE)
            row["verbalized_1s"] = stated_confidence(asked, alone=False)
        if "verbalized_2s" in groups:
            words = f"You answered:\n{said[0]}\n{wording.TWO_STAGES}"
            asked = self._more(pixels, instruction, f"{key}/verbalized-2s", words)
            row["verbalized_2s"] = stated_confidence(asked, alone=True)
        return row

    def _clicks(
        self, pixels: Pixels, instruction: str, tag: str, samples: int = 0
    ) -> tuple[list[list[float] | None], list[str]]:
        window = whole((pixels.shape[1], pixels.shape[0]))
        ask = Ask(window, n=samples, temperature=self.options.temperature) if samples else None
        draws, _ = self._locator.draw(pixels, instruction, ask or Ask(window), tag)
        return [_listed(draw.point) for draw in draws], [draw.text for draw in draws]

    def _more(self, pixels: Pixels, instruction: str, tag: str, words: str) -> str:
        window = whole((pixels.shape[1], pixels.shape[0]))
        query = self._locator.query(pixels, instruction, Ask(window), tag)
        # A guide would begin the reply with a position.
        query = replace(query, parts=(*query.parts, "\n" + words), guide="")
        return self._locator.model.ask(query).completions[0].text


def _listed(point: Sequence[float] | None) -> list[float] | None:
    return None if point is None else [float(value) for value in point]
