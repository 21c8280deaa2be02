import functools
import json

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tapworld_eval.cli import compare, stats
from tapworld_eval.statistics import OptionError, OutputError, RecordsError, write_records


@pytest.fixture
def files(make_records, tmp_path):
    first = make_records(apps=2, scenarios=4)
    second = first.assign(success=1)
    return [
        str(write_records(frame.assign(agent=name), tmp_path / f"{name}.csv"))
        for name, frame in (("old", first), ("new", second))
    ]


@pytest.fixture(autouse=True, scope="module")
def built_once():
    """Building a group of commands from their signatures takes longer than most of them run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", functools.cache(get_command))
        yield


def invoke(app, *arguments, **options):
    return CliRunner().invoke(app, [str(a) for a in arguments], **options)


def call(app, *arguments):
    result = invoke(app, *arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_bootstrap_prints_for_people_and_machines(files):
    found = json.loads(call(stats.app, "bootstrap", files[0], "-B", 100, "--json"))
    assert found["suite"]["low"] < found["suite"]["estimate"] < found["suite"]["high"]
    assert found["axes"] == ["profile", "theme"]
    assert [app["app"] for app in found["apps"]] == ["app0", "app1"]
    assert "95 % interval" in call(stats.app, "bootstrap", files[0], "-B", 100)


@pytest.mark.parametrize(
    ("command", "columns"),
    [
        (("intervals", "--by", "scenario"), {"app", "scenario", "estimate", "low", "high"}),
        (("profile", "-B", 20), {"tau", "share", "low", "high"}),
        (("mad", "--permutations", 3), {"axis", "mad", "null", "excess", "p_value"}),
        (("components",), {"level", "variance", "share"}),
        (("pass-at-k",), {"k", "pass_at_k"}),
        (("coverage", "--experiments", 2, "-B", 20), {"method", "level", "coverage"}),
    ],
)
def test_tables_have_their_columns(files, command, columns):
    rows = json.loads(call(stats.app, command[0], files[0], *command[1:], "--json"))
    assert columns <= set(rows[0])
    assert call(stats.app, command[0], files[0], *command[1:])


def test_compare_says_what_differs(files):
    found = json.loads(call(compare.app, *files, "-B", 200, "--json"))
    assert found["agents"] == ["old", "new"]
    assert found["difference"]["high"] < 0
    assert found["mcnemar"]["wins"] == 0
    assert "a real difference" in call(compare.app, *files, "-B", 200)


def test_rank_takes_a_run_each(files):
    found = json.loads(call(stats.app, "rank", *files, "-B", 100, "--json"))
    assert [agent["agent"] for agent in found["agents"]] == ["new", "old"]


def test_planning_commands(files, tmp_path):
    found = json.loads(call(stats.app, "power", "--effect", 0.2, "--json"))
    assert found["required_n"]["independent"] > 50
    plan = json.loads(call(stats.app, "allocate", files[0], "--budget", 500, "--json"))
    assert plan["total"] <= 500
    stopped = json.loads(call(stats.app, "stop", *files, "--json"))
    assert stopped["decision"] == "second"
    assert stopped["used"] < stopped["pairs"]
    crossed = json.loads(call(stats.app, "interaction", files[0], "profile", "theme", "--json"))
    assert crossed["squares"] > 0
    out = tmp_path / "copy.jsonl"
    assert json.loads(call(stats.app, "convert", files[0], out, "--json"))["rows"] == 144


def test_figures_of_one_run_and_of_several(files, tmp_path):
    for kind, runs in (("ranks", files), ("profile", files), ("mad", files[:1])):
        out = tmp_path / f"{kind}.png"
        assert call(stats.app, "plot", kind, *runs, out).strip().endswith(out.name)
        assert out.read_bytes().startswith(b"\x89PNG")
    refused = invoke(stats.app, "plot", "mad", *files, tmp_path / "x.svg")
    assert refused.exit_code == 2
    assert "draws one run" in refused.output
    with pytest.raises(RecordsError, match="no rollout of agent 'absent'"):
        call(stats.app, "plot", "profile", *files, tmp_path / "x.svg", "--agent", "absent")
    with pytest.raises(OptionError, match="gif"):
        call(stats.app, "plot", "mad", files[0], tmp_path / "x.gif")
    with pytest.raises(OutputError, match="cannot be written"):
        call(stats.app, "plot", "mad", files[0], f"{files[0]}/x.svg")


WRONG = {
    "nocolumn.csv": ("app,scenario\np,s\n", "lack the column"),
    "missing.csv": ("app,scenario,success\np,s,1\np,t,\n", "missing in 1 row"),
    "text.csv": ("app,scenario,success\np,s,yes\n", "got 'yes'"),
    "header.csv": ("app,scenario,success\n", "no rows"),
    "empty.csv": ("", "is empty"),
    "semicolons.csv": ("app;scenario;success\np;s;1\n", "semicolons"),
    "agents.csv": (
        "agent,app,scenario,rollout,success\nx,p,s,0,1\ny,p,s,0,0\n",
        "2 agents",
    ),
}


COMMANDS = {
    "bootstrap": (stats.app, ("bootstrap", "WRONG")),
    "rank": (stats.app, ("rank", "WRONG", "SOUND")),
    "stop": (stats.app, ("stop", "WRONG", "SOUND")),
    "plot": (stats.app, ("plot", "intervals", "WRONG", "x.svg")),
    "compare": (compare.app, ("WRONG", "SOUND")),
}


@pytest.mark.parametrize(
    ("command", "name"),
    # Several agents are what ranks take.
    [(c, name) for c in COMMANDS for name in WRONG if (c, name) != ("rank", "agents.csv")],
)
def test_wrong_files_are_named(tmp_path, command, name):
    content, message = WRONG[name]
    paths = {"WRONG": tmp_path / name, "SOUND": tmp_path / "sound.csv"}
    paths["WRONG"].write_text(content)
    paths["SOUND"].write_text("app,scenario,rollout,success\np,s,0,1\np,t,0,0\n")
    app, words = COMMANDS[command]
    with pytest.raises(RecordsError, match=message) as found:
        call(app, *(paths.get(word, word) for word in words))
    assert name in str(found.value)


def test_folders_of_another_kind_say_what_is_looked_for(tmp_path):
    with pytest.raises(RecordsError, match=r"episodes\.jsonl.*this one is empty"):
        call(stats.app, "bootstrap", tmp_path)
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(RecordsError, match="holds none of them"):
        call(stats.app, "bootstrap", tmp_path)
    with pytest.raises(RecordsError, match="unknown results: no file of"):
        call(stats.app, "bootstrap", tmp_path / "notes.txt")


def test_a_run_is_not_compared_with_itself(files):
    refused = invoke(compare.app, files[0], files[0])
    assert refused.exit_code == 2
    assert "compared with itself" in refused.output


def test_simulate_keeps_its_contract():
    found = json.loads(
        call(stats.app, "simulate", "--experiments", 2, "-B", 20, "--workers", 1, "--json")
    )
    assert set(found["ladder"]) == {"rollouts", "axes", "full"}
    assert 0.24 < found["wald_r3"] < 0.27
    assert 0.94 < found["wilson_r3"] < 0.97
    assert found["paper"]["ladder"]["full"] == 0.95


def test_bench_keeps_its_contract(monkeypatch):
    figures = {"bootstrap_s": 0.5, "ratio_rliable": 50.0, "peak_mb": 200.0}
    monkeypatch.setattr(
        "tapworld_eval.statistics.benchmark.benchmark_bootstrap", lambda **_: dict(figures)
    )
    assert json.loads(call(stats.app, "bench", "--json")) == figures


def test_wrong_input_is_the_packages_error(files):
    with pytest.raises(RecordsError, match="no rollout of agent 'absent'"):
        call(stats.app, "bootstrap", files[0], "--agent", "absent")
