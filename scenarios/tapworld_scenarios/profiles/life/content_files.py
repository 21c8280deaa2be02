"""Reads the phrases that facts are told with, by language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

__all__ = ["Reason", "load_yaml", "reasons", "shop_items"]

_FOLDER = Path(__file__).parent / "content"


@dataclass(frozen=True)
class Reason:
    """Why somebody owes somebody money.

    Attributes:
        note: As it stands under a payment.
        phrase: As it stands in a sentence after "for".
        category: Category of the payment.
        low: Lowest price in US dollars.
        high: Highest price in US dollars.
    """

    note: str
    phrase: str
    category: str
    low: float
    high: float


@lru_cache(maxsize=None)
def load_yaml(path: Path) -> Any:
    """Parse a content file once."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


@lru_cache(maxsize=None)
def reasons(language: str) -> tuple[Reason, ...]:
    """Return the reasons written in ``language``."""
    return tuple(Reason(**entry) for entry in load_yaml(_FOLDER / f"{language}.yaml")["reasons"])


def shop_items(language: str, goods: str) -> list[str]:
    """Return things of a kind that shops sell, named in ``language``, else in English."""
    for code in (language, "en"):
        found = load_yaml(_FOLDER / f"{code}.yaml")["items"].get(goods)
        if found:
            return list(found)
    raise KeyError(f"no goods {goods!r} in {_FOLDER}/{language}.yaml or en.yaml")
