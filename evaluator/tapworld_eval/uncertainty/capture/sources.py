"""Items to capture: datasets on disk, and the small model's generated screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.datasets import detect_format, read_dataset, stratified_subset
from tapworld_eval.grounding.runs.runner import load_pixels
from tapworld_eval.grounding.samples import Sample, Target
from tapworld_eval.uncertainty.capture.adapter import Pixels
from tapworld_eval.uncertainty.errors import OptionError

__all__ = ["GENERATED", "Items", "capture_source", "generated_source"]

GENERATED: Final = "generated:"
_DEFAULT_COUNT: Final = 500


@dataclass(frozen=True, eq=False)
class Items:
    """What is captured.

    Attributes:
        name: Of the dataset, for the cell.
        samples: The items.
        pixels: The image of one of them, (height, width, 3) uint8 RGB.
        elements: Boxes of all elements on the screen of one of them, its own target among them;
            ``None`` where the dataset does not tell what else is there.
    """

    name: str
    samples: Sequence[Sample]
    pixels: Callable[[Sample], Pixels]
    elements: Callable[[Sample], Sequence[Box]] | None = None


def capture_source(
    data: str, *, split: str | None = None, limit: int | None = None, seed: int = 0
) -> Items:
    """Items of a dataset's folder, or of ``generated:KIND``.

    Args:
        data: A dataset's folder, or a kind of generated screens.
        split: Only samples of this ``group``, or whose id begins with it: the phone's own datasets
            name the split there.
        limit: At most so many, each stratum with its share.
        seed: Of the subset.

    Raises:
        DatasetError: The folder is in no known format, or damaged.
        OptionError: There is no such kind, or nothing is left.
    """
    if data.startswith(GENERATED):
        return generated_source(data.removeprefix(GENERATED), limit or _DEFAULT_COUNT)
    everything = read_dataset(Path(data))
    samples = [
        sample
        for sample in everything
        if split is None or sample.group == split or sample.id.startswith(f"{split}-")
    ]
    if not samples:
        raise OptionError(f"{data} has nothing in {split!r}")
    if limit is not None and limit < len(samples):
        samples = stratified_subset(samples, limit, seed=seed)
    # Others ask about a few elements of a screen; the phone's own about each that reacts.
    elements = _by_image(everything) if detect_format(Path(data)).name == "phone" else None
    return Items(Path(data).name, samples, lambda sample: load_pixels(sample.image), elements)


def _by_image(samples: Sequence[Sample]) -> Callable[[Sample], Sequence[Box]]:
    boxes: dict[Path, dict[Box, None]] = {}
    for sample in samples:
        if sample.target.box is not None:
            # An element is asked about in several ways.
            boxes.setdefault(sample.image, {})[sample.target.box] = None
    return lambda sample: tuple(boxes[sample.image])


def generated_source(kind: str, count: int) -> Items:
    """Held-out generated screens of a kind of :mod:`tapworld_eval.grounding.nano.drawing`.

    They are drawn when asked for and always the same: nothing has to be on disk.

    Raises:
        OptionError: There is no such kind.
    """
    from tapworld_eval.grounding.nano.drawing import KINDS
    from tapworld_eval.grounding.nano.evaluating import generated_items

    if kind not in KINDS:
        raise OptionError(f"no generated screens {kind!r}; choose one of {', '.join(KINDS)}")
    held = generated_items(kind, count)
    pictures = {f"{kind}-{number:05}": one.asked.picture for number, one in enumerate(held)}
    samples = []
    for (name, picture), one in zip(pictures.items(), held, strict=True):
        target = Target("box", one.box, covered=one.covered)
        size = (picture.pixels.shape[1], picture.pixels.shape[0])
        words = one.asked.words[0]
        samples.append(
            Sample(name, Path(name), size, words, target, one.element, "generated", kind)
        )
    return Items(
        GENERATED + kind,
        samples,
        lambda sample: pictures[sample.id].pixels,
        lambda sample: [item.box for item in pictures[sample.id].items],
    )
