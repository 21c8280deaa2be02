"""Which format a folder is in, and its samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tapworld_eval.grounding.datasets import (
    osworld_g,
    phone_made,
    screenspot,
    screenspot_pro,
    ui_vision,
)
from tapworld_eval.grounding.datasets.entries import Entry, entries_of
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.samples import Sample

__all__ = ["FORMATS", "DatasetFormat", "chosen_format", "detect_format", "read_dataset"]


@dataclass(frozen=True)
class DatasetFormat:
    """A layout on disk.

    Attributes:
        name: Key in :data:`FORMATS`.
        files: Pattern of its annotation files, each a JSON list.
        convert: One annotation as a sample.
        count: How many samples the published dataset has, or ``None``.
    """

    name: str
    files: str
    convert: Callable[[Path, Entry], Sample]
    count: int | None = None

    def recognises(self, folder: Path) -> bool:
        """Whether a folder holds such files."""
        return any(folder.glob(self.files))

    def entries(self, folder: Path) -> Iterator[Entry]:
        """Every annotation, file by file.

        Raises:
            DatasetError: There is no such file, or one is unreadable.
        """
        files = sorted(folder.glob(self.files))
        if not files:
            raise DatasetError(f"{folder} holds no {self.files}, so it is no {self.name}")
        for file in files:
            yield from entries_of(file)


#: Formats by name, in the order in which a folder is tried.
FORMATS: dict[str, DatasetFormat] = {
    made.name: made
    for made in (
        DatasetFormat("phone", "phone_*.json", phone_made.convert),
        DatasetFormat("screenspot", "screenspot_*.json", screenspot.convert, 1272),
        DatasetFormat("ui-vision", "annotations/element_grounding/*.json", ui_vision.convert, 5790),
        DatasetFormat("osworld-g", "OSWorld-G.json", osworld_g.convert, 564),
        DatasetFormat("osworld-g-refined", "OSWorld-G_refined.json", osworld_g.convert, 564),
        DatasetFormat("screenspot-pro", "annotations/*.json", screenspot_pro.convert, 1581),
    )
}


def detect_format(folder: Path) -> DatasetFormat:
    """The format of a folder, told by its layout.

    Raises:
        DatasetError: It is no folder, or fits no format.
    """
    if not folder.is_dir():
        raise DatasetError(f"{folder} is no folder; a dataset is a folder on this machine")
    for found in FORMATS.values():
        if found.recognises(folder):
            return found
    raise DatasetError(
        f"{folder} is in none of the known layouts ({', '.join(FORMATS)}); see docs/grounding.md "
        "for what each looks like"
    )


def read_dataset(folder: Path, format: str | None = None) -> list[Sample]:  # noqa: A002
    """All samples of a dataset.

    Args:
        folder: The dataset's folder.
        format: Key of :data:`FORMATS`; told by the layout when ``None``.

    Raises:
        DatasetError: An annotation or an image is missing or malformed, an id comes twice, or
            there is nothing at all.
    """
    chosen = chosen_format(folder, format)
    samples = [chosen.convert(folder, entry) for entry in chosen.entries(folder)]
    if not samples:
        raise DatasetError(f"{folder} holds no annotations")
    seen: set[str] = set()
    for sample in samples:
        if sample.id in seen:
            raise DatasetError(f"{folder}: the id {sample.id!r} comes twice")
        seen.add(sample.id)
    return samples


def chosen_format(folder: Path, name: str | None) -> DatasetFormat:
    """The named format, or the one told by the layout.

    Raises:
        DatasetError: Unknown name, or the folder fits no format.
    """
    if name is None:
        return detect_format(folder)
    if name not in FORMATS:
        raise DatasetError(f"unknown dataset format {name!r}; choose one of {', '.join(FORMATS)}")
    return FORMATS[name]
