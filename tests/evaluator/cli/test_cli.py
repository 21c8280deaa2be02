"""The command line: exit codes, plain messages, JSON and nothing but JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tapworld_eval.cli.main import app, main
from tapworld_scenarios.catalog import Catalog


@pytest.fixture
def toy_shipped(toy: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command find the toy catalogue where it looks for the shipped one."""
    import tapworld_scenarios

    monkeypatch.setattr(tapworld_scenarios, "load_catalog", lambda path=None: toy)


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    shown = capsys.readouterr()
    return int(left.value.code or 0), shown.out, shown.err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, _ = call(capsys, *arguments, "--json")
    assert code == 0
    return json.loads(out)


def commands() -> list[list[str]]:
    import typer

    found: list[list[str]] = []

    def walk(command: Any, path: list[str]) -> None:
        for name, inner in sorted(getattr(command, "commands", {}).items()):
            walk(inner, [*path, name])
        if path and not hasattr(command, "commands"):
            found.append(path)

    walk(typer.main.get_command(app), [])
    return found


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_every_command_shows_an_example(
    path: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(capsys, *path, "--help")
    assert code == 0
    assert f"tapworld {path[0]}" in out.partition("Example")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--agent", "orcale", "--out", "x"], "did you mean oracle"),
        (["run", "--agent", "noop", "--scenario", "notes.ad", "--out", "x"], "notes.add_note"),
        (["run", "--agent", "noop", "--screen", "huge", "--out", "x"], "--screen takes"),
        (["run", "--agent", "oracle", "-o", "epsilon", "--out", "x"], "key=value"),
        (["run", "--agent", "noop", "--configuration", "nonsense", "--out", "x"], "nonsense"),
        (["run", "--agent", "noop", "--method", "lucky", "--out", "x"], "pairwise"),
        (["run", "--agent", "replay", "-o", "source=nowhere", "--out", "x"], "no run folder"),
        (["show", "notes.ad_note"], "did you mean"),
        (["prove", "--app", "note"], "did you mean notes"),
        (["report", "nowhere"], "nowhere is no run folder"),
        (["nonsense"], "No such command"),
        (["list", "--nonsense"], "No such option"),
    ],
)
def test_bad_input_is_two_and_a_message(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    toy_shipped: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err.replace("\n", " ")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_list_and_check_keys(capsys: pytest.CaptureFixture[str], toy_shipped: None) -> None:
    listed = data(capsys, "list")
    assert {"apps", "scenarios", "composed", "instances", "configurations", "per_app"} <= set(
        listed
    )
    assert listed["scenarios"] == 2
    checked = data(capsys, "check")
    assert checked["pairs"] == checked["compatible"] == 40
    assert {"infeasible", "trivial", "incoherent", "ambiguous", "seconds"} <= set(checked)


def test_run_export_and_prove(
    capsys: pytest.CaptureFixture[str],
    toy_shipped: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    fast = ("--device", "fake", "--sample", "3", "--workers", "1")
    ran = data(capsys, "run", "--agent", "oracle", "--out", "run", "--screen", "small", *fast)
    assert ran["scores"]["overall"]["successes"] == 3
    proved = data(capsys, "prove", *fast)
    assert proved["solved"] == proved["sampled"] == 3
    assert proved["refused"] == proved["near_misses"] > 0
    for name in ("out.csv", "out.parquet", "out.sqlite", "out.jsonl"):
        assert call(capsys, "export", "run", "--out", name)[0] == 0
        assert (tmp_path / name).stat().st_size > 0
    assert data(capsys, "reverify", "run")["changed"] == []
