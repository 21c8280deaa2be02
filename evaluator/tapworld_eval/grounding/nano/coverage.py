"""What a gap in the training targets does, and what filling it does (coverage experiments).

Six arms, each trained on small generated screens from the model that ships, or from scratch:
targets everywhere (``full``); none whose middle lies in a band of x (``x``), in a band of y
(``y``), in both, a rectangle (``joint``); and ``joint`` with a share of crop-and-pad pictures whose
target was moved to a cell drawn evenly (``joint_random``) or by the error that the ``joint`` run of
the same seed made there (``joint_targeted``). All are judged on screens with targets everywhere;
accuracy inside means inside the rectangle.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.blindzones.augment import augment, cell_weights
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.boxes import Box, center
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.deciding import Asked
from tapworld_eval.grounding.nano.drawing import Item, Kind, Picture, draw_screen
from tapworld_eval.grounding.nano.evaluating import Held, hits
from tapworld_eval.grounding.nano.mixing import Mixer, Source
from tapworld_eval.grounding.nano.model import nano_config, new_model
from tapworld_eval.grounding.nano.shipping import load
from tapworld_eval.grounding.nano.training import Budget, Plan, train
from tapworld_eval.rollouts.files import write_whole

__all__ = ["ARMS", "Experiment", "removed", "run_arm", "run_experiment", "summary"]

ARMS = ("full", "x", "y", "joint", "joint_random", "joint_targeted")
REGION: Box = (0.55, 0.45, 0.90, 0.95)
GRID = Grid(8, 8)
_KIND = Kind((224, 224), (3, 5), (26, 42), False, (0, 1), (0, 0))
_NAMED = "coverage"


@dataclass(frozen=True)
class Experiment:
    """What decides an experiment's numbers.

    Attributes:
        budget: Of every run.
        seeds: Of model and pictures; one run of each arm a seed.
        augmented: Share of moved pictures in the two arms that have them.
        items: Held-out items.
        images: Pictures a step.
        rate: Peak learning rate.
        start: Where every run starts: the model that ships, which has seen targets everywhere (as
            in the paper, which fine-tunes), or fresh weights, which take some ten minutes a run.
    """

    budget: Budget
    seeds: tuple[int, ...] = (0, 1, 2)
    augmented: float = 0.3
    items: int = 1500
    images: int = 12
    rate: float = 4e-3
    start: Literal["shipped", "scratch"] = "shipped"


def removed(arm: str, middle: tuple[float, float]) -> bool:
    """Whether an arm's training has no target with this middle (shares of width and height).

    Examples:
        >>> removed("x", (0.6, 0.1)), removed("joint", (0.6, 0.1)), removed("full", (0.6, 0.6))
        (True, False, False)
    """
    left, top, right, bottom = REGION
    in_x, in_y = left <= middle[0] <= right, top <= middle[1] <= bottom
    match arm:
        case "full":
            return False
        case "x":
            return in_x
        case "y":
            return in_y
        case "joint" | "joint_random" | "joint_targeted":
            return in_x and in_y
    raise ModelError(f"unknown arm {arm!r}; choose one of {', '.join(ARMS)}")


def coverage_source(
    arm: str, weights: NDArray[np.float64] | None, augmented: float, images: int
) -> Source:
    """Training pictures of an arm; ``weights`` say where moved targets go, if any are."""

    def kept(items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(item for item in items if not removed(arm, _share(item.box)))

    def one(draw: random.Random) -> Picture:
        while True:
            picture = draw_screen(_KIND, draw.getrandbits(48))
            items = kept(picture.items)
            if not items:
                continue
            if weights is None or draw.random() >= augmented:
                return Picture(picture.pixels, items)
            moved = _moved(picture, draw.choice(items), weights, draw)
            if moved is not None:
                target, shifted = moved
                others = (i for i in shifted.items if i.words != target.words)
                return Picture(shifted.pixels, (target, *kept(tuple(others))))

    return Source(_NAMED, one, images, 5, 160, sparse=True)


def _share(box: Box) -> tuple[float, float]:
    x, y = center(box)
    return x / _KIND.size[0], y / _KIND.size[1]


def _moved(
    picture: Picture, target: Item, weights: NDArray[np.float64], draw: random.Random
) -> tuple[Item, Picture] | None:
    made = augment(picture.pixels, target.box, weights, GRID, draw)
    if made is None:
        return None
    (dx, dy), (wide, high) = made.shift, _KIND.size
    items = []
    for item in picture.items:
        left, top, right, bottom = item.box
        box = (left + dx, top + dy, right + dx, bottom + dy)
        if box[0] >= 0 and box[1] >= 0 and box[2] <= wide and box[3] <= high:
            items.append(Item(item.words, box, item.shape, item.colour))
    aimed = next(item for item in items if item.words == target.words)
    return aimed, Picture(made.pixels, tuple(items))


def held_out(count: int) -> list[Held]:
    """Items all over the screen, every one of each held-out screen; the same in every arm."""
    held: list[Held] = []
    number = 0
    while len(held) < count:
        picture = draw_screen(_KIND, f"held out {_NAMED} {number}")
        held += [Held(Asked(picture, (item.words,)), item.box) for item in picture.items]
        number += 1
    return held[:count]


def run_arm(
    arm: str,
    seed: int,
    experiment: Experiment,
    folder: Path,
    *,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Train and judge one arm with one seed, or read what an earlier call kept.

    Returns:
        ``inside`` and ``outside``: accuracies; ``right`` and ``asked``: by cell of an 8x8 grid;
        ``training``: steps, minutes.
    """
    path = folder / f"{arm}-{seed}.json"
    about = {"arm": arm, "seed": seed, **_plain(asdict(experiment))}
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["about"] != about:
            raise ModelError(
                f"{path} belongs to an experiment with other options; name another folder"
            )
        return kept
    weights = _weights(arm, seed, folder)
    source = coverage_source(arm, weights, experiment.augmented, experiment.images)
    mixer = Mixer({_NAMED: source}, [(0.0, {_NAMED: 1.0})], seed)
    plan = Plan(experiment.budget, rate=experiment.rate, warmup=60, evaluate_every=1 << 30)
    model = load() if experiment.start == "shipped" else new_model(nano_config(), seed)
    run = train(model, mixer, plan, folder / f"{arm}-{seed}", seed=seed, say=say)
    found = {"about": about, **_judged(model, held_out(experiment.items))}
    found["training"] = {"steps": run.step, "minutes": round(run.seconds / 60, 3)}
    write_whole(path, (json.dumps(found, indent=1, sort_keys=True) + "\n").encode())
    return found


