"""Measures BrowserGym's MiniWoB tasks: clicks on tabs, and resets, by its Gymnasium environment.

With ``--no-waits`` its own fixed waits are left out: 0.5 s before every observation and 0.1 s
before every call of Playwright.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

# Run by path, with an interpreter that has BrowserGym and not tapworld.
sys.path.insert(0, str(Path(__file__).parent))

import gymnasium
import miniwob  # pyright: ignore[reportMissingImports]
import playwright.sync_api  # pyright: ignore[reportMissingImports]
from serving import chromium_version, require_change, serve, timed, versions  # pyright: ignore[reportMissingImports]

# Before the tasks are imported: they read where the pages are.
_PAGES = Path(miniwob.__path__[0]) / "html" / "miniwob"
os.environ["MINIWOB_URL"] = f"{_PAGES.as_uri()}/"

import browsergym.miniwob  # noqa: E402, F401  # pyright: ignore[reportMissingImports]
from browsergym.core.action.highlevel import (  # noqa: E402  # pyright: ignore[reportMissingImports]
    HighLevelActionSet,
)

_TASK = "browsergym/miniwob.click-tab-2"
_SEEDS = itertools.count(1)


class BrowserGym:
    """One environment, and where its tabs are."""

    def __init__(self, *, waits: bool) -> None:
        options: dict[str, Any] = {} if waits else {"pre_observation_delay": 0.0, "slow_mo": 0}
        self.env: Any = gymnasium.make(
            _TASK,
            action_mapping=HighLevelActionSet(subsets=["coord"]).to_python_code,
            **options,
        )
        self.observation: Any = None
        self.reset()

    def reset(self) -> None:
        """Begin an episode: BrowserGym starts a fresh browser for each."""
        self.observation, _ = self.env.reset(seed=next(_SEEDS))

    def clicks(self) -> list[str]:
        """Clicks on the second and the first tab."""
        page = self.env.unwrapped.page
        tabs = page.query_selector_all("a[href^='#tabs-']")
        boxes = [tab.bounding_box() for tab in tabs[:2]]
        if len(boxes) < 2 or None in boxes:
            raise SystemExit(f"{_TASK} shows {len(boxes)} tabs; the benchmark clicks two in turn")
        # Screenshots are enlarged, and with them the points of actions.
        scale = getattr(page, "_bgym_scale_factor", 1.0)
        return [
            f"mouse_click({(box['x'] + box['width'] / 2) * scale:.1f}, "
            f"{(box['y'] + box['height'] / 2) * scale:.1f})"
            for box in (boxes[1], boxes[0])
        ]

    def steps(self, samples: int) -> list[float]:
        """Times of clicks that change the page, each with the next observation."""
        self.resets(1)
        clicks = self.clicks()
        times, changed = [], 0
        before = self.observation["screenshot"]
        for index in range(samples):
            taken = timed(lambda: self._click(clicks[index % 2]))  # noqa: B023
            error = self.observation["last_action_error"]
            if error:
                raise SystemExit(f"{_TASK} refused {clicks[index % 2]}: {error}")
            times.append(taken)
            changed += bool((self.observation["screenshot"] != before).any())
            before = self.observation["screenshot"]
        require_change(_TASK, changed, samples)
        return times

    def resets(self, samples: int) -> list[float]:
        """Times of resets, each with the first observation."""
        times: list[float] = []
        failed = 0
        while len(times) < samples:
            try:
                times.append(timed(self.reset))
            except playwright.sync_api.TimeoutError:
                # Its limit of 5 s, on a busy machine: in no figure, which favours the peer.
                failed += 1
                if failed > samples + 3:
                    raise
        return times

    def _click(self, click: str) -> None:
        self.observation, _, terminated, truncated, _ = self.env.step(click)
        if terminated or truncated:
            raise SystemExit(f"{_TASK} ended although only tabs were clicked")


def _use_the_systems_chromium(folder: str) -> None:
    """Lay out a folder as if Playwright had downloaded its browser there.

    An option would reach the environment's browser only; BrowserGym's chat launches another.
    """
    package = Path(playwright.__path__[0]) / "driver" / "package"
    listed = json.loads((package / "browsers.json").read_text())["browsers"]
    (revision,) = [entry["revision"] for entry in listed if entry["name"] == "chromium"]
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("chromium is not on the PATH")
    link = Path(folder) / f"chromium-{revision}" / "chrome-linux" / "chrome"
    link.parent.mkdir(parents=True)
    link.symlink_to(chromium)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = folder


def _main() -> None:
    with tempfile.TemporaryDirectory(prefix="tapworld-peer-") as folder:
        _use_the_systems_chromium(folder)
        _measure()


def _measure() -> None:
    waits = "--no-waits" not in sys.argv[1:]
    peer = BrowserGym(waits=waits)
    height, width, _ = peer.observation["screenshot"].shape
    about = {
        "what": (
            f"{_TASK}: env.step(mouse_click on a tab) through Playwright; the observation is the "
            "goal, the chat, the DOM, the accessibility tree, properties of every element and a "
            "screenshot (PNG, decoded). A reset closes the browser and starts a fresh one. "
            + (
                "As it comes: it waits 0.5 s before every observation and 0.1 s before every call "
                "of Playwright."
                if waits
                else "Its waits (0.5 s an observation, 0.1 s a call of Playwright) set to zero."
            )
        ),
        "width": int(width),
        "height": int(height),
        "versions": {
            **versions("browsergym-core", "browsergym-miniwob", "miniwob", "playwright"),
            "chromium": chromium_version(peer.env.unwrapped.browser.version),
        },
    }
    try:
        serve(about, {"steps": peer.steps, "resets": peer.resets})
    finally:
        peer.env.close()


if __name__ == "__main__":
    _main()
