"""Every command with wrong input: exit code 2 and a message that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_eval.cli import main
from tapworld_eval.uncertainty import save
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    for name, records, interface in (("cell", 40, "open"), ("api", 40, "api"), ("few", 6, "open")):
        process = CellProcess(records=records, dimension=3, interface=interface)  # type: ignore[arg-type]
        save(simulate_cell(process, seed=1), folder / name)
    (folder / "table.csv").write_text("a,b\n1,2\n")
    (folder / "rows.jsonl").write_text('{"id": 1}\n')
    (folder / "empty").mkdir()
    return folder


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("score nowhere", "no cell here"),
        ("score cell -m nothing", "no method 'nothing'"),
        ("score api -m sep", "sep needs hidden"),
        ("score cell --calibration 1.5", "calibration share must lie in (0, 1)"),
        ("score cell --plot x.xyz", "use .svg or .png"),
        ("score cell -m msp --seeds 1 --bootstrap 0 --csv table.csv/x.csv", "cannot write"),
        ("transfer cell --seeds 1", "at least two cells"),
        ("transfer table.csv", "lacks the column(s) cell"),
        ("transfer cell --to few --seeds 1 -m nothing", "no method 'nothing'"),
        ("transfer cell --to cell --seeds 1 -m msp", "a method twice in one cell"),
        ("conformal cell --kind odd", "no region 'odd'"),
        ("conformal cell --kind mondrian --by nothing", "no column 'nothing'"),
        ("conformal cell --kind cqr", "follows a score"),
        ("conformal few --kind cqr -m sep", "no calibration record is left"),
        ("conformal cell --alpha 1", "alpha is the allowed error rate, in (0, 1)"),
        ("abstain cell --risk 0", "risk is the allowed error rate among accepted"),
        ("abstain cell --delta 0", "delta is the allowed probability"),
        ("abstain few --seeds 2 -m mahalanobis", "no calibration record is left"),
        ("shift cell nowhere", "no cell.json"),
        ("shift cell cell -m sep", "methods that learn nothing"),
        ("online cell --start 40", "none is left"),
        ("recommend cell --model-class odd", "vanilla or specialist"),
        ("recommend cell --prior nothing", "no method 'nothing'"),
        ("normalize rows.jsonl out", "no target box"),
        ("normalize empty out", "no .pt file"),
        ("simulate table.csv/in --records 10", "cannot write"),
        ("study --records 40 --out table.csv", "cannot write"),
        ("analyse odd cell", "no analysis 'odd'"),
        ("analyse splits cell --metric odd", "no metric 'odd'"),
        ("analyse layers cell", "no hidden_layers"),
        ("report cell cell", "two cells are named"),
        ("rollout empty", "is no run folder"),
        ("rollout nowhere", "is no run folder"),
    ],
)
def test_it_is_refused(
    command: str,
    said: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(place)
    with pytest.raises(SystemExit) as end:
        main(["uq", *command.split()])
    assert end.value.code == 2
    # Rich breaks long lines.
    assert said in " ".join(capsys.readouterr().err.split())
