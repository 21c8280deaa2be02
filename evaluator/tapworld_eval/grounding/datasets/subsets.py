"""Smaller sets that keep the mixture: stratified, and equal for equal seeds."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.samples import Sample

__all__ = ["STRATA", "stratified_subset"]

#: Fields by which a subset can be stratified.
STRATA = ("element", "platform", "application", "group")


def stratified_subset(
    samples: Sequence[Sample],
    n: int,
    *,
    seed: int,
    by: Sequence[str] = ("platform", "element"),
) -> list[Sample]:
    """``n`` samples in which each stratum has its share, to the nearest sample.

    Seats that rounding leaves over go to the largest remainders. The subset keeps the dataset's
    order, and a larger ``n`` of the same seed does not have to contain a smaller one.

    Raises:
        DatasetError: ``n`` is out of range, or a field is unknown.
    """
    unknown = sorted(set(by) - set(STRATA))
    if unknown:
        raise DatasetError(f"cannot stratify by {unknown[0]!r}; choose from {', '.join(STRATA)}")
    if not 1 <= n <= len(samples):
        raise DatasetError(f"cannot draw {n} of {len(samples)} samples")
    strata: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, sample in enumerate(samples):
        strata[tuple(getattr(sample, field) for field in by)].append(index)
    exact = {key: n * len(members) / len(samples) for key, members in strata.items()}
    seats = {key: int(share) for key, share in exact.items()}
    by_remainder = sorted(exact, key=lambda key: (seats[key] - exact[key], key))
    for key in by_remainder[: n - sum(seats.values())]:
        seats[key] += 1
    draw = random.Random(seed)
    chosen = [index for key in sorted(strata) for index in draw.sample(strata[key], seats[key])]
    return [samples[index] for index in sorted(chosen)]
