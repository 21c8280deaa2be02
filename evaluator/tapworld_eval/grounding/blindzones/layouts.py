"""The app's own layouts: the same data in other themes, text sizes and scrolls.

Shifting pixels tears the screen at a seam and puts a status bar into the middle. The phone can
move a target in earnest: a theme has another density, another place for tabs, header and buttons;
text can be larger; a list can be scrolled. What the target is stays the same.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.datasets import FORMATS
from tapworld_eval.grounding.datasets.entries import text
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.phone.screens import StartScreen, start_screens
from tapworld_eval.grounding.samples import Sample

__all__ = ["layout_screens", "read_layouts"]

FONT_SCALES = (0.85, 1.0, 1.3)
SCROLLS = (0, 120, 260, 420)


def layout_screens(
    apps: Sequence[str],
    *,
    profiles: int = 2,
    states: int = 6,
    font_scales: Sequence[float] = FONT_SCALES,
    scrolls: Sequence[int] = SCROLLS,
    seed: int = 0,
) -> Iterator[StartScreen]:
    """Few screens, each in many layouts: every theme, and a text size and a scroll for each.

    Args:
        apps: Apps of the phone.
        profiles: How many persons' data.
        states: How many UI states of each app.
        font_scales: Text sizes.
        scrolls: How far the screen on top is scrolled, in dp.
        seed: Which profiles and states, and the order of the layouts.

    Yields:
        Screens, one base screen after the other; names are ``app/state/theme/profile`` with
        ``+font1.3+scroll120`` at the state where they differ from the plain one.
    """
    by_base: dict[tuple[str, str, str], list[StartScreen]] = {}
    for screen in start_screens(apps, seed=seed):
        app, state, _, profile = screen.name.split("/")
        by_base.setdefault((app, profile, state), []).append(screen)
    for base in _chosen(by_base, apps, profiles, states, seed):
        drawn = random.Random(f"{seed}/{base}")
        variants = list(itertools.product(by_base[base], font_scales, scrolls))
        drawn.shuffle(variants)
        # Every theme with every size and scroll would be 120 screens; three for each theme are
        # enough to put a target into a dozen places. What cannot scroll gives equal screens.
        varied = {screen.name: screen for screen in (_varied(*variant) for variant in variants)}
        yield from itertools.islice(varied.values(), 3 * len(by_base[base]))


def read_layouts(folder: Path) -> tuple[list[Sample], list[tuple[str, ...]]]:
    """A phone-made dataset, and for each sample which target it is, whatever the layout.

    Two samples show the same target if app, data, words and test id are equal. What a place among
    its like means depends on what is in view, so ``relation`` also needs the same UI state.

    Raises:
        DatasetError: An annotation or an image is missing or malformed.
        BlindZoneError: The folder is no phone-made dataset.
    """
    phone = FORMATS["phone"]
    if not phone.recognises(folder):
        raise BlindZoneError(
            f"{folder} holds no phone-made dataset (phone_*.json): tapworld blindzones layouts "
            "makes one"
        )
    samples, same = [], []
    for entry in phone.entries(folder):
        sample = phone.convert(folder, entry)
        parts = text(entry, "screen").split("/")
        if len(parts) != 4:
            raise entry.fault("screen must be app/state/theme/profile")
        app, state, _, profile = parts
        where = state if sample.group == "relation" else ""
        samples.append(sample)
        same.append((app, profile, where, text(entry, "element_id"), sample.instruction))
    return samples, same


def _chosen(
    by_base: Mapping[tuple[str, str, str], Sequence[StartScreen]],
    apps: Sequence[str],
    profiles: int,
    states: int,
    seed: int,
) -> list[tuple[str, str, str]]:
    draw = random.Random(seed)
    people = sorted({profile for _, profile, _ in by_base})
    people = draw.sample(people, min(profiles, len(people)))
    chosen = []
    for app in apps:
        known = sorted({state for name, _, state in by_base if name == app})
        for state in draw.sample(known, min(states, len(known))):
            chosen += [(app, who, state) for who in people if (app, who, state) in by_base]
    return chosen


def _varied(screen: StartScreen, font_scale: float, scroll: int) -> StartScreen:
    app, state, theme, profile = screen.name.split("/")
    shown = screen.snapshot.apps[app]
    ui: Any = shown.ui
    if scroll and ui and ui.get("stack"):
        *lower, top = ui["stack"]
        moved = {**top, "state": {**top.get("state", {}), "scroll": scroll}}
        ui = {**ui, "stack": [*lower, moved]}
        state += f"+scroll{scroll}"
    if font_scale != 1.0:
        state += f"+font{font_scale:g}"
    settings = dataclasses.replace(screen.snapshot.settings, font_scale=font_scale)
    snapshot = dataclasses.replace(
        screen.snapshot.with_app(app, dataclasses.replace(shown, ui=ui)), settings=settings
    )
    return StartScreen(f"{app}/{state}/{theme}/{profile}", app, snapshot)
