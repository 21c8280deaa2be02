"""``tapworld blindzones`` on the phone: backgrounds, layouts, and the taps of rollouts."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.blindzones_options import FractionOption, GridOption, map_json, read_grid
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(epilog=examples("tapworld blindzones backgrounds --out shots --n 10"))(backgrounds)
    app.command(epilog=examples("tapworld blindzones layouts --out data/layouts"))(layouts)
    app.command(epilog=examples("tapworld blindzones rollouts runs/nano --html taps.html"))(
        rollouts
    )


def backgrounds(
    out: Annotated[Path, typer.Option(help="A folder for the screenshots.")],
    n: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    seed: SeedOption = 0,
) -> None:
    """Screenshots of the phone to probe on: apps, themes, screens and persons mixed."""
    from itertools import islice

    from tapworld_env.devices.handset.device import Handset
    from tapworld_eval.grounding.phone import start_screens
    from tapworld_eval.grounding.png import encode_png
    from tapworld_eval.rollouts.files import write_whole

    with Handset() as phone:
        for number, screen in enumerate(islice(start_screens(phone.apps, seed=seed), n)):
            phone.load(screen.snapshot)
            pixels = phone.observe(elements=False).pixels
            assert pixels is not None
            name = f"{number:02}-{screen.name.replace('/', '-')}.png"
            write_whole(out / name, encode_png(pixels))
    note(f"{n} screens in {out}")


def layouts(
    out: Annotated[Path, typer.Option(help="A new folder.")],
    app: Annotated[
        list[str] | None, typer.Option(help="Only this app; repeatable. [default: all]")
    ] = None,
    profiles: Annotated[int, typer.Option(min=1, help="How many persons' data.")] = 2,
    states: Annotated[int, typer.Option(min=1, help="UI states of each app.")] = 6,
    limit: Annotated[int | None, typer.Option(min=1, help="Items.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """A phone-made dataset with few screens in many layouts: theme, text size, scroll."""
    from tapworld_env.devices.handset.device import Handset
    from tapworld_eval.grounding.blindzones.layouts import layout_screens
    from tapworld_eval.grounding.phone import make_dataset

    with Handset() as phone:
        unknown = sorted(set(app or ()) - set(phone.apps))
        if unknown:
            raise typer.BadParameter(
                f"there is no app {unknown[0]!r}; it has {', '.join(phone.apps)}"
            )
        began = time.perf_counter()
        screens = layout_screens(app or phone.apps, profiles=profiles, states=states, seed=seed)
        found = make_dataset(phone, screens, out, held_out={}, limit=limit)
    told = {**found, "items_per_s": round(found["train"] / (time.perf_counter() - began), 1)}
    if json:
        print_json(told)
        return
    for name, count in told.items():
        say(f"{name}: {count}")


def rollouts(
    runs: Annotated[list[Path], typer.Argument(help="Run folders of an agent with a grounder.")],
    grid: GridOption = "9x20",
    fraction: FractionOption = 0.2,
    app: Annotated[str | None, typer.Option(help="Only taps in this app.")] = None,
    every: Annotated[
        bool, typer.Option("--every-attempt", help="Count tries after a miss, too.")
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write the taps as probe records (JSONL).")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="A .svg or .png to write.")] = None,
    html: Annotated[Path | None, typer.Option(help="A page with everything to write.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Blind zones of an agent from the taps of its rollouts."""
    from tapworld_eval.cli.blindzones import write_maps
    from tapworld_eval.grounding.blindzones.taps import first_attempts, map_taps, tap_records
    from tapworld_eval.rollouts.files import write_whole

    taps = tap_records(runs, app)
    if not every:
        taps = first_attempts(taps)
    if records is not None:
        write_whole(records, taps.to_json(orient="records", lines=True).encode())
    found = map_taps(taps, read_grid(grid), fraction=fraction, seed=seed)
    write_maps(found, taps, ", ".join(run.name for run in runs), picture, html)
    map_json(found, json)
