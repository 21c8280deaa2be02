"""Typed answers: what is expected, whether an answer says it, and what would be nearly right."""

from __future__ import annotations

from .expected import Expected, expected_answer
from .wrong import wrong_answers

__all__ = ["Expected", "expected_answer", "wrong_answers"]
