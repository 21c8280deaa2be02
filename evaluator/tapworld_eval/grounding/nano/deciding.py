"""Greedy answers to packed questions: many items at once, for held-out accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch

from tapworld_eval.grounding.boxes import Point
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.batches import make_batch
from tapworld_eval.grounding.nano.drawing import Picture
from tapworld_eval.grounding.nano.losses import hidden_states
from tapworld_eval.grounding.nano.packing import Question
from tapworld_eval.grounding.nano.viewing import agreed, looks, points

if TYPE_CHECKING:
    from transformers import Qwen3VLForConditionalGeneration

__all__ = ["Asked", "answers", "viewed_points"]

_LENGTH = len("(000,000)")
_TOKENS_AT_ONCE = 6000


@dataclass(frozen=True, eq=False)
class Asked:
    """A picture and the instructions that are asked about it."""

    picture: Picture
    words: tuple[str, ...]


def answers(
    model: Qwen3VLForConditionalGeneration, asked: Sequence[Asked], *, together: int = 6
) -> list[list[str]]:
    """The model's greedy answer to every instruction.

    Args:
        model: In evaluation mode.
        asked: Pictures of any sizes.
        together: Instructions packed behind one image at a time.
    """
    jobs = [
        (number, first, one.words[first : first + together])
        for number, one in enumerate(asked)
        for first in range(0, len(one.words), together)
    ]
    jobs.sort(key=lambda job: (asked[job[0]].picture.pixels.shape, job[0], job[1]))
    made: list[list[str]] = [[""] * len(one.words) for one in asked]
    batch: list[tuple[int, int, tuple[str, ...]]] = []
    for job in jobs:
        shape = asked[job[0]].picture.pixels.shape
        full = batch and (
            asked[batch[0][0]].picture.pixels.shape != shape
            or (len(batch) + 1) * shape[0] * shape[1] // 350 > _TOKENS_AT_ONCE
        )
        if full:
            _answer(model, asked, batch, made)
            batch = []
        batch.append(job)
    if batch:
        _answer(model, asked, batch, made)
    return made


@torch.no_grad()
def _answer(
    model: Qwen3VLForConditionalGeneration,
    asked: Sequence[Asked],
    jobs: Sequence[tuple[int, int, tuple[str, ...]]],
    made: list[list[str]],
) -> None:
    blank = (vocabulary.PAD,) * _LENGTH
    pictures = [
        (asked[number].picture, [Question(words, blank) for words in part])
        for number, _, part in jobs
    ]
    batch = make_batch(pictures, 1 << 20)
    # The answer's slots of every question, found by the blanks that are to be filled.
    slots = [
        (row, number, np.flatnonzero((batch.part[row] == number + 1) & (batch.expects[row] >= 0)))
        for row, (_, questions) in enumerate(pictures)
        for number in range(len(questions))
    ]
    rows = torch.tensor([row for row, _, _ in slots])
    places = torch.from_numpy(np.stack([at[:_LENGTH] for _, _, at in slots]))
    visual = None
    for step in range(_LENGTH):
        last, visual = hidden_states(model, batch, visual)
        chosen = model.lm_head(last[rows, places[:, step]]).argmax(-1)
        batch.tokens[rows.numpy(), places[:, step].numpy() + 1] = chosen.numpy()
    for row, number, at in slots:
        said = batch.tokens[row, at[:_LENGTH] + 1].tolist()
        said = said[: said.index(vocabulary.END)] if vocabulary.END in said else said
        at_image, first, _ = jobs[row]
        made[at_image][first + number] = vocabulary.decode(said)


def viewed_points(
    model: Qwen3VLForConditionalGeneration, asked: Sequence[Asked], views: int
) -> list[list[Point | None]]:
    """The greedy point for every instruction, of so many looks at each picture, in its pixels."""
    seen = [looks(one.picture.pixels, views) for one in asked]
    said = [
        answers(
            model,
            [
                replace(one, picture=replace(one.picture, pixels=every[number]))
                for one, every in zip(asked, seen, strict=True)
            ],
        )
        for number in range(views)
    ]
    made: list[list[Point | None]] = []
    for at, one in enumerate(asked):
        high, wide = one.picture.pixels.shape[:2]
        each = [points(replies[at], (wide, high)) for replies in said]
        together = [agreed(found, (wide, high)) for found in zip(*each, strict=True)]
        made.append([None if one is None else one[1] for one in together])
    return made
