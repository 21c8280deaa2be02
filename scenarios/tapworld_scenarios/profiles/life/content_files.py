"""Reads the phrases that facts are told with, by language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tapworld_scenarios.profiles.personas import Person

__all__ = ["Reason", "load_yaml", "meal_titles", "reasons", "shop_items"]

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

    def fits(self, person: Person) -> bool:
        """Whether it could come up between the persona and ``person``."""
        return self.category != "family" or person.kind == "family"


@cache
def load_yaml(path: Path) -> Any:
    """Parse a content file once."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


@cache
def reasons(language: str) -> tuple[Reason, ...]:
    """Return the reasons written in ``language``."""
    return tuple(Reason(**entry) for entry in load_yaml(_FOLDER / f"{language}.yaml")["reasons"])


def meal_titles(language: str) -> list[str]:
    """Return ways to name a shared meal, with ``{place}``."""
    return list(load_yaml(_FOLDER / f"{language}.yaml")["meals"])


def shop_items(language: str, goods: str) -> list[str]:
    """Return things of a kind that shops sell, named in ``language``, else in English."""
    for code in (language, "en"):
        found = load_yaml(_FOLDER / f"{code}.yaml")["items"].get(goods)
        if found:
            return list(found)
    raise KeyError(f"no goods {goods!r} in {_FOLDER}/{language}.yaml or en.yaml")
