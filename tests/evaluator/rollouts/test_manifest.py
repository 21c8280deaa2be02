"""Which changes of the code refuse to go on with a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tapworld_eval
from tapworld_eval.rollouts import manifest
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios.catalog import Catalog

ROOT = Path(tapworld_eval.__file__ or "").parent
# Read, but deciding nothing of an episode: errors, records of signals, numbers after the fact.
READ_ONLY = ("errors", "statistics", "uncertainty/errors", "uncertainty/records")


def code_of(toy: Catalog, fake: DeviceSpec) -> str:
    plan = make_plan(toy, sample=2, seed=0)
    made = manifest.make_manifest(plan, RunSettings("noop", device=fake))
    return made["decides"]["code"]


@pytest.mark.parametrize(
    ("file", "decides"),
    [
        ("agents/oracle.py", True),
        ("rollouts/episode.py", True),
        ("grounding/syntaxes.py", True),
        ("uncertainty/methods/attention_capture.py", True),
        ("report/page.py", False),
        ("cli/running.py", False),
        ("statistics/intervals.py", False),
    ],
)
def test_what_an_episode_passes_through_decides(
    file: str, decides: bool, toy: Catalog, fake: DeviceSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = code_of(toy, fake)
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + b"# changed" if path == ROOT / file else read(path)

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert (code_of(toy, fake) != before) is decides


def test_nothing_else_is_imported_by_what_decides() -> None:
    """A new import must be looked at: does it decide, too?"""
    foreign = set()
    for name in manifest._DECIDING:
        place = ROOT / name
        for file in place.rglob("*.py") if place.is_dir() else [place]:
            for module in re.findall(r"(?:from|import) tapworld_eval\.([\w.]+)", file.read_text()):
                path = module.replace(".", "/")
                if not (path + ".py").startswith((*manifest._DECIDING, *READ_ONLY)):
                    foreign.add(path)
    # The method whose reductions are made at capture reads the errors and shapes of methods.
    assert foreign <= {"uncertainty/methods/base"}
