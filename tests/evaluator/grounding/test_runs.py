import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tapworld_eval.grounding.boxes import center
from tapworld_eval.grounding.datasets import read_dataset
from tapworld_eval.grounding.errors import (
    BudgetExceeded,
    FormatError,
    GroundingRunError,
    GroundingRunMismatch,
)
from tapworld_eval.grounding.formats import model_format, model_formats
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models import ChatModel, Ledger, Price, ScriptedModel
from tapworld_eval.grounding.models.pictures import Encoding
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.grounding.runs import (
    RunConfig,
    accuracy_tables,
    compare_runs,
    read_rows,
    rescore,
    rows_frame,
    run_grounding,
    summary,
)
from tapworld_eval.grounding.scaffolds import make_scaffold
from tapworld_eval.grounding.spaces import to_model

from .chat_server import ChatServer
from .writing import write


def perfect(samples, format_name):
    """A model that answers right, in its own space and syntax."""
    by_id = {sample.id: sample for sample in samples}
    format_ = model_format(format_name)

    def rule(query):
        target = by_id[query.tag.split("/")[0]].target
        if target.box is None:
            return ["[-1,-1]"] * query.n
        # The middle of a polygon's box may lie outside the polygon.
        corners = target.corners or ((center(target.box)),)
        middle = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
        point = to_model(middle, format_.space, query.frame)
        return [write(format_.syntax, point)] * query.n

    return ScriptedModel(f"perfect-{format_name}", rule)


def config(samples, model, format_name, scaffold="bare", **options):
    locator = Locator(
        model, model_format(format_name), load_prompt(model_format(format_name).prompt)
    )
    return RunConfig("d", samples, locator, make_scaffold(scaffold, options))


@pytest.mark.parametrize("name", model_formats())
def test_a_perfect_model_scores_everything_through_its_own_format(name, screenspot_pro, tmp_path):
    samples = read_dataset(screenspot_pro)
    rows = run_grounding(config(samples, perfect(samples, name), name), tmp_path / "run")
    assert [row["correct"] for row in rows] == [True] * 3
    assert all(draw["native"] for row in rows for ask in row["asked"] for draw in ask["draws"])


@pytest.mark.parametrize(
    ("said_in", "read_as", "score"),
    [
        ("qwen3-vl-pair", "gta1", 0),  # 0-1000 read as pixels
        ("gta1", "qwen3-vl-pair", 0),  # pixels read as 0-1000
        ("gpt", "claude", 0),  # a nested box is no plain box
        ("qwen3-vl", "qwen3-vl-pair", 1),  # a call holds two numbers: the fallback reads them
        ("qwen3-vl-json", "qwen3-vl-pair", 0),  # a box holds four
        ("showui-2b", "ui-venus-1.5", 0),  # 0-1 read as 0-1000
    ],
)
def test_a_wrong_format_gives_the_documented_wrong_score(
    said_in, read_as, score, screenspot_pro, tmp_path
):
    samples = read_dataset(screenspot_pro)
    rows = run_grounding(config(samples, perfect(samples, said_in), read_as), tmp_path / "run")
    assert sum(row["correct"] for row in rows) / len(rows) == score


def test_refusals(osworld_g, tmp_path):
    samples = read_dataset(osworld_g)
    rows = run_grounding(
        config(samples, perfect(samples, "ui-venus-1.5"), "ui-venus-1.5"), tmp_path
    )
    head = summary(rows_frame(rows))
    assert (head["accuracy_micro"], head["refusals_right"], head["refusals_wrong"]) == (1, 1, 0)


def test_a_prompt_of_another_space_is_refused(screenspot_pro):
    model = perfect(read_dataset(screenspot_pro), "gta1")
    with pytest.raises(FormatError, match="states the space"):
        Locator(model, model_format("gta1"), load_prompt("gpt-unit-box"))


def test_the_run_id_hashes_everything_and_resume_refuses_a_mismatch(screenspot_pro, tmp_path):
    samples = read_dataset(screenspot_pro)
    first = config(samples, perfect(samples, "gta1"), "gta1")
    run_grounding(first, tmp_path)
    locator = first.locator
    words = locator.prompt.model_copy(update={"answer": "Point:\n(x,y)"})
    changed = [
        RunConfig("d", samples[:2], locator, first.scaffold),
        RunConfig("d", samples, locator, make_scaffold("reground")),
        RunConfig("d", samples, Locator(locator.model, locator.format, words), first.scaffold),
        RunConfig(
            "d",
            samples,
            Locator(locator.model, locator.format, locator.prompt, Encoding("jpeg")),
            first.scaffold,
        ),
    ]
    assert len({first.run_id, *(c.run_id for c in changed)}) == 5
    for other in changed:
        with pytest.raises(GroundingRunMismatch, match="->"):
            run_grounding(other, tmp_path)


