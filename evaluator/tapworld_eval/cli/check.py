"""One finding of the doctor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Check"]


@dataclass(frozen=True)
class Check:
    """One finding.

    Attributes:
        name: What was looked at.
        status: ``ok``; ``absent``: not there, and only some uses need it; ``warn``: runs may
            suffer; ``fail``: no run is possible.
        found: What is there.
        fix: What to do; empty when nothing.
    """

    name: str
    status: Literal["ok", "absent", "warn", "fail"]
    found: str
    fix: str = ""
