"""Measures MiniWoB++: clicks on tabs, and resets, through its Gymnasium environment."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

# Run by path, with an interpreter that has MiniWoB++ and not tapworld.
sys.path.insert(0, str(Path(__file__).parent))

import gymnasium
import miniwob  # pyright: ignore[reportMissingImports]
from miniwob.action import ActionTypes  # pyright: ignore[reportMissingImports]
from serving import require_change, serve, timed, versions  # pyright: ignore[reportMissingImports]

_TASK = "miniwob/click-tab-2-v1"
# The page ends an episode by its own clock; a fresh one before that keeps every step alike.
_STEPS_AN_EPISODE = 20
_SEEDS = itertools.count(1)


class MiniWob:
    """One environment, and where its tabs are."""

    def __init__(self) -> None:
        gymnasium.register_envs(miniwob)
        self.env: Any = gymnasium.make(_TASK)
        self.observation: Any = None
        self.reset()

    def reset(self) -> None:
        """Begin an episode: a new problem in the same page."""
        self.observation, _ = self.env.reset(seed=next(_SEEDS))

    def clicks(self) -> list[Any]:
        """Clicks on the second and the first tab."""
        found = [
            element
            for element in self.observation["dom_elements"]
            if element["tag"] == "a" and element["text"].startswith("Tab #")
        ]
        if len(found) < 2:
            raise SystemExit(f"{_TASK} shows {len(found)} tabs; the benchmark clicks two in turn")
        make = self.env.unwrapped.create_action
        return [
            make(
                ActionTypes.CLICK_COORDS,
                coords=[
                    float(element["left"][0] + element["width"][0] / 2),
                    float(element["top"][0] + element["height"][0] / 2),
                ],
            )
            for element in (found[1], found[0])
        ]

    def steps(self, samples: int) -> list[float]:
        """Times of clicks that change the page, each with the next observation."""
        times: list[float] = []
        changed = 0
        while len(times) < samples:
            self.reset()
            clicks = self.clicks()
            before = self.observation["screenshot"]
            for index in range(min(_STEPS_AN_EPISODE, samples - len(times))):
                over = False

                def step(click: Any = clicks[index % 2]) -> None:
                    nonlocal over
                    self.observation, _, terminated, truncated, _ = self.env.step(click)
                    over = terminated or truncated

                taken = timed(step)
                if over:  # no picture is taken then
                    break
                times.append(taken)
                changed += bool((self.observation["screenshot"] != before).any())
                before = self.observation["screenshot"]
        require_change(_TASK, changed, samples)
        return times

    def resets(self, samples: int) -> list[float]:
        """Times of resets, each with the first observation."""
        return [timed(self.reset) for _ in range(samples)]


def _main() -> None:
    peer = MiniWob()
    height, width, _ = peer.observation["screenshot"].shape
    capabilities = peer.env.unwrapped.instance.driver.capabilities
    about = {
        "what": (
            f"{_TASK}: env.step(CLICK_COORDS on a tab) through Selenium and chromedriver; the "
            "observation is the goal, its fields, the DOM's elements and a screenshot (PNG, "
            "decoded and cropped). No wait for the page to come to rest. A reset ends the episode "
            "and draws a new problem by script in the same page."
        ),
        "width": int(width),
        "height": int(height),
        "versions": {
            **versions("miniwob", "selenium"),
            "chromium": capabilities["browserVersion"],
        },
    }
    try:
        serve(about, {"steps": peer.steps, "resets": peer.resets})
    finally:
        peer.env.close()


if __name__ == "__main__":
    _main()
