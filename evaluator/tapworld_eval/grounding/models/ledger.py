"""What calls cost, and a cap that no call can break.

Before a call its greatest possible cost is set aside; if that does not fit into what is left, the
call is not made. After it the true cost takes its place. So the sum of what was paid and what is
under way never exceeds the cap, also with several threads, as long as the estimate of the input
is not too low by the provider's counting; if one call did cost more than was set aside, the next
is refused and the ledger shows it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tapworld_eval.grounding.errors import BudgetExceeded, GroundingRunError, ModelError
from tapworld_eval.grounding.models.base import Query, Usage
from tapworld_eval.rollouts.files import folder_errors
from tapworld_eval.rollouts.lines import AppendedLines, whole_lines

__all__ = ["DEFAULT_CAP", "Entry", "Ledger", "Price", "most_tokens", "price_of"]

#: Dollars a run may cost when nothing else is said.
DEFAULT_CAP = 5.0


@dataclass(frozen=True)
class Price:
    """Dollars per million tokens."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        """Dollars for some tokens.

        >>> Price(2.5, 10.0).of(Usage(1_000_000, 100_000))
        3.5
        """
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / 1e6


@cache
def _listed() -> dict[str, Price]:
    data = yaml.safe_load((Path(__file__).parent / "prices.yaml").read_text(encoding="utf-8"))
    return {name: Price(into, out) for name, (into, out, _) in data["prices"].items()}


def price_of(model: str) -> Price:
    """The listed price of a model.

    Raises:
        ModelError: It is not listed.
    """
    try:
        return _listed()[model]
    except KeyError as error:
        raise ModelError(
            f"the price of {model!r} is not known, so a cap would mean nothing: give it with "
            "--price INPUT,OUTPUT in dollars per million tokens (0,0 for a server of your own)"
        ) from error


def most_tokens(query: Query) -> Usage:
    """More tokens than a query can plausibly use: what is set aside for it.

    An image counts as one token for each 14x14 patch, four times what the usual merging of
    patches leaves; text as one token for each character pair.
    """
    width, height = query.picture.size
    words = len(query.system) + sum(map(len, query.parts))
    image = (width // 14 + 1) * (height // 14 + 1)
    return Usage(image + words // 2 + 64, query.n * query.max_tokens)


@dataclass(frozen=True)
class Entry:
    """One line of the ledger.

    Attributes:
        tag: Which question.
        input_tokens: Tokens in.
        output_tokens: Tokens out.
        dollars: What was paid; 0 for an answer out of the cache.
        cached: Whether it came out of the cache.
        tries: How many requests it took.
    """

    tag: str
    input_tokens: int
    output_tokens: int
    dollars: float
    cached: bool = False
    tries: int = 1


class Ledger:
    """Counts tokens and dollars; refuses a call that could break the cap.

    Args:
        cap: Dollars, over all calls in the ledger's file.
        path: A JSONL file that is appended to; earlier lines count towards the cap.
    """

    def __init__(self, cap: float = DEFAULT_CAP, path: Path | None = None) -> None:
        if cap < 0:
            raise ModelError(f"a budget cannot be negative, got {cap}")
        self.cap = cap
        self._path = path
        self._lock = threading.Lock()
        self._paid = 0.0
        self._aside = 0.0
        self._usage = Usage()
        self._calls = self._cached = 0
        self._lines: AppendedLines | None = None
        if path is not None:
            self._read(path)

    @property
    def paid(self) -> float:
        """Dollars paid so far."""
        return self._paid

    def totals(self) -> dict[str, Any]:
        """Calls, tokens and dollars, for tables."""
        with self._lock:
            return {
                "calls": self._calls,
                "cached": self._cached,
                "input_tokens": self._usage.input_tokens,
                "output_tokens": self._usage.output_tokens,
                "dollars": round(self._paid, 6),
                "cap": self.cap,
            }

    @contextmanager
    def aside(self, most: float, tag: str) -> Iterator[None]:
        """Keep ``most`` dollars free while a call is under way.

        Raises:
            BudgetExceeded: They do not fit into the cap.
        """
        with self._lock:
            if self._paid + self._aside + most > self.cap:
                raise BudgetExceeded(
                    f"{tag}: the next call could cost ${most:.4f}, and ${self._paid:.4f} of the "
                    f"cap of ${self.cap:.2f} are spent; what is done is kept, and the same command "
                    "with a higher --budget goes on"
                )
            self._aside += most
        try:
            yield
        finally:
            with self._lock:
                self._aside -= most

    def add(self, entry: Entry) -> None:
        """Count one call."""
        with self._lock:
            self._count(entry)
            if self._path is not None:
                if self._lines is None:  # not before: a run that is refused leaves no trace
                    with folder_errors(self._path, GroundingRunError):
                        self._path.parent.mkdir(parents=True, exist_ok=True)
                    self._lines = AppendedLines(self._path, GroundingRunError)
                self._lines.append(json.dumps(vars(entry)).encode(), sync=False)

    def _count(self, entry: Entry) -> None:
        self._calls += not entry.cached
        self._cached += entry.cached
        self._paid += entry.dollars
        self._usage += Usage(entry.input_tokens, entry.output_tokens)

    def _read(self, path: Path) -> None:
        # A line that a crash cut short does not count: its call is asked again.
        for number, line in whole_lines(path):
            try:
                self._count(Entry(**json.loads(line)))
            except (ValueError, TypeError) as error:
                raise GroundingRunError(f"{path}:{number}: {error}") from error
