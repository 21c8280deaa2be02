"""The way through adb beside the direct one: what is counted, and that a difference shows."""

from __future__ import annotations

import json
import sys

import pytest

from tapworld_env import make_device
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_eval.audit import through_adb
from tapworld_eval.audit.through_adb import ServedPhones, compare_episodes
from tapworld_eval.cli import bench_adb
from tapworld_eval.cli.main import main
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_scenarios.catalog import Catalog
from tapworld_scenarios.snapshot import AppState, Snapshot

SMALL = Screen(412, 915, 1.0)


class Forgetful(FakeDevice):
    """Its apps' databases come back as they were loaded, whatever was done."""

    def load(self, snapshot: Snapshot) -> None:
        self._first = snapshot
        super().load(snapshot)

    def dump(self) -> Snapshot:
        now = super().dump()
        for app, state in self._first.apps.items():
            now = now.with_app(app, AppState(state.database, now.apps[app].ui))
        return now


def test_the_oracle_on_both_ways(toy: Catalog, fake: DeviceSpec) -> None:
    jobs = make_plan(toy, sample=6, seed=1).jobs()
    with fake.make() as direct, make_device("adbd", serves="fake", screen=SMALL) as through:
        found = compare_episodes(toy, jobs, direct, through)
    assert found.configurations == tuple(job.configuration.id for job in jobs)
    assert all(found.solved)
    assert all(found.equal)
    assert found.differing == ()


def test_a_phone_that_loses_what_was_done_shows(toy: Catalog, fake: DeviceSpec) -> None:
    jobs = make_plan(toy, sample=12, seed=1).jobs()
    with fake.make() as direct, Forgetful(screen=SMALL) as through:
        found = compare_episodes(toy, jobs, direct, through)
    assert 0 < sum(found.solved) < len(jobs)  # questions need no database
    assert found.equal == found.solved
    assert {entry[0] for entry in found.differing} == {
        name for name, equal in zip(found.configurations, found.equal, strict=True) if not equal
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [({}, 0), ({"solved": 39}, 1), ({"equal_verdicts": 39}, 1), ({"ratio_step": 3.01}, 1)],
)
def test_the_exit_code_says_whether_it_holds(
    change: dict[str, float],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    times = {"median": 1.0, "p95": 2.0}
    figures = {
        "ratio_step": 1.3, "episodes": 40, "solved": 40, "equal_verdicts": 40,
        "differing": ["pay.send_money/i0/ada/paper/launcher/p0"], "step_ms_adb": times,
        "step_ms_process": times, "screen": "1080x2400",
        "together": {"phones": 8, "steps_per_s": 9.0, "step_ms": times, "shell_ms": times},
        **change,
    }  # fmt: skip
    monkeypatch.setattr(bench_adb, "measure", lambda **_: figures)
    for arguments in (["bench", "adb"], ["bench", "adb", "--json"]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == code
        shown = capsys.readouterr().out
        if "--json" in arguments:
            assert json.loads(shown) == figures
        else:
            assert "pay.send_money/i0" in shown


def test_a_server_that_does_not_start_shows_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(through_adb, "_PROGRAM", "raise SystemExit('the disk is full')")
    with (
        pytest.raises(EnvironmentSetupError, match="did not start: the disk is full"),
        ServedPhones.start(1, SMALL),
    ):
        raise AssertionError(sys.argv)


@pytest.mark.phone
@pytest.mark.skipif(
    not (DEFAULT_BUNDLE / "index.html").exists(), reason="the app bundle is not built (make apps)"
)
def test_the_whole_benchmark_with_real_apps(capsys: pytest.CaptureFixture[str]) -> None:
    figures = bench_adb.measure(sample=2, seed=3, steps=2, phones=2, screen="small")
    assert (figures["episodes"], figures["solved"], figures["equal_verdicts"]) == (2, 2, 2)
    assert figures["ratio_step"] > 0
    assert figures["together"]["phones"] == 2
    assert figures["together"]["steps"] > 0
    assert set(figures["together"]["shell_ms"]) == {"median", "p95"}
