"""The command ``tapworld``; one module a group of commands."""

from __future__ import annotations

from tapworld_eval.cli.main import main

__all__ = ["main"]
