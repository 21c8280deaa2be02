"""The report: one HTML file about one or several runs, which needs no network and no server."""

from __future__ import annotations

from tapworld_eval.report.page import write_report

__all__ = ["write_report"]
