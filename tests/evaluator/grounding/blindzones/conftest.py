"""A model with a planted blind zone, asked through the same locator as a real one."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tapworld_eval.grounding.blindzones import Grid
from tapworld_eval.grounding.boxes import Box, center
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.scripted import ScriptedModel
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.grounding.spaces import to_model

GRID = Grid(4, 8)
SIZE = (80, 160)


@pytest.fixture
def zone():
    """The right half of the screen."""
    return np.array([cell % GRID.columns >= 2 for cell in range(GRID.cells)])


@pytest.fixture
def planted(zone) -> Callable[[Callable[[str], Box]], Locator]:
    """Makes a locator that clicks the target, or far from it where the target is in the zone."""

    def make(target_of: Callable[[str], Box]) -> Locator:
        def rule(query):
            assert query.frame is not None
            wide, high = query.frame.width, query.frame.height
            x, y = center(target_of(query.tag))
            if zone[int(GRID.cell_of(x / wide, y / high))]:
                x, y = (x + wide / 2) % wide, (y + high / 2) % high
            a, b = to_model((x, y), model_format("qwen3-vl-pair").space, query.frame)
            return [f"({a:.3f}, {b:.3f})"] * query.n

        model = ScriptedModel("planted", rule)
        return Locator(model, model_format("qwen3-vl-pair"), load_prompt("locator-probe"))

    return make


@pytest.fixture
def layouts(tmp_path) -> Path:
    """Twelve targets, each on four screens: left, left but lower, right, right but lower."""
    folder = tmp_path / "layouts"
    (folder / "images").mkdir(parents=True)
    places = {"daylight": (5, 10), "paper": (5, 90), "ocean": (55, 10), "mono": (55, 90)}
    entries = []
    for number in range(12):
        for theme, (x, y) in places.items():
            file = f"{number}-{theme}.png"
            pixels = np.random.default_rng(number).integers(0, 256, (160, 80, 3), dtype=np.uint8)
            (folder / "images" / file).write_bytes(encode_png(pixels))
            entries.append(
                {
                    "id": f"{number}-{theme}",
                    "img_filename": file,
                    "screen": f"mail/inbox/{theme}/ada",
                    "application": "mail",
                    "element_id": f"row-{number}",
                    "instruction": f'Tap "{number}"',
                    "instruction_kind": "text",
                    "data_type": "text",
                    "data_source": "android",
                    "bbox": [x, y + number, 12, 6],
                    "covered": [[x, y + number, 2, 6]],
                }
            )
    (folder / "phone_train.json").write_text(json.dumps(entries))
    return folder
