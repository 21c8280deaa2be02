"""Items to capture: datasets on disk."""

from __future__ import annotations

from pathlib import Path

from tapworld_eval.grounding.datasets import read_dataset, stratified_subset
from tapworld_eval.grounding.samples import Sample

__all__ = ["capture_source"]


def capture_source(
    data: str, *, split: str | None = None, limit: int | None = None, seed: int = 0
) -> list[Sample]:
    """Samples with a target's box.

    Args:
        data: A dataset's folder.
        split: Only samples of this ``group``, or whose id begins with it: the phone's own datasets
            name the split there.
        limit: At most so many, each stratum with its share.
        seed: Of the subset.

    Raises:
        DatasetError: The folder is in no known format, or damaged.
    """
    samples = [
        sample
        for sample in read_dataset(Path(data))
        if split is None or sample.group == split or sample.id.startswith(f"{split}-")
    ]
    if limit is None or limit >= len(samples):
        return samples
    return stratified_subset(samples, limit, seed=seed)
