"""What the benchmarks print has the documented keys; times are not judged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapworld_env.benchmarks.against import Sizes, Subject, measure_against, rounds_of, write_ratios
from tapworld_env.benchmarks.figures import ratio_interval
from tapworld_env.benchmarks.growth import measure_growth
from tapworld_env.benchmarks.memory import descendants, own_rss_mb, pss_mb
from tapworld_env.benchmarks.peer_process import Peer
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import EnvironmentSetupError

ROOT = Path(__file__).parents[3]
FAKE = [sys.executable, str(Path(__file__).with_name("fake_peer.py"))]


def test_the_intervals_of_equal_ratios_is_a_point() -> None:
    low, high = ratio_interval([[6.0, 6.0], [6.0]], [[2.0], [2.0]])
    assert (low, high) == (3.0, 3.0)


def test_drift_that_hits_both_sides_alike_widens_no_interval() -> None:
    theirs, ours = [[10.0] * 5, [40.0] * 5, [20.0] * 5], [[5.0] * 5, [20.0] * 5, [10.0] * 5]
    assert ratio_interval(theirs, ours) == (2.0, 2.0)


def test_subjects_are_measured_in_turn_and_the_first_round_is_left_out() -> None:
    order: list[str] = []

    def subject(name: str, ms: float) -> Subject:
        def work(count: int) -> list[float]:
            order.append(name)
            return [ms] * count

        return Subject(name, {"steps": work, "resets": work}, {"steps": 3, "resets": 2})

    subjects = [subject("tapworld", 2.0), subject("tapworld_full", 4.0), subject("browsergym", 8.0)]
    rounds_of(subjects, 2)
    assert order[::2] == ["tapworld", "tapworld_full", "browsergym"] * 3
    figures = write_ratios(subjects, {s.name: {} for s in subjects})
    assert figures["ratios"] == {"browsergym": {"steps": 4.0, "resets": 4.0, "steps_full": 2.0}}
    assert figures["subjects"]["tapworld"]["steps_ms"] == {"median": 2.0, "p95": 2.0}


def test_a_peer_answers_and_ends() -> None:
    with Peer(FAKE) as peer:
        assert peer.about["width"] == 160
        assert peer.measure("steps", 3) == [60.0] * 3


def test_a_peer_that_fails_says_why() -> None:
    with pytest.raises(EnvironmentSetupError, match="no display"):
        Peer([*FAKE, "fail"])


def test_peers_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentSetupError, match="make bench-peers"):
        measure_against(["miniwob"], tmp_path)
    with pytest.raises(EnvironmentSetupError, match="unknown peer 'web'"):
        measure_against(["web"], tmp_path)


def test_memory_of_a_child_is_found() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in descendants()
        assert pss_mb([child.pid]) > 0
        child.communicate(b"\n")
    assert own_rss_mb() > 1


def test_growth_reads_memory_twenty_times() -> None:
    figures = measure_growth(resets=40, warm_up=1, device="fake", tasks=ToyTasks())
    assert set(figures) == {"resets", "browser_mb", "python_mb", "growth_percent", "curve_mb"}
    assert len(figures["curve_mb"]) == 20
    with pytest.raises(EnvironmentSetupError, match="20"):
        measure_growth(resets=3, device="fake", tasks=ToyTasks())


def run(script: str, *options: str) -> Any:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "benchmarks" / script), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.phone
def test_the_handsets_figures_have_their_keys() -> None:
    figures = run("handset.py", "--samples", "2", "--phones", "2", "--resets", "20")
    for key in ("cold_start_s", "reset_ms", "step_ms_full", "step_ms_small", "elements_ms"):
        assert set(figures[key]) == {"median", "p95"}
    assert {"phones", "steps_per_s", "step_ms", "phone_mb"} == set(figures["many"])
    assert figures["resets"]["resets"] == 20
    assert figures["processes"]["steps_per_s_processes"] > 0


@pytest.mark.phone
def test_the_handset_beside_fake_peers() -> None:
    figures = measure_against(
        ["miniwob", "browsergym"],
        Path(),
        sizes=Sizes(rounds=1, steps=2, resets=1, slow_steps=2, slow_resets=1),
        command=lambda name, folder, *options: FAKE,
    )
    assert set(figures["ratios"]["miniwob"]) == {"steps", "resets"}
    assert set(figures["ratios"]["browsergym"]) == {"steps", "resets", "steps_full"}
    assert figures["subjects"]["browsergym"]["resets_ms"]["median"] == 7000.0
    assert figures["subjects"]["tapworld"]["width"] == 412
