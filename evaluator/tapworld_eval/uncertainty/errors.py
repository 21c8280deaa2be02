"""What can be wrong with click records or with a question asked of them."""

from __future__ import annotations

from tapworld_eval.errors import TapworldEvalError

__all__ = [
    "CalibrationError",
    "CellFormatError",
    "OptionError",
    "RecordsError",
    "UncertaintyError",
    "UnknownMethodError",
    "UnsupportedMethodError",
    "UnsupportedSignalError",
]


class UncertaintyError(TapworldEvalError):
    """Base of the errors of the uncertainty package."""


class RecordsError(UncertaintyError):
    """The records are unusable: a missing column, a bad value, arrays of unequal length."""


class CellFormatError(RecordsError):
    """A file is no cell of tapworld, is damaged, or comes from a newer version."""


class UnknownMethodError(UncertaintyError, LookupError):
    """No method has this name; the message lists those there are."""


class UnsupportedMethodError(UncertaintyError):
    """The cell does not offer the signals that the method needs; nothing is substituted."""


class UnsupportedSignalError(UncertaintyError):
    """The model cannot give this signal; nothing is made up in its place."""


class CalibrationError(UncertaintyError):
    """The calibration rows cannot carry what is to be learned from them."""


class OptionError(UncertaintyError, ValueError):
    """An option is out of range or unknown; the message lists what is allowed."""
