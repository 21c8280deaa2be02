"""What can be wrong with records or with a question asked of them."""

from __future__ import annotations

from tapworld_eval.errors import TapworldEvalError

__all__ = ["DesignError", "OptionError", "OutputError", "RecordsError", "StatisticsError"]


class StatisticsError(TapworldEvalError):
    """Base of the errors of the statistics package."""


class RecordsError(StatisticsError):
    """The records are unusable: a missing column, a bad value, a duplicate, no rows at all."""


class DesignError(StatisticsError):
    """The records are sound, but the question needs a design they do not have."""


class OptionError(StatisticsError, ValueError):
    """An option is out of range or unknown; the message lists what is allowed."""


class OutputError(StatisticsError):
    """A table or figure cannot be written where it should go."""
