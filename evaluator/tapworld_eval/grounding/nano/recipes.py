"""The mixture that the shipped model was trained on, and what it was judged by meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.nano.evaluating import accuracy, generated_items, photograph_items
from tapworld_eval.grounding.nano.mixing import Mixer, generated, laid_out, photographed
from tapworld_eval.grounding.nano.photographs import read_photographs

__all__ = ["default_mixer", "held_out_judge"]

_GENERATED = ("easy", "normal", "hard", "mixed", "words")
# Large icons alone first: the attention finds them within 100 steps, and everything else is built
# on that; mixed from the start it took several times as long. Look-alikes and the phone come later.
_WEIGHTS = (
    (0.0, {"easy": 1.0}),
    (0.05, {"easy": 0.7, "normal": 0.3}),
    (0.12, {"easy": 0.3, "normal": 0.5, "hard": 0.1, "phone": 0.1}),
    (
        0.25,
        {"easy": 0.1, "normal": 0.3, "hard": 0.3, "mixed": 0.1, "page": 0.08, "phone": 0.12},
    ),
    (
        0.43,
        {"normal": 0.05, "hard": 0.09, "words": 0.22, "page": 0.28, "phone": 0.24, "planted": 0.12},
    ),
    # Made-up words in the phone's own type: before, labels were known by heart and hardly one that
    # was never seen was found.
    (
        0.54,
        {"easy": 0.02, "normal": 0.03, "hard": 0.08, "words": 0.06, "page": 0.06}
        | {"phone": 0.20, "reworded": 0.50, "planted": 0.05},
    ),
    (
        0.72,
        {"easy": 0.03, "normal": 0.07, "hard": 0.09, "words": 0.03, "page": 0.03}
        | {"phone": 0.33, "reworded": 0.39, "planted": 0.03},
    ),
    # Ever new layouts, so that counting and neighbours are not learned as places on known routes;
    # then back to the phone itself.
    (
        0.78,
        {"easy": 0.02, "normal": 0.05, "hard": 0.06, "words": 0.05, "page": 0.02}
        | {"phone": 0.13, "reworded": 0.22, "planted": 0.02, "layouts": 0.43},
    ),
    (
        0.90,
        {"easy": 0.02, "normal": 0.05, "hard": 0.06, "words": 0.05, "page": 0.02}
        | {"phone": 0.13, "reworded": 0.22, "planted": 0.02, "layouts": 0.43},
    ),
    (
        1.0,
        {"easy": 0.02, "normal": 0.06, "hard": 0.06, "words": 0.03, "page": 0.01}
        | {"phone": 0.25, "reworded": 0.30, "planted": 0.02, "layouts": 0.25},
    ),
)


def default_mixer(phone: Path | None, *, seed: int) -> Mixer:
    """Generated screens, and photographs of the phone where there is a folder of them."""
    sources = {kind: generated(kind) for kind in _GENERATED}
    sources["page"] = generated("page", images=6, questions=10, length=340)
    if phone is not None:
        photographs = read_photographs(phone, "train")
        sources["phone"] = photographed("phone", photographs)
        made_up = read_photographs(phone, "reworded")
        sources["reworded"] = photographed("reworded", made_up, questions=14, length=460)
        # The phone has too few routes to learn from them that rows are counted.
        sources["layouts"] = laid_out("layouts")
        sources["planted"] = photographed("planted", photographs, plant=True)
    weights = [
        (at, {name: share for name, share in shares.items() if name in sources})
        for at, shares in _WEIGHTS
    ]
    return Mixer(sources, weights, seed)


def held_out_judge(phone: Path | None, *, items: int = 60) -> Callable[[Any], dict[str, float]]:
    """Accuracy on held-out generated screens, and on known routes of unseen profiles."""
    held = {kind: generated_items(kind, items, part="validation") for kind in _GENERATED[:3]}
    if phone is not None:
        held["phone"] = photograph_items(read_photographs(phone, "validation"), 2 * items)

    def judge(model: Any) -> dict[str, float]:
        return {name: accuracy(model, part) for name, part in held.items()}

    return judge
