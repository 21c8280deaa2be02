"""``tapworld list``, ``show`` and ``check``: what there is to do, offline."""

from __future__ import annotations

import typer

from tapworld_eval.cli.options import examples

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(
        "list", epilog=examples("tapworld list", "tapworld list --app pay", "tapworld list --json")
    )(list_scenarios)
    app.command(
        epilog=examples(
            "tapworld show pay.send_money",
            "tapworld show pay.send_money/i3/ada/midnight/search-open/p1",
        )
    )(show)
    app.command(epilog=examples("tapworld check", "tapworld check --app pay --json"))(check)
