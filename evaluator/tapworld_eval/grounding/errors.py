"""What can be wrong with a grounding dataset, a model, its replies or a run."""

from __future__ import annotations

from tapworld_eval.errors import TapworldEvalError

__all__ = [
    "BlindZoneError",
    "BudgetExceeded",
    "DatasetError",
    "FormatError",
    "GroundingError",
    "GroundingRunError",
    "GroundingRunMismatch",
    "ModelError",
    "PromptError",
]


class GroundingError(TapworldEvalError):
    """Base of the errors of the grounding package."""


class DatasetError(GroundingError):
    """A dataset's folder is incomplete or malformed; the message names the file and the entry."""


class FormatError(GroundingError, ValueError):
    """A coordinate space, an output syntax or a resize policy is unknown or inconsistent."""


class PromptError(GroundingError):
    """A prompt file is malformed, or an ablation pair differs in more than its variable."""


class ModelError(GroundingError):
    """A model cannot be made or does not answer; the message says after how many tries."""


class BudgetExceeded(GroundingError):
    """The next call could cost more than what is left of the budget; nothing was sent."""


class GroundingRunError(GroundingError):
    """A run's files cannot be read or written."""


class GroundingRunMismatch(GroundingRunError):
    """The files belong to a run with another configuration."""


class BlindZoneError(GroundingError):
    """A blind-zone measure is undefined for these records, or an option is out of range."""