def _weights(arm: str, seed: int, folder: Path) -> NDArray[np.float64] | None:
    if arm == "joint_random":
        return cell_weights(np.zeros(GRID.cells), GRID, "random")
    if arm != "joint_targeted":
        return None
    path = folder / f"joint-{seed}.json"
    if not path.exists():
        raise ModelError(f"joint_targeted needs the map of the joint run: {path} is missing")
    joint = json.loads(path.read_text(encoding="utf-8"))
    asked = np.array(joint["asked"], float)
    share = np.divide(joint["right"], asked, out=np.full(GRID.cells, np.nan), where=asked > 0)
    return cell_weights(share, GRID, "blind")


def _judged(model: Any, held: Sequence[Held]) -> dict[str, Any]:
    right = np.array(hits(model, held))
    middles = np.array([_share(one.box) for one in held])
    inside = np.array([removed("joint", (x, y)) for x, y in middles])
    cells = GRID.cell_of(middles[:, 0], middles[:, 1])
    return {
        "inside": float(right[inside].mean()),
        "outside": float(right[~inside].mean()),
        "right": np.bincount(cells, right, GRID.cells).astype(int).tolist(),
        "asked": np.bincount(cells, minlength=GRID.cells).tolist(),
    }


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    arms: Sequence[str] = ARMS,
    say: Callable[[str], None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Every arm with every seed; runs that are there are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for seed in experiment.seeds:
        for arm in arms:
            one = run_arm(arm, seed, experiment, folder, say=say)
            say(f"{arm}, seed {seed}: inside {one['inside']:.3f}, outside {one['outside']:.3f}")
            found.append(one)
    return found


def summary(runs: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """By arm: means and standard deviations over the seeds, and how many there were."""
    made = {}
    for arm in ARMS:
        mine = [run for run in runs if run["about"]["arm"] == arm]
        if not mine:
            continue
        parts = {key: np.array([run[key] for run in mine]) for key in ("inside", "outside")}
        made[arm] = {"seeds": len(mine)}
        for key, values in parts.items():
            spread = float(values.std(ddof=1)) if len(values) > 1 else None
            made[arm] |= {key: float(values.mean()), f"{key}_sd": spread}
    return made


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    # The seeds that others run do not change a run.
    return json.loads(json.dumps({key: v for key, v in options.items() if key != "seeds"}))
