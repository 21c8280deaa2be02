"""Everything that can go wrong in the evaluator; a message says what, where, and what to do."""

from __future__ import annotations

__all__ = [
    "AgentError",
    "OracleStuck",
    "PlanError",
    "ReportError",
    "RunFolderError",
    "RunFolderMismatch",
    "TapworldEvalError",
    "UnknownAgent",
    "WorkerPoolError",
]


class TapworldEvalError(Exception):
    """Base of this package's errors."""


class AgentError(TapworldEvalError):
    """An agent cannot go on: a missing input, a bad option, a broken reply."""


class UnknownAgent(AgentError):
    """No agent has this name."""


class OracleStuck(AgentError):
    """A step of an oracle cannot be done; the message names the step and the screen."""


class PlanError(TapworldEvalError):
    """The run as asked for cannot be planned: an unknown selection, nothing compatible."""


class RunFolderError(TapworldEvalError):
    """A run folder cannot be read or written."""


class RunFolderMismatch(RunFolderError):
    """The run folder belongs to a run with other settings."""


class WorkerPoolError(TapworldEvalError):
    """The workers cannot be started or keep dying."""


class ReportError(TapworldEvalError):
    """A report cannot be made from these runs."""
