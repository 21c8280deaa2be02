"""How commands speak: data to stdout, everything else to stderr."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

__all__ = ["complain", "interval", "note", "percent", "print_json", "say", "table"]

_OUT = Console()
_ERR = Console(stderr=True)


def say(text: str = "", *, markup: bool = True) -> None:
    """Print to stdout."""
    _OUT.print(text, markup=markup, highlight=False, soft_wrap=True)


def note(text: str) -> None:
    """Print a remark to stderr, where it does not mix with data."""
    _ERR.print(text, markup=False, highlight=False, soft_wrap=True)


def complain(text: str) -> None:
    """Print an error to stderr."""
    _ERR.print(f"[bold red]Error:[/] {escape(text)}", highlight=False, soft_wrap=True)


def print_json(data: Any) -> None:
    """Print data as JSON, and nothing else, to stdout."""
    _OUT.file.write(json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n")
    _OUT.file.flush()


def table(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str | None = None
) -> None:
    """Print a table to stdout; the first column to the left, the others to the right."""
    made = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for number, column in enumerate(columns):
        made.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    for row in rows:
        made.add_row(*(escape(str(cell)) for cell in row))
    _OUT.print(made)


def percent(share: float | None) -> str:
    """A share as a percentage.

    >>> percent(0.5), percent(None)
    ('50.0 %', '-')
    """
    return "-" if share is None else f"{100 * share:.1f} %"


def interval(low: float, high: float) -> str:
    """An interval of shares as percentages.

    >>> interval(0.25, 0.75)
    '[25.0, 75.0]'
    """
    return f"[{100 * low:.1f}, {100 * high:.1f}]"
