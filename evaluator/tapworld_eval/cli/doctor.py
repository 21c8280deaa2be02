"""``tapworld doctor``: is everything there that a run needs, and what to do if not."""

from __future__ import annotations

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, say

__all__ = ["add_to"]

_SIGNS = {
    "ok": "[green]ok  [/]",
    "absent": "[dim]-   [/]",
    "warn": "[yellow]warn[/]",
    "fail": "[red]FAIL[/]",
}


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=examples("tapworld doctor", "tapworld doctor --json"))(doctor)


def doctor(json: JsonOption = False) -> None:
    """Check what runs need here, and what only emulators, containers or builds need; print fixes.

    Exit code 0 when handsets can run, whatever else is absent or draws a warning; 1 when something
    that every run needs is missing.
    """
    from rich.markup import escape

    from tapworld_eval.cli.checks import run_checks

    checks = run_checks()
    failed = [check for check in checks if check.status == "fail"]
    if json:
        print_json({"ready": not failed, "checks": [vars(check) for check in checks]})
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            say(f"{_SIGNS[check.status]}  {check.name:<{width}}  {escape(check.found)}")
            if check.fix:
                say(f"      {'':<{width}}  -> {check.fix}", markup=False)
        say("ready" if not failed else f"{len(failed)} to mend before a run")
    raise typer.Exit(1 if failed else 0)
