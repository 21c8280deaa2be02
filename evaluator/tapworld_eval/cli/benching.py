"""``tapworld bench``: how fast a phone is on this machine."""

from __future__ import annotations

import typer

from tapworld_eval.cli import bench_adb
from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, say, table
from tapworld_eval.cli.stats_planning import bench_stats

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the group."""
    group = typer.Typer(help="Measure speed and memory on this machine.", no_args_is_help=True)
    group.command(epilog=examples("tapworld bench handset --json"))(handset)
    group.command("stats", epilog=examples("tapworld bench stats --json"))(bench_stats)
    group.command("adb", epilog=bench_adb.epilog)(bench_adb.bench_adb)
    app.add_typer(group, name="bench")


def handset(json: JsonOption = False) -> None:
    """Cold start, reset, steps and memory of the handset: median and 95th percentile."""
    from tapworld_env.bench import measure_handset

    figures = measure_handset()
    if json:
        print_json(figures)
        return
    rows = [(key, *_cells(value)) for key, value in figures.items()]
    table(("figure", "median", "p95"), rows)
    say("Times of steps and resets are milliseconds, memory is megabytes a further phone.")


def _cells(value: object) -> tuple[str, str]:
    if isinstance(value, dict):
        return f"{value.get('median', '')}", f"{value.get('p95', '')}"
    return f"{value}", ""
