"""`ground trace` as a user runs it: recorded replies, a run, a picture."""

import json
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tapworld_eval.cli import main
from tapworld_eval.grounding.runs import read_rows
from tapworld_eval.grounding.tracing import plot_trace


@pytest.fixture
def run(screenspot_pro, tmp_path, capsys):
    replies = [
        {"tag": f"vscode_macos_{number}/{stage}", "text": text}
        for number in range(3)
        for stage, text in (("locate", "(100, 100)"), ("reground", "(150, 150)"))
    ]
    recorded = tmp_path / "replies.jsonl"
    recorded.write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    command = ["ground", "run", str(screenspot_pro), "--model", f"recorded:{recorded}"]
    command += ["--format", "qwen3-vl-pair", "--scaffold", "reground", "-o", "window=200"]
    with pytest.raises(SystemExit, match="0"):
        main([*command, "--out", str(tmp_path / "run")])
    capsys.readouterr()
    return tmp_path / "run"


def test_a_trace_is_drawn_from_the_run_alone(run, tmp_path):
    picture = tmp_path / "trace.png"
    with pytest.raises(SystemExit, match="0"):
        main(["ground", "trace", str(run), "vscode_macos_1", "--picture", str(picture)])
    assert min(Image.open(picture).size) > 400


def test_panels_show_windows_draws_target_and_click(run):
    row = read_rows(run)[0]
    assert row["correct"]
    figure = plot_trace(row, np.full((600, 800, 3), 200, np.uint8))
    whole, crop = figure.axes
    assert whole.get_xlim() == (0, 800)
    assert (crop.get_xlim(), crop.get_ylim()) == ((0, 200), (200, 0))
    drawn = [patch.get_window_extent().width for patch in whole.patches]
    assert drawn[1] / drawn[0] == pytest.approx(200 / 40)  # the next window, the target
    clicks: list[Any] = [line.get_xydata() for line in crop.lines]
    assert [click.tolist() for click in clicks] == [[[30, 30]]] * 2
    assert "(150, 150)" in crop.get_title(loc="left")


def test_an_unknown_sample_is_named(run, tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["ground", "trace", str(run), "nope", "--picture", str(tmp_path / "t.png")])
    assert "'nope'" in capsys.readouterr().err
