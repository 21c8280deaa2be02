"""``tapworld ground make``: a dataset from the phone's own screens."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, say
from tapworld_eval.errors import PlanError

if TYPE_CHECKING:
    from tapworld_env.devices.handset.device import Handset

__all__ = ["epilog", "make"]

epilog = examples("tapworld ground make --out data/phone --limit 1000")

# A finger is put down and lifted on each point; a listener ahead of the apps notes what it met and
# keeps it from them, so that the screen stays as it is.
_LISTEN = """
function() {
  const met = [];
  const note = (event) => {
    event.preventDefault(); event.stopImmediatePropagation();
    if (event.type !== "touchstart") return;
    const touch = event.changedTouches[0];
    const boxes = [];
    for (let node = event.target; node && node.getBoundingClientRect; node = node.parentElement) {
      const box = node.getBoundingClientRect();
      boxes.push([box.left, box.top, box.right, box.bottom]);
    }
    met.push(boxes);
  };
  const kinds = ["touchstart", "touchend", "touchcancel", "pointerdown", "pointerup", "mousedown",
    "mouseup", "click"];
  for (const kind of kinds) addEventListener(kind, note, { capture: true, passive: false });
  globalThis.tapworldTouches = () => {
    for (const kind of kinds) removeEventListener(kind, note, { capture: true });
    return met;
  };
}
"""
_MET = "function() { return tapworldTouches(); }"


def make(
    out: Annotated[Path, typer.Option(help="A new folder.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Items.")] = None,
    test: Annotated[list[str] | None, typer.Option(help="App held out for testing.")] = None,
    validation: Annotated[list[str] | None, typer.Option(help="App held out.")] = None,
    json: JsonOption = False,
) -> None:
    """Every element of every screen, theme, UI state and profile, checked by touching."""
    from tapworld_env.devices.handset.device import Handset
    from tapworld_eval.grounding.phone import make_dataset

    held_out = dict.fromkeys(test or (), "test") | dict.fromkeys(validation or (), "validation")
    began = time.perf_counter()
    with Handset() as phone:

        def touches(points: Sequence[tuple[float, float]]) -> Any:
            return _touch(phone, points)

        found: dict[str, Any] = make_dataset(
            phone, touches, _screens(phone.apps), out, held_out=held_out, limit=limit
        )
    items = sum(count for name, count in found.items() if name != "rejected")
    found["items_per_s"] = round(items / (time.perf_counter() - began), 1)
    if json:
        print_json(found)
        return
    for name, count in found.items():
        say(f"{name}: {count}")


def _touch(phone: Handset, points: Sequence[tuple[float, float]]) -> list[Any]:
    """Touch every point; the boxes, in pixels, of what each touch met."""
    page, screen = phone._page, phone.screen
    page.call(_LISTEN)
    sent = []
    for x, y in points:
        at = [{"x": x / screen.density, "y": y / screen.density}]
        for kind, where in (("touchStart", at), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": where}
            sent.append(page.session.send("Input.dispatchTouchEvent", event))
    for future in sent:
        page.session.wait(future, "a touch")
    met = page.call(_MET)
    if len(met) != len(points):
        raise PlanError(f"{len(points)} touches were sent, {len(met)} arrived")
    limits = (screen.width, screen.height)
    return [
        [
            tuple(min(max(edge * screen.density, 0), limits[i % 2]) for i, edge in enumerate(box))
            for box in boxes
        ]
        for boxes in met
    ]


def _screens(apps: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Start states: themes change fastest, so that a small limit already sees many of them."""
    from tapworld_scenarios import (
        AppState,
        PhoneSettings,
        Snapshot,
        load_catalog,
        personas,
        profile_database,
        themes,
    )
    from tapworld_scenarios.arranging import ui_of

    catalog = load_catalog()
    known = [app for app in apps if app in catalog.apps]
    for (name, person), app in itertools.product(personas().items(), known):
        database = profile_database(name, app)
        for position, state in enumerate(catalog.looks.ui_states(app)):
            if not state.get("foreground", True):
                continue
            ui = ui_of(catalog, app, position, name)
            for theme in themes():
                settings = PhoneSettings(
                    theme=theme,
                    clock_ms=person.clock_ms,
                    time_zone=person.time_zone,
                    locale=person.locale,
                    hour24=person.hour24,
                )
                snapshot = Snapshot({app: AppState(database, ui)}, settings, app)
                yield f"{app}/{state['id']}/{theme}/{name}", snapshot
