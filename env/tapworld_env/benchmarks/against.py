"""The handset beside other environments, in the same run on the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tapworld_env.actions import Tap
from tapworld_env.benchmarks.figures import ratio_interval, ratio_of_medians, summary
from tapworld_env.benchmarks.peer_process import Peer, check_peers, peer_command
from tapworld_env.benchmarks.workload import FixedTask, FixedTasks, start_states, two_tabs
from tapworld_env.devices.handset import Handset
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_env.phone_env import PhoneEnv

__all__ = ["Sizes", "measure_against", "rounds_of", "write_ratios"]

_FULL, _SMALL = Screen(), Screen(412, 915, 1.0)
_SCENARIO = "mail.star_conversation"
_WHAT = (
    "PhoneEnv: env.step(tap on a tab of the mail app, over hundreds of mails) waits until the "
    "screen has come to rest; the observation is the goal, every element and a picture, taken as "
    "`capture` says. A reset draws a new configuration of one scenario (persona, theme, start "
    "screen, values), puts all apps' databases and screens into that state, waits until it is at "
    "rest and looks."
)
Rounds = list[list[float]]
Measure = Callable[[int], list[float]]


@dataclass(frozen=True)
class Sizes:
    """How much is measured: rounds, and in each so many of every kind."""

    rounds: int = 5
    steps: int = 20
    resets: int = 10
    slow_steps: int = 6
    slow_resets: int = 2


@dataclass(frozen=True)
class Subject:
    """What is measured, and how often a round."""

    name: str
    work: Mapping[str, Measure]
    counts: Mapping[str, int]
    times: dict[str, Rounds] = field(default_factory=dict)


def measure_against(
    peers: Sequence[str],
    folder: Path,
    *,
    sizes: Sizes | None = None,
    progress: Callable[[str], None] = lambda _: None,
    command: Callable[..., list[str]] = peer_command,
) -> dict[str, Any]:
    """Measure the handset and peers in turn, round by round.

    Args:
        peers: ``"miniwob"``, ``"browsergym"``.
        folder: Holds an environment for each (``make bench-peers``).
        sizes: How much is measured.
        progress: Told what is measured next.
        command: Gives the command of a peer (a seam for tests).

    Returns:
        ``ratios``: of each peer ``steps`` and ``resets`` (its median over ours at 412x915) and,
        for ``browsergym``, ``steps_full`` (over ours at 1080x2400); more than 1 means that the
        handset is faster. ``ratio_intervals``: the same with 95 % bootstrap intervals.
        ``subjects``: of everything measured ``what`` it does, ``width``, ``height``, ``versions``,
        ``steps_ms`` and ``resets_ms`` (median, p95). BrowserGym without its own fixed waits is
        measured, too, as ``browsergym_no_waits``.

    Raises:
        EnvironmentSetupError: A peer is not set up.
    """
    if command is peer_command:
        check_peers(peers, folder)
    sizes = sizes or Sizes()
    snapshot = start_states("ada", "daylight", {})[0]
    about: dict[str, Any] = {}
    with ExitStack() as stack:
        subjects = []
        for screen, name in ((_SMALL, "tapworld"), (_FULL, "tapworld_full")):
            env = PhoneEnv(screen=screen, tasks=FixedTasks(FixedTask(snapshot)))
            drawn = PhoneEnv(screen=screen, scenarios=[_SCENARIO])
            stack.callback(env.close)
            stack.callback(drawn.close)
            with Handset(screen=screen) as phone:
                taps, capture = two_tabs(phone, snapshot), phone.capture
            work = {"steps": _steps(env, taps), "resets": _resets(drawn)}
            counts = {"steps": sizes.steps, "resets": sizes.resets}
            subjects.append(Subject(name, work, counts))
            size = {"width": screen.width, "height": screen.height}
            about[name] = {"what": _WHAT, "capture": capture, **size}
        for name, peer, options in _variants(peers):
            started = stack.enter_context(Peer(command(peer, folder, *options)))
            work = {kind: _asked(started, kind) for kind in ("steps", "resets")}
            slow = peer == "browsergym"
            counts = {
                "steps": sizes.slow_steps if slow else sizes.steps,
                "resets": sizes.slow_resets if slow else sizes.resets,
            }
            subjects.append(Subject(name, work, counts))
            about[name] = started.about
        rounds_of(subjects, sizes.rounds, progress)
    return write_ratios(subjects, about)


def rounds_of(
    subjects: Sequence[Subject], rounds: int, progress: Callable[[str], None] = lambda _: None
) -> None:
    """Measure all in turn, ``rounds`` times after one round of warm-up."""
    for number in range(rounds + 1):
        for subject in subjects:
            progress(f"{subject.name}, {f'round {number} of {rounds}' if number else 'warm-up'}")
            for kind, measure in subject.work.items():
                times = measure(subject.counts[kind])
                if number:
                    subject.times.setdefault(kind, []).append(times)


def write_ratios(subjects: Sequence[Subject], about: Mapping[str, Any]) -> dict[str, Any]:
    """Turn times into the figures of :func:`measure_against`."""
    by_name = {subject.name: subject for subject in subjects}
    small, full = by_name["tapworld"], by_name["tapworld_full"]
    ratios: dict[str, dict[str, float]] = {}
    intervals: dict[str, dict[str, list[float]]] = {}
    for subject in subjects:
        if subject in (small, full):
            continue
        pairs = [("steps", "steps", small), ("resets", "resets", small)]
        if subject.name.startswith("browsergym"):
            pairs.append(("steps_full", "steps", full))
        for key, kind, ours in pairs:
            theirs, mine = subject.times[kind], ours.times[kind]
            ratio = ratio_of_medians(theirs, mine)
            low, high = ratio_interval(theirs, mine)
            ratios.setdefault(subject.name, {})[key] = round(ratio, 2)
            intervals.setdefault(subject.name, {})[key] = [round(low, 2), round(high, 2)]
    return {
        "ratios": ratios,
        "ratio_intervals": intervals,
        "subjects": {
            subject.name: {
                **about[subject.name],
                **{
                    f"{kind}_ms": summary([time for times in rounds for time in times])
                    for kind, rounds in subject.times.items()
                },
            }
            for subject in subjects
        },
    }


def _variants(peers: Sequence[str]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Name, script and options of everything to start for these peers."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for peer in dict.fromkeys(peers):
        found.append((peer, peer, ()))
        if peer == "browsergym":
            found.append(("browsergym_no_waits", peer, ("--no-waits",)))
    return found


def _asked(peer: Peer, kind: str) -> Measure:
    return lambda samples: peer.measure(kind, samples)


def _steps(env: PhoneEnv, taps: Sequence[Tap]) -> Measure:
    def measure(samples: int) -> list[float]:
        before, _ = env.reset()
        times, changed = [], 0
        for index in range(samples):
            began = time.perf_counter()
            after = env.step(taps[index % 2])[0]
            times.append((time.perf_counter() - began) * 1000)
            changed += not np.array_equal(before["pixels"], after["pixels"])
            before = after
        if changed < samples:
            raise EnvironmentSetupError(
                f"{samples - changed} of {samples} taps changed nothing on the screen"
            )
        return times

    return measure


def _resets(env: PhoneEnv) -> Measure:
    seeds = iter(range(1, 10**9))

    def measure(samples: int) -> list[float]:
        times = []
        for _ in range(samples):
            began = time.perf_counter()
            env.reset(seed=next(seeds))
            times.append((time.perf_counter() - began) * 1000)
        return times

    return measure
