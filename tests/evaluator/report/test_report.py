"""The report over two small runs: what stands in it, and that it needs nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tapworld_eval.audit.outcome import AuditFinding, AuditOutcome, AuditTable
from tapworld_eval.audit.rates import Rate
from tapworld_eval.errors import ReportError, RunFolderError
from tapworld_eval.report import write_report
from tapworld_eval.report.failures import group_failures
from tapworld_eval.report.runs import read_runs
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios.catalog import Catalog


@pytest.fixture(scope="module")
def runs(toy: Catalog, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    from tapworld_env.observations import Screen

    device = DeviceSpec("fake", Screen(412, 915, 1.0))
    folder = tmp_path_factory.mktemp("runs")
    plan = make_plan(toy, sample=6, seed=2)
    for agent in ("noop", "oracle"):
        settings = RunSettings(agent, device=device, image_width=120)
        run(plan, settings, folder / agent, catalog=toy)
    options = {"source": str(folder / "oracle")}
    run(plan, RunSettings("replay", options, device, image_width=0), folder / "replay", catalog=toy)
    return [folder / "noop", folder / "oracle", folder / "replay"]


@pytest.fixture(scope="module")
def page(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    target = tmp_path_factory.mktemp("report") / "report.html"
    return write_report(runs, target).read_text(encoding="utf-8")


def embedded(page: str, name: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def test_scores_stand_in_the_page_without_scripts(page: str) -> None:
    html = page[: page.index("<script")]
    assert "100.0 %" in html
    assert "6 of 6" in html
    assert "0 of 6" in html
    assert html.count('<svg class="figure"') >= 3


def test_it_loads_nothing_from_anywhere(page: str) -> None:
    shell = re.sub(r"<script type=.application/json.*?</script>", "", page, flags=re.S)
    assert not re.search(r"(src|href)=[\"'](?!#|data:)", shell)
    assert "@import" not in shell
    assert not re.search(r"url\((?!data:)", shell)


def test_every_episode_is_there_step_by_step(page: str) -> None:
    episodes = embedded(page, "episode-data")
    images = embedded(page, "image-data")
    assert len(episodes) == 18
    solved = [e for e in episodes if e["agent"] == "oracle"]
    assert all(e["success"] and e["clauses"] for e in solved)
    for episode in solved:
        assert len(episode["steps"]) == episode["taken"]
        assert all(step["image"] in images for step in episode["steps"])
    assert all(value.startswith("data:image/webp;base64,") for value in images.values())


def test_failures_are_grouped_by_clause(runs: list[Path]) -> None:
    groups = {group.reason: group for group in group_failures(read_runs(runs))}
    assert "rows missing or wrong in notes.notes" in groups
    assert groups["rows missing or wrong in notes.notes"].counts == {0: 3}
    assert sum(group.counts.get(1, 0) for group in groups.values()) == 0


def test_replay_is_set_against_its_source(page: str) -> None:
    section = page[page.index('id="replay"') : page.index('id="episodes"')]
    assert "replay (k = 1)" in section
    assert section.count("6/6") == 3


def test_audits_stand_in_the_page_with_verdict_intervals_and_findings(
    runs: list[Path], page: str, tmp_path: Path
) -> None:
    assert 'id="audits"' not in page
    rates = tuple((name, (Rate(9, 10, 0.9, 0.6, 0.98),)) for name in ("edit", "question"))
    tables = (
        AuditTable("Rates of kinds", ("kind", "right"), rates),
        AuditTable("Plain <b>", ("name", "count"), (("rows", (7,)),)),
    )
    flaw = AuditFinding("flaw", "notes.add_note", "<script>accepted</script>")
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    AuditOutcome("verifiers", "fails", "one flaw", tables, (flaw,)).write(paths[0])
    AuditOutcome("noop", "holds", "all is well", ()).write(paths[1])
    page = write_report(runs[:1], tmp_path / "x.html", audits=paths).read_text(encoding="utf-8")
    section = page[page.index('id="audits"') : page.index('id="episodes"')]
    for text in (
        '<span class="badge no">fails</span>',
        '<span class="badge ok">holds</span>',
        "<b>90.0 %</b>",
        "9/10 · 60.0 – 98.0",
        "&lt;script&gt;accepted",
        "Plain &lt;b&gt;",
        "No findings.",
    ):
        assert text in section, text
    assert section.count('<svg class="figure"') == 1  # one row of numbers is no figure
    with pytest.raises(ReportError, match="twice"):
        write_report(runs[:1], tmp_path / "y.html", audits=[paths[0]] * 2)
    paths[1].write_text('{"record": "probe", "schema_version": 1}\n')
    with pytest.raises(ReportError, match="summary"):
        write_report(runs[:1], tmp_path / "y.html", audits=paths)
    assert not (tmp_path / "y.html").exists()


def test_bounds_say_what_they_left_out(runs: list[Path], tmp_path: Path) -> None:
    page = write_report(runs, tmp_path / "small.html", most_episodes=4).read_text(encoding="utf-8")
    episodes = embedded(page, "episode-data")
    assert sum("steps" in episode for episode in episodes) == 4
    assert f"{len(episodes) - 4} episodes are listed without their steps" in page


def test_text_from_outside_cannot_break_out(runs: list[Path], tmp_path: Path) -> None:
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    (hostile / "manifest.json").write_bytes((runs[0] / "manifest.json").read_bytes())
    line = (runs[0] / "episodes.jsonl").read_text().splitlines()[0]
    record = json.loads(line) | {"goal": "</script><script>alert(1)</script>", "agent_error": "<b>"}
    (hostile / "episodes.jsonl").write_text(json.dumps(record) + "\n")
    page = write_report([hostile], tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert embedded(page, "episode-data")[0]["goal"].startswith("</script>")


def test_bad_input(runs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="twice"):
        write_report([runs[0], runs[0]], tmp_path / "x.html")
    with pytest.raises(RunFolderError, match="no run folder"):
        write_report([tmp_path], tmp_path / "x.html")
    assert not (tmp_path / "x.html").exists()


def test_statistics_stand_in_the_page_each_with_how_to_read_it(page: str) -> None:
    html = page[: page.index('id="failures"')]
    for name in ("ranks", "profile", "variability", "components", "coverage", "power"):
        section = html[html.index(f'<section id="{name}">') :]
        assert '<p class="lead">' in section[: section.index("</section>")]
    assert 'href="#ranks">Statistics' in html
