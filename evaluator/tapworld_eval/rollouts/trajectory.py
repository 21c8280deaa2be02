"""The folder of one episode: steps, screens, and the states that were verified.

It is written under a temporary name and renamed when the episode is over, so that a folder with
an episode's name is always whole.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tapworld_env.observations import Observation
from tapworld_eval.rollouts.files import folder_errors
from tapworld_eval.rollouts.record import StepRecord
from tapworld_eval.rollouts.snapshots import store_snapshots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapworld_scenarios import Task
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["FINAL_IMAGE", "Trajectory"]

FINAL_IMAGE = "end.webp"

# Quality 60 at 412 px width keeps 12 px labels readable in about 11 KB a screen.
_QUALITY = 60
_METHOD = 2


class Trajectory:
    """Writes one episode's folder.

    Args:
        run: The run's folder.
        episode: The episode's id.
        image_width: Width of the stored screens in pixels; 0 stores none.
    """

    def __init__(self, run: Path, episode: str, *, image_width: int) -> None:
        self._run = run
        self._final = run / "trajectories" / episode
        self._folder = self._final.with_name(f".{episode}.partial")
        self._width = image_width
        self._steps: list[str] = []
        with folder_errors(self._folder):
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(parents=True)

    @property
    def pixels(self) -> bool:
        """Whether screens are wanted."""
        return self._width > 0

    def step(self, record: StepRecord, observation: Observation) -> None:
        """Keep one step and its screen."""
        if self._width and observation.pixels is not None:
            name = f"{record.step:03d}.webp"
            self._save(observation.pixels, name)
            record = record.model_copy(update={"image": name})
        self._steps.append(record.model_dump_json())

    def end(self, observation: Observation, task: Task, after: Snapshot) -> None:
        """Keep the last screen and both states, and give the folder its name."""
        if self._width and observation.pixels is not None:
            self._save(observation.pixels, FINAL_IMAGE)
        with folder_errors(self._folder):
            text = "".join(line + "\n" for line in self._steps)
            (self._folder / "steps.jsonl").write_text(text, encoding="utf-8")
        store_snapshots(self._run, self._folder, task, after)
        with folder_errors(self._final):
            shutil.rmtree(self._final, ignore_errors=True)
            self._folder.rename(self._final)

    def discard(self) -> None:
        """Remove what a spoilt attempt left."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _save(self, pixels: NDArray, name: str) -> None:
        image = Image.fromarray(pixels)
        if image.width > self._width:
            height = round(image.height * self._width / image.width)
            image = image.resize((self._width, height), Image.Resampling.BILINEAR, reducing_gap=2)
        with folder_errors(self._folder):
            image.save(self._folder / name, "WEBP", quality=_QUALITY, method=_METHOD)
