"""What a method is: its name, what it needs, and how records become scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import (
    CalibrationError,
    OptionError,
    UncertaintyError,
    UnsupportedMethodError,
)
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.schema import API_SIGNALS, SIGNALS

__all__ = ["FAMILIES", "Family", "Method", "Scorer", "full_scores"]

FloatArray = NDArray[np.float64]
Scorer = Callable[[Cell], FloatArray]
Family = Literal["logit", "sampling", "hybrid", "attention", "density", "verbalised", "vlm"]
FAMILIES: Final = ("logit", "sampling", "hybrid", "attention", "density", "verbalised", "vlm")


@dataclass(frozen=True)
class Method:
    """A way to score how uncertain a click is. For every method a higher score is more uncertain.

    Attributes:
        name: Short, unique.
        family: One of the seven families.
        needs: Signals without which there is no score.
        source: Paper the method comes from.
        compute: Scores of records, shape (n,); for methods that learn nothing.
        learn: From calibration records and a seed to a function that scores; for the others.
        number: Place in the table of 27; None for extras, which no panel includes.
        note: What a reader must know of this adaptation.
        direction: Always ``higher``; kept so that exported tables say it.
    """

    name: str
    family: Family
    needs: tuple[str, ...]
    source: str
    compute: Scorer | None = None
    learn: Callable[[Cell, int], Scorer] | None = None
    number: int | None = None
    note: str = ""
    direction: Literal["higher"] = "higher"

    def __post_init__(self) -> None:
        if (self.compute is None) == (self.learn is None):
            raise UncertaintyError(f"method {self.name!r} must have either compute or learn")
        if self.family not in FAMILIES:
            raise OptionError(f"method {self.name!r}: no family {self.family!r}; {FAMILIES}")
        unknown = set(self.needs) - SIGNALS.keys()
        if unknown:
            raise UncertaintyError(
                f"method {self.name!r} needs unknown signals: {', '.join(sorted(unknown))}"
            )

    @property
    def learns(self) -> bool:
        """Whether the method must see calibration records first."""
        return self.learn is not None

    @property
    def api(self) -> bool:
        """Whether an API that shows replies only is enough: follows from the needs."""
        return API_SIGNALS.issuperset(self.needs)

    def supports(self, cell: Cell) -> bool:
        """Whether the cell offers everything the method needs."""
        return cell.signals.issuperset(self.needs) and (cell.interface != "api" or self.api)

    def check(self, cell: Cell) -> None:
        """Raise unless the cell offers everything the method needs.

        Raises:
            UnsupportedMethodError: It does not; the message names the missing signals.
        """
        if cell.interface == "api" and not self.api:
            internal = sorted(set(self.needs) - API_SIGNALS)
            raise UnsupportedMethodError(
                f"{self.name} needs {', '.join(internal)}, which the API cell {cell.name!r} cannot "
                "offer; nothing is put in its place. `tapworld uq methods --api` lists what runs"
            )
        missing = sorted(set(self.needs) - cell.signals)
        if missing:
            raise UnsupportedMethodError(
                f"{self.name} needs {', '.join(missing)}, which the records of {cell.name!r} lack"
            )

    def fit(self, calibration: Cell, seed: int = 0) -> Scorer:
        """A function that scores records, after learning what there is to learn.

        Raises:
            UnsupportedMethodError: The records lack a signal.
            CalibrationError: There is no record to learn from.
        """
        self.check(calibration)
        if self.learn is not None:
            if len(calibration) == 0:
                raise CalibrationError(f"{self.name} learns, and no calibration record is left")
            return self.learn(calibration, seed)
        return self.score

    def score(self, records: Cell) -> FloatArray:
        """Scores of a method that learns nothing, shape (n,); NaN where there is none.

        Raises:
            OptionError: The method learns; call :meth:`fit` first.
            UnsupportedMethodError: The records lack a signal.
        """
        if self.compute is None:
            raise OptionError(f"{self.name} learns from calibration records: call fit first")
        self.check(records)
        return np.asarray(self.compute(records), dtype=np.float64)


def full_scores(value: float, records: Cell) -> FloatArray:
    """The same score for all, for what could not be learned (NaN)."""
    return np.full(len(records), value, dtype=np.float64)
