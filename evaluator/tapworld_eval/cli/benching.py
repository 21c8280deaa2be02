"""``tapworld bench``: how fast a phone is on this machine."""

from __future__ import annotations

import typer

from tapworld_eval.cli import bench_adb, bench_handset
from tapworld_eval.cli.options import examples
from tapworld_eval.cli.stats_planning import bench_stats

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the group."""
    group = typer.Typer(help="Measure speed and memory on this machine.", no_args_is_help=True)
    group.command("handset", epilog=bench_handset.epilog)(bench_handset.bench_handset)
    group.command("stats", epilog=examples("tapworld bench stats --json"))(bench_stats)
    group.command("adb", epilog=bench_adb.epilog)(bench_adb.bench_adb)
    app.add_typer(group, name="bench")
