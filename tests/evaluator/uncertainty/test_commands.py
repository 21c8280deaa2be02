import json

import numpy as np
import pytest
from typer.testing import CliRunner

from tapworld_eval.cli.uncertainty import app
from tapworld_eval.uncertainty import OptionError, save
from tapworld_eval.uncertainty.records import Interface
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell


def run(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.stdout


def test_the_commands_speak_json(tmp_path):
    for name, dataset, seed in (("a", "p", 1), ("b", "q", 2)):
        cell = simulate_cell(CellProcess(records=80, interface="api", dataset=dataset), seed=seed)
        save(cell, tmp_path / name)
    rows = json.loads(
        run(
            "score", tmp_path, "--seeds", 2, "--bootstrap", 4, "--csv", tmp_path / "s.csv", "--json"
        )
    )
    assert len(rows) == 16
    assert {row["method"] for row in rows} >= {"ccp", "hedge"}
    found = json.loads(run("transfer", tmp_path / "s.csv", "--plot", tmp_path / "t.svg", "--json"))
    assert found["pairs"][0]["kind"] == "same model"
    assert (tmp_path / "t.svg").stat().st_size > 1000
    disks = json.loads(run("conformal", tmp_path / "a", "-m", "ccp", "--seeds", 2, "--json"))
    assert [disk["kind"] for disk in disks] == ["fixed", "normalized", "cqr"]
    assert json.loads(run("recommend", tmp_path / "a", "--json"))["metric"] == "auroc"
    assert len(json.loads(run("methods", "--api", "--json"))) == 8
    assert json.loads(run("reproduce", "--json"))[0]["agrees"] is True
    source = tmp_path / "r.jsonl"
    source.write_text('{"id": "a", "click": [5, 5], "bbox": [0, 0, 9, 9], "conf": 0.5}\n')
    facts = json.loads(
        run("normalize", source, tmp_path / "n", "--field", "verbalized_1s=conf", "--json")
    )
    assert facts["signals"] == ["verbalized_1s"]


@pytest.fixture
def folder(tmp_path):
    cell = simulate_cell(CellProcess(records=90, interface="api", model="v", dataset="p"), seed=1)
    save(cell, tmp_path / "a")
    order = np.arange(89, -1, -1)
    save(cell.select(order), tmp_path / "b")
    return tmp_path


def test_regions_have_commands(folder):
    kinds = ["fixed", "mondrian", "ellipse", "elements", "risk-control"]
    chosen = [text for kind in kinds for text in ("--kind", kind)]
    found = json.loads(
        run(
            "conformal",
            folder / "a",
            *chosen,
            "--by",
            "app",
            "--alpha",
            0.3,
            "--seeds",
            2,
            "--json",
        )
    )
    assert [region["kind"] for region in found] == kinds
    assert len(found[1]["strata"]) == 4
    assert found[3]["members"] >= 1
    table = run("conformal", folder / "a", "--by", "zone", "--alpha", 0.3, "--seeds", 2)
    assert "bottom" in table
    with pytest.raises(OptionError, match="group by"):
        run("conformal", folder / "a", "--by", "planet", "--seeds", 2)


def test_abstention_shift_and_running_agents_have_commands(folder):
    found = json.loads(
        run("abstain", folder / "a", "-m", "ccp", "--risk", 0.3, "--seeds", 3, "--json")
    )
    assert 0 <= found[0]["accepted"] <= 1
    moved = json.loads(run("shift", folder / "a", folder / "b", "--json"))[0]
    # The same records in another order: nothing to weigh, nearly all of them count.
    assert moved["effective"] > 0.8 * moved["records"]
    online = json.loads(run("online", folder / "a", "--start", 30, "--json"))[0]
    assert online["records"] == 60


def test_curves_and_analyses_have_commands(folder):
    files = [folder / name for name in ("r.svg", "c.svg")]
    run(
        "score", folder / "a", "-m", "ccp", "-m", "verbalized_1s", "--seeds", 2, "--bootstrap", 0,
        "--reliability", files[0], "--risk-coverage", files[1], "--csv", folder / "s.csv",
    )  # fmt: skip
    assert all(b"<svg" in path.read_bytes()[:400] for path in files)
    rows = json.loads(run("analyse", "families", folder / "s.csv", "--json"))
    assert {row["family"] for row in rows} == {"hybrid", "verbalised"}
    assert len(json.loads(run("analyse", "top", folder / "s.csv", "--top", 1, "--json"))) == 1
    with pytest.raises(OptionError, match="--before"):
        run("analyse", "transition", folder / "s.csv")
    with pytest.raises(OptionError, match="no analysis"):
        run("analyse", "luck", folder / "s.csv")


def test_transfer_leads_to_another_tier_on_the_methods_that_both_have(tmp_path):
    tiers: list[tuple[Interface, str]] = [("open", "ab"), ("api", "c")]
    for tier, models in tiers:
        for model in models:
            process = CellProcess(records=80, dimension=4, interface=tier, model=model, dataset="p")
            save(simulate_cell(process, seed=ord(model)), tmp_path / tier / model)
    options = ("--seeds", 2, "--json")
    across = json.loads(run("transfer", tmp_path / "open", "--to", tmp_path / "api", *options))
    assert [(pair["first"], pair["second"]) for pair in across["pairs"]] == [
        ("a x p", "c x p"),
        ("b x p", "c x p"),
    ]
    assert {pair["methods"] for pair in across["pairs"]} == {8}
    few = [part for name in ("ccp", "hedge", "imghedge") for part in ("-m", name)]
    within = json.loads(run("transfer", tmp_path / "open", *few, *options))
    assert [pair["methods"] for pair in within["pairs"]] == [3]
