"""The numbers of a finished model: held-out accuracies, load time, time a click, size."""

from __future__ import annotations

import time
from pathlib import Path

from tapworld_eval.grounding.models.base import Query
from tapworld_eval.grounding.models.pictures import Picture
from tapworld_eval.grounding.nano.answering import DEFAULT_VIEWS, NanoModel
from tapworld_eval.grounding.nano.evaluating import Held, generated_items, hits, photograph_items
from tapworld_eval.grounding.nano.photographs import read_photographs
from tapworld_eval.grounding.nano.shipping import size_mb
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["judge"]

_CLICKS = 12


def judge(
    folder: Path, phone: Path | None, *, items: int = 500, views: int = DEFAULT_VIEWS
) -> dict[str, float | None]:
    """Accuracies and costs of the model in a folder.

    Args:
        folder: A model.
        phone: Photographs of the phone; without them the phone's numbers are None.
        items: Held-out items of each kind; of the phone's test split all.
        views: Looks at every screen, for accuracies and for the time of a click.

    Returns:
        ``easy``, ``normal``, ``hard``, ``words``: generated screens; ``phone`` with
        ``phone_text`` and ``phone_icon``: unseen routes of unseen profiles; ``phone_known``:
        known routes of unseen profiles; ``load_s``: weights to ready, imports apart; ``click_s``:
        processor seconds of one greedy answer on a screen of 1080x2400 (median); ``size_mb``.
    """
    import torch  # noqa: F401
    import transformers  # noqa: F401

    began = time.perf_counter()
    model = NanoModel(folder, views=views)
    found: dict[str, float | None] = {}
    load = time.perf_counter() - began
    network = model.network
    kinds = {kind: generated_items(kind, items) for kind in ("easy", "normal", "hard", "words")}
    for kind, held in kinds.items():
        found[kind] = _share(hits(network, held, views=views))
    found |= dict.fromkeys(("phone", "phone_text", "phone_icon", "phone_known"))
    if phone is not None:
        held = photograph_items(read_photographs(phone, "test"))
        right = hits(network, held, views=views)
        found["phone"] = _share(right)
        for element in ("text", "icon"):
            part = [ok for ok, one in zip(right, held, strict=True) if one.element == element]
            found[f"phone_{element}"] = _share(part) if part else None
        known = photograph_items(read_photographs(phone, "validation"), items)
        found["phone_known"] = _share(hits(network, known, views=views))
    found["load_s"] = round(load, 2)
    found["click_s"] = round(_click_seconds(model, kinds["easy"]), 3)
    found["size_mb"] = round(size_mb(folder), 2)
    return found


def _share(right: list[bool]) -> float:
    return round(sum(right) / len(right), 4)


def _click_seconds(model: NanoModel, held: list[Held]) -> float:
    """Median processor time of an answer; the picture is enlarged to a phone's size."""
    import numpy as np
    from PIL import Image

    spent = []
    for one in held[:_CLICKS]:
        whole = Image.fromarray(one.asked.picture.pixels).resize((1080, 2400))
        query = Query("", (IMAGE, one.asked.words[0]), Picture(np.asarray(whole)))
        began = time.process_time()
        model.ask(query)
        spent.append(time.process_time() - began)
    return sorted(spent)[len(spent) // 2]
