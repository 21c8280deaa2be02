"""Everything that is wrong with a dataset on disk, not only the first thing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tapworld_eval.grounding.datasets.reading import chosen_format
from tapworld_eval.grounding.errors import DatasetError

__all__ = ["DatasetReport", "check_dataset"]


@dataclass(frozen=True)
class DatasetReport:
    """What a dataset holds.

    Attributes:
        format: Its format.
        annotations: How many annotations there are.
        sound: How many of them can be used.
        published: How many the published dataset has, if that is known.
        images: How many images the sound ones use.
        kinds: Targets by kind: box, polygon, refusal.
        faults: One line for each annotation that cannot be used.
    """

    format: str
    annotations: int
    sound: int
    published: int | None
    images: int
    kinds: dict[str, int]
    faults: tuple[str, ...]


def check_dataset(folder: Path, format: str | None = None) -> DatasetReport:  # noqa: A002
    """Read every annotation and image header.

    Raises:
        DatasetError: The folder fits no format, or an annotation file cannot be read at all.
    """
    chosen = chosen_format(folder, format)
    count, faults = 0, []
    seen: set[str] = set()
    images: set[Path] = set()
    kinds: Counter[str] = Counter()
    for entry in chosen.entries(folder):
        count += 1
        try:
            sample = chosen.convert(folder, entry)
        except DatasetError as error:
            faults.append(str(error))
            continue
        if sample.id in seen:
            faults.append(str(entry.fault(f"the id {sample.id!r} comes twice")))
            continue
        seen.add(sample.id)
        images.add(sample.image)
        kinds[sample.target.kind] += 1
    return DatasetReport(
        chosen.name,
        count,
        len(seen),
        chosen.count,
        len(images),
        dict(sorted(kinds.items())),
        tuple(faults),
    )