def test_a_torn_line_is_repaired_and_a_damaged_one_named(screenspot_pro, tmp_path):
    samples = read_dataset(screenspot_pro)
    made = config(samples, perfect(samples, "gta1"), "gta1")
    run_grounding(made, tmp_path)
    file = tmp_path / "results.jsonl"
    before = file.read_bytes()
    file.write_bytes(before[:-30])
    run_grounding(made, tmp_path)
    assert file.read_bytes() == before
    file.write_bytes(before.replace(b"{", b"?", 1))
    with pytest.raises(GroundingRunError, match=r"results\.jsonl:1"):
        read_rows(tmp_path)


def test_the_cap_stops_mid_run_without_losing_a_row(screenspot_pro, tmp_path):
    samples = read_dataset(screenspot_pro)
    with ChatServer(lambda body, _: "(500, 500)") as server:

        def run(folder, cap):
            model = ChatModel(
                "m",
                server.url,
                Price(1, 10),
                Ledger(cap, folder / "ledger.jsonl"),
                cache=folder / "cache",
            )
            return run_grounding(config(samples, model, "qwen3-vl-pair"), folder)

        with pytest.raises(BudgetExceeded):
            run(tmp_path / "cut", 0.0072)
        assert 0 < len(read_rows(tmp_path / "cut")) < 3
        run(tmp_path / "cut", 1.0)
        assert len(server.requests) == 3
        run(tmp_path / "whole", 1.0)
    cut, whole = ((tmp_path / name / "results.jsonl").read_bytes() for name in ("cut", "whole"))
    assert cut == whole


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from tapworld_eval.cli import main
    from tapworld_eval.grounding.runs import folder
    append = folder.RunFolder.append
    def dying(self, row):
        append(self, row)
        self._lines._file.write(b'{"torn'); self._lines._file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[1] == "die":
        folder.RunFolder.append = dying
    main(sys.argv[2:])
"""


def test_kill_9_and_resume_give_the_file_of_an_uninterrupted_run(screenspot_pro, tmp_path):
    with ChatServer(lambda body, _: "(500, 500)") as server:

        def run(how, out):
            command = [
                sys.executable,
                "-c",
                textwrap.dedent(KILLED),
                how,
                "ground",
                "run",
                str(screenspot_pro),
                "--model",
                "m",
                "--format",
                "qwen3-vl-pair",
                "--base-url",
                server.url,
                "--price",
                "1,10",
                "--out",
                str(out),
            ]
            return subprocess.run(command, capture_output=True, env=os.environ, check=False)

        assert run("die", tmp_path / "a").returncode == -signal.SIGKILL
        assert run("live", tmp_path / "a").returncode == 0
        assert run("live", tmp_path / "b").returncode == 0
    one, two = ((tmp_path / name / "results.jsonl").read_bytes() for name in "ab")
    assert one == two
    assert len(one.splitlines()) == 3


def test_rescoring_equals_running_and_bounds_what_was_not_drawn(screenspot_pro, tmp_path):
    samples = read_dataset(screenspot_pro)
    made = config(samples, perfect(samples, "gta1"), "gta1", "gated_zoom", tau="3", least="64")
    rows = run_grounding(made, tmp_path)
    same, voting, other = rescore(
        rows,
        [
            made.scaffold,
            make_scaffold("gated_zoom", {"tau": "-1"}),
            make_scaffold("gated_zoom", {"tau": "3", "least": "100"}),
        ],
    )
    assert (same.low, same.high, same.known, same.calls) == (1, 1, 3, 9)
    assert (voting.low, voting.voted, voting.zoomed, voting.calls) == (1, 1, 0, 8)
    assert (other.known, other.low, other.high, other.kept_in_view) == (0, 0, 1, 1)


def test_tables_and_comparison(screenspot, tmp_path):
    samples = read_dataset(screenspot)
    good = run_grounding(config(samples, perfect(samples, "gta1"), "gta1"), tmp_path / "good")
    lazy = ScriptedModel("lazy", lambda query: ["(1, 1)"])
    bad = run_grounding(config(samples, lazy, "gta1"), tmp_path / "bad")
    tables = accuracy_tables(rows_frame(good))
    assert list(tables["element"]["n"]) == [3, 3]
    assert set(tables) == {"element", "platform", "group"}
    found = compare_runs(bad, good)
    assert (found.gained, found.lost, found.difference) == (6, 0, 1)
    assert found.p_value == pytest.approx(2 / 2**6)
    assert json.dumps(vars(found))
