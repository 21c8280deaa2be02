"""A cell: the records of one model on one dataset, seen through one interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import RecordsError
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import SIGNALS, Interface

__all__ = ["Cell"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cell:
    """Records of one model on one dataset.

    Attributes:
        name: ``MODEL x DATASET`` or any other name.
        items: One row a record: the columns that hold one value.
        lists: Columns with a list, or a flattened matrix, a record.
        tensors: Columns with an equal shape for all records, first axis the records.
        interface: ``open`` or ``api``: an API cell offers no internals.
        model: The model's name.
        dataset: The dataset's name.
        meta: Anything else worth keeping; JSON.
    """

    name: str
    items: pd.DataFrame
    lists: Mapping[str, Ragged] = field(default_factory=dict)
    tensors: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    interface: Interface = "open"
    model: str = ""
    dataset: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"Cell({self.name!r}, {len(self)} records, accuracy {self.accuracy:.3f})"

    def has(self, column: str) -> bool:
        """Whether the records have this column."""
        return column in self.items.columns or column in self.lists or column in self.tensors

    @cached_property
    def signals(self) -> frozenset[str]:
        """The signals whose columns are all there."""
        return frozenset(
            name
            for name, signal in SIGNALS.items()
            if all(self.has(column.name) for column in signal.columns)
        )

    def number(self, column: str) -> FloatArray:
        """A column of one number a record, shape (n,).

        Raises:
            RecordsError: There is no such column.
        """
        if column not in self.items.columns:
            raise RecordsError(f"cell {self.name!r} has no column {column!r}")
        return self.items[column].to_numpy(dtype=np.float64)

    def list(self, column: str) -> Ragged:
        """A column of lists.

        Raises:
            RecordsError: There is no such column.
        """
        if column not in self.lists:
            raise RecordsError(f"cell {self.name!r} has no list column {column!r}")
        return self.lists[column]

    def tensor(self, column: str) -> NDArray[Any]:
        """A column of equal shape for all records.

        Raises:
            RecordsError: There is no such column.
        """
        if column not in self.tensors:
            raise RecordsError(f"cell {self.name!r} has no tensor {column!r}")
        return self.tensors[column]

    def select(self, rows: ArrayLike) -> Cell:
        """The records at these positions, or where a mask is true."""
        chosen = np.asarray(rows)
        if chosen.dtype == bool:
            chosen = np.flatnonzero(chosen)
        chosen = chosen.astype(np.int64)
        items = cast(pd.DataFrame, self.items.iloc[chosen].reset_index(drop=True))
        return replace(
            self,
            items=items,
            lists={name: column.take(chosen) for name, column in self.lists.items()},
            tensors={name: column[chosen] for name, column in self.tensors.items()},
        )

    @cached_property
    def wrong(self) -> NDArray[np.bool_]:
        """Which clicks are wrong, shape (n,)."""
        return self.number("correct") == 0

    @property
    def accuracy(self) -> float:
        """Share of right clicks; NaN without records."""
        return float(1 - self.wrong.mean()) if len(self) else float("nan")

    @cached_property
    def clicks(self) -> FloatArray:
        """Greedy clicks, shape (n, 2); NaN where none could be parsed."""
        return np.column_stack([self.number("click_x"), self.number("click_y")])

    @cached_property
    def centres(self) -> FloatArray:
        """Centres of the target boxes, shape (n, 2)."""
        left, top, right, bottom = (
            self.number(f"box_{side}") for side in ("left", "top", "right", "bottom")
        )
        return np.column_stack([(left + right) / 2, (top + bottom) / 2])

    @cached_property
    def sizes(self) -> FloatArray:
        """Width and height of the target boxes, shape (n, 2)."""
        return np.column_stack(
            [
                self.number("box_right") - self.number("box_left"),
                self.number("box_bottom") - self.number("box_top"),
            ]
        )

    @cached_property
    def distances(self) -> FloatArray:
        """Pixels from click to centre, shape (n,); infinite where there is no click."""
        difference = self.clicks - self.centres
        distance = np.hypot(difference[:, 0], difference[:, 1])
        return np.where(np.isnan(distance), np.inf, distance)

    @cached_property
    def normalized_distances(self) -> FloatArray:
        """Distance in units of sqrt(width * height) of the target box, shape (n,)."""
        return self.distances / np.sqrt(self.sizes.prod(axis=1))

    @cached_property
    def severity(self) -> FloatArray:
        """log(1 + normalized distance), the error of the paper's AUSE; shape (n,)."""
        return np.log1p(self.normalized_distances)
