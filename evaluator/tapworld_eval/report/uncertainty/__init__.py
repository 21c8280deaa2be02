"""The page about uncertainty: cells of click records, and what their methods are worth."""

from __future__ import annotations

from tapworld_eval.report.uncertainty.page import write_uncertainty_report

__all__ = ["write_uncertainty_report"]
