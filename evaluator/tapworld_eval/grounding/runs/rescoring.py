"""Scoring stored draws again under other constants: no model, no money.

A crop window is a pure function of the draws before it. So what a variant would have shown is
known for every sample, and its answer wherever that very window was drawn. Where it was not, the
sample counts as unknown and the accuracy becomes a pair of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapworld_eval.grounding.boxes import inside_box
from tapworld_eval.grounding.runs.runner import scored
from tapworld_eval.grounding.samples import Target
from tapworld_eval.grounding.scaffolds.base import Ask, Draw, Outcome, Scaffold

__all__ = ["Variant", "replay", "rescore", "target_of"]


@dataclass(frozen=True)
class Variant:
    """What stored draws say about one choice of constants.

    Attributes:
        constants: The scaffold and its constants.
        n: Samples.
        known: Samples whose every draw was stored.
        low: Accuracy if every unknown sample were a miss.
        high: Accuracy if every unknown sample were right that can be: whose target's centre lies
            inside the window that would be shown.
        zoomed: Share of the samples with a second look.
        kept_in_view: Share of those whose target's centre lies inside the second window.
        voted: Accuracy of the vote alone, where the scaffold votes.
        calls: Mean calls a sample.
    """

    constants: dict[str, Any]
    n: int
    known: int
    low: float
    high: float
    zoomed: float
    kept_in_view: float | None
    voted: float | None
    calls: float


def rescore(rows: Sequence[dict[str, Any]], scaffolds: Iterable[Scaffold]) -> list[Variant]:
    """Score stored rows under each scaffold."""
    return [_variant(rows, scaffold) for scaffold in scaffolds]


def replay(row: dict[str, Any], scaffold: Scaffold) -> tuple[Outcome | None, tuple[Ask, ...]]:
    """Run a scaffold on one row's stored draws.

    Returns:
        The outcome, or ``None`` where a draw is missing; and everything that was asked.
    """
    stored = {_key(entry): entry["draws"] for entry in row["asked"]}
    width, height = row["size"]
    steps = scaffold.steps((width, height))
    asked: list[Ask] = []
    try:
        ask = next(steps)
        while True:
            asked.append(ask)
            found = stored.get(_key(_entry(ask)))
            if found is None:
                return None, tuple(asked)
            ask = steps.send([_draw(fields) for fields in found])
    except StopIteration as end:
        return end.value, tuple(asked)


def target_of(row: dict[str, Any]) -> Target:
    """The target a row was scored against."""
    target = row["target"]
    return Target(
        target["kind"],
        None if target["box"] is None else tuple(target["box"]),
        tuple(tuple(corner) for corner in target["corners"]),
        tuple(tuple(part) for part in target["covered"]),
    )


def _variant(rows: Sequence[dict[str, Any]], scaffold: Scaffold) -> Variant:
    known = right = possible = zoomed = kept = votes = voted = calls = 0
    for row in rows:
        outcome, asked = replay(row, scaffold)
        target = target_of(row)
        calls += sum(ask.n for ask in asked)
        second = asked[1].window if len(asked) > 1 else None
        inside = second is not None and _sees(target, second)
        zoomed += second is not None
        kept += inside
        if outcome is None:
            possible += inside
            continue
        known += 1
        right += scored(target, outcome)["correct"]
        if "voted" in outcome.facts or "support" in outcome.facts:
            votes += 1
            point = outcome.facts.get("voted", outcome.point)
            voted += point is not None and target.hit_by(tuple(point))
    n = len(rows)
    constants: Any = scaffold
    return Variant(
        asdict(constants),
        n,
        known,
        right / n if n else 0.0,
        (right + possible) / n if n else 0.0,
        zoomed / n if n else 0.0,
        kept / zoomed if zoomed else None,
        voted / votes if votes else None,
        calls / n if n else 0.0,
    )


def _sees(target: Target, window: tuple[float, float, float, float]) -> bool:
    if target.box is None:
        return False
    left, top, right, bottom = target.box
    return inside_box(((left + right) / 2, (top + bottom) / 2), window)


def _key(entry: dict[str, Any]) -> tuple[Any, ...]:
    # The stage's name does not matter: equal requests have equal answers.
    return tuple(entry["window"]), entry["n"], entry["temperature"], entry["pixels"]


def _entry(ask: Ask) -> dict[str, Any]:
    return {
        "window": ask.window,
        "n": ask.n,
        "temperature": ask.temperature,
        "pixels": ask.pixels,
    }


def _draw(fields: dict[str, Any]) -> Draw:
    point, box = fields["point"], fields["box"]
    return Draw(
        **{
            **fields,
            "point": None if point is None else tuple(point),
            "box": None if box is None else tuple(box),
        }
    )
