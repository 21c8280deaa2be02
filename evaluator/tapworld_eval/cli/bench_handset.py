"""``tapworld bench handset``: speed and memory of the handset, alone and beside others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import note, print_json, say, table

__all__ = ["bench_handset", "epilog"]

epilog = examples(
    "tapworld bench handset --json",
    "tapworld bench handset --resets 2000 --json",
    "tapworld bench handset --against miniwob,browsergym --json",
)


def bench_handset(
    samples: Annotated[int, typer.Option(min=1, help="Repetitions of each measurement.")] = 40,
    phones: Annotated[
        int, typer.Option(min=0, max=64, help="Phones stepped together; 0 leaves it out.")
    ] = 16,
    resets: Annotated[
        int, typer.Option(min=0, help="Resets over which memory is read; 0 leaves it out.")
    ] = 200,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PEER,...", help="Measure only this: the handset beside miniwob, browsergym."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in turn with the peers.")] = 5,
    peers: Annotated[
        Path, typer.Option(help="Folder of the peers' environments (`make bench-peers`).")
    ] = Path("build/peers"),
    json: JsonOption = False,
) -> None:
    """Cold start, reset, steps and memory of the handset: median and 95th percentile.

    With --against the handset and other environments are measured in turn instead.
    """
    from tapworld_env import benchmarks
    from tapworld_env.benchmarks.against import Sizes

    if against is not None:
        names = [name.strip() for name in against.split(",") if name.strip()]
        figures = benchmarks.measure_against(
            names, peers, sizes=Sizes(rounds=rounds), progress=note
        )
        if json:
            print_json(figures)
        else:
            _show_against(figures)
        return
    figures = benchmarks.measure_handset(samples=samples, progress=note)
    if phones:
        note(f"{phones} phones together")
        figures.update(benchmarks.measure_many(phones=phones, samples=samples))
    if resets:
        note(f"{resets} resets")
        figures["resets"] = benchmarks.measure_growth(resets=resets)
    if json:
        print_json(figures)
    else:
        _show(figures)


def _show(figures: dict[str, Any]) -> None:
    nested = {key: figures.pop(key) for key in ("many", "processes", "resets") if key in figures}
    table(("figure", "median", "p95"), [(key, *_cells(value)) for key, value in figures.items()])
    say("Times of steps and resets are milliseconds, memory is megabytes a further phone.")
    for key, value in nested.items():
        table((key, ""), [(name, f"{found}") for name, found in value.items()])


def _show_against(figures: dict[str, Any]) -> None:
    rows = [
        (
            name,
            f"{about['width']}x{about['height']}",
            *_cells(about["steps_ms"]),
            *_cells(about["resets_ms"]),
        )
        for name, about in figures["subjects"].items()
    ]
    table(("milliseconds", "pixels", "step", "p95", "reset", "p95"), rows)
    for peer, ratios in figures["ratios"].items():
        for key, ratio in ratios.items():
            low, high = figures["ratio_intervals"][peer][key]
            say(f"{peer}, {key}: {ratio} times the handset [{low}, {high}]", markup=False)
    for name, about in figures["subjects"].items():
        say(f"{name}: {about['what']}", markup=False)


def _cells(value: object) -> tuple[str, str]:
    if isinstance(value, dict):
        return f"{value.get('median', '')}", f"{value.get('p95', '')}"
    return f"{value}", ""
