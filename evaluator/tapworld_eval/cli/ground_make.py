"""``tapworld ground make``: a dataset from the phone's own screens."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import print_json, say

__all__ = ["epilog", "make"]

epilog = examples("tapworld ground make --out data/phone --limit 1000")


def make(
    out: Annotated[Path, typer.Option(help="A new folder.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Items.")] = None,
    test: Annotated[list[str] | None, typer.Option(help="App held out for testing.")] = None,
    validation: Annotated[list[str] | None, typer.Option(help="App held out.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Every element of every screen, theme, UI state and profile, checked by touching."""
    from tapworld_env.devices.handset.device import Handset
    from tapworld_eval.grounding.phone import make_dataset, start_screens

    held_out = dict.fromkeys(test or (), "test") | dict.fromkeys(validation or (), "validation")
    with Handset() as phone:
        unknown = sorted(set(held_out) - set(phone.apps))
        if unknown:
            raise typer.BadParameter(
                f"there is no app {unknown[0]!r}; it has {', '.join(phone.apps)}"
            )
        began = time.perf_counter()
        screens = start_screens(phone.apps, seed=seed)
        found: dict[str, Any] = make_dataset(phone, screens, out, held_out=held_out, limit=limit)
        spent = time.perf_counter() - began
    items = sum(found[split] for split in ("train", "validation", "test"))
    found["items_per_s"] = round(items / spent, 1)
    if json:
        print_json(found)
        return
    for name, count in found.items():
        say(f"{name}: {count}")
