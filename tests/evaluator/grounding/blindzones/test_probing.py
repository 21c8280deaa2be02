import json
import random

import numpy as np
import pytest

from tapworld_eval.cli import main
from tapworld_eval.grounding.blindzones import Grid, Prober, bottom_mask
from tapworld_eval.grounding.blindzones.bands import freed_accuracies, severity_bands
from tapworld_eval.grounding.blindzones.lattice import lattice_of_records
from tapworld_eval.grounding.blindzones.maps import analyse
from tapworld_eval.grounding.blindzones.probing import (
    ask_probes,
    probe_all,
    probe_where_open,
    read_probe_records,
)
from tapworld_eval.grounding.errors import BlindZoneError, GroundingRunMismatch
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.grounding.resize import Resize

GRID = Grid(4, 8)


def run(command):
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code in (0, None)


@pytest.fixture
def prober():
    draw = np.random.default_rng(0)
    return Prober([draw.integers(0, 256, (160, 80, 3), dtype=np.uint8) for _ in range(4)], GRID)


@pytest.fixture
def locator(planted, prober):
    return planted(lambda tag: prober.probe(int(tag.split("/")[0])).box)


def test_few_probes_already_cover_the_grid_and_map(locator, prober, tmp_path):
    assert probe_all(tmp_path / "p.jsonl", locator, prober, limit=40) == 40
    records = read_probe_records(tmp_path / "p.jsonl")
    found = analyse(records)
    assert (found["grid"], found["probed"], found["probes_a_cell"]) == ([4, 8], 1, [1, 2])
    assert found["accuracy"] == 0.5


def test_cells_that_were_not_probed_are_left_out_and_said(locator, prober, zone, tmp_path):
    probe_all(tmp_path / "p.jsonl", locator, prober, limit=20)
    found = analyse(read_probe_records(tmp_path / "p.jsonl"))
    assert found["probed"] == 20 / 32
    assert len(found["mask"]) == 4  # a fifth of those that were
    assert zone[found["mask"]].all()


def test_a_mask_takes_no_unknown_cell():
    accuracy = np.array([np.nan, 0.2, np.nan, 0.9])
    assert np.flatnonzero(bottom_mask(accuracy, Grid(2, 2), 0.5).cells).tolist() == [1]
    with pytest.raises(BlindZoneError, match="no cell"):
        bottom_mask(np.full(4, np.nan), Grid(2, 2))


def test_interrupted_probing_goes_on_and_threads_change_nothing(locator, prober, tmp_path):
    whole, other = tmp_path / "whole.jsonl", tmp_path / "other.jsonl"
    probe_all(whole, locator, prober, workers=3)
    probe_all(other, locator, prober, limit=50)
    other.write_bytes(other.read_bytes()[:-30])
    probe_all(other, locator, prober)
    assert other.read_bytes() == whole.read_bytes()


def test_other_backgrounds_are_refused(locator, prober, tmp_path):
    probe_all(tmp_path / "p.jsonl", locator, prober, limit=5)
    grey = Prober([np.full((160, 80, 3), 99, np.uint8)], GRID)
    with pytest.raises(GroundingRunMismatch, match="backgrounds"):
        probe_all(tmp_path / "p.jsonl", locator, grey, limit=5)


def test_adaptive_probing_is_kept_in_a_file_and_resumes(locator, prober, zone, tmp_path):
    out = tmp_path / "p.jsonl"
    found = probe_where_open(out, locator, prober, first=4, batch=2)
    assert found.spent + found.saved == len(prober)
    assert found.saved > 0
    assert len(out.read_text().splitlines()) == found.spent
    assert ((found.counts.accuracy < 0.8) == zone).all()
    before = out.read_bytes()
    assert probe_where_open(out, locator, prober, first=4, batch=2).spent == found.spent
    assert out.read_bytes() == before


def test_adaptive_counts_weigh_cells_alike():
    """Undecided cells are asked more often; the null must not follow them."""
    records = []
    for cell, (n, right) in enumerate([(6, 6), (6, 6), (30, 15), (6, 6)]):
        row, column = divmod(cell, 2)
        for number in range(n):
            left, top = 50 * column + 20, 50 * row + 20
            click = (left + 5, top + 5) if number < right else (0, 99)
            records.append((left, top, left + 10, top + 10, *click, 100, 100))
    import pandas as pd

    frame = pd.DataFrame(
        records, columns=["left", "top", "right", "bottom", "x", "y", "width", "height"]
    )
    found = analyse(frame, Grid(2, 2))
    assert found["accuracy"] == 0.875
    assert found["probes_a_cell"] == [6, 30]


def test_bands_hold_the_estimate_and_narrow_with_more_probes():
    draw = np.random.default_rng(1)
    truth = np.r_[np.full(80, 0.95), np.full(20, 0.3)]
    few, many = (severity_bands(draw.binomial(n, truth), np.full(100, n)) for n in (10, 300))
    for name, (low, high) in few.items():
        assert low < high
        assert many[name][1] - many[name][0] < high - low


def test_freeing_takes_chance_off():
    draw = np.random.default_rng(2)
    right = draw.binomial(30, np.full(400, 0.9))
    freed = freed_accuracies(right, np.full(400, 30), draw)
    assert freed.std() < 0.4 * (right / 30).std()
    assert freed.mean() == pytest.approx(right.mean() / 30, abs=0.01)


def test_targets_at_token_borders():
    draw = random.Random(0)
    import pandas as pd

    rows = []
    for number in range(200):
        x = draw.choice([32, 48])  # on a border, or between two
        hit = x == 48 or number % 2
        rows.append((x - 4, 44, x + 4, 52, x if hit else 0, 48, 320, 320))
    frame = pd.DataFrame(
        rows, columns=["left", "top", "right", "bottom", "x", "y", "width", "height"]
    )
    resize = Resize("smart", factor=32, min_pixels=1024, max_pixels=320 * 320)
    near, far = lattice_of_records(frame, resize)
    assert far["accuracy"] == 1
    assert near["gap"] == near["accuracy"] - 1
    assert near["gap_low"] < near["gap"] < near["gap_high"] < 0
    assert near["p"] < 1e-6
    with pytest.raises(BlindZoneError, match="lattice"):
        lattice_of_records(frame, Resize())


def test_probe_map_and_report_as_commands(locator, prober, tmp_path, capsys):
    """The command asks a recording of the planted model, and draws what it finds."""
    shots = tmp_path / "shots"
    shots.mkdir()
    for number, (_, image) in enumerate(prober.images([0, 96, 192, 288])):
        (shots / f"{number}.png").write_bytes(encode_png(image))
    said = [
        json.dumps({"tag": f"{record['index']}/probe", "text": record["text"]})
        for record in ask_probes(locator, prober, range(len(prober)))
    ]
    (tmp_path / "said.jsonl").write_text("\n".join(said))
    records, page = str(tmp_path / "p.jsonl"), tmp_path / "page.html"
    command = ["blindzones", "probe", str(shots), "--model", f"recorded:{tmp_path / 'said.jsonl'}"]
    command += ["--format", "qwen3-vl-pair", "--out", records, "--grid", "4x8", "--json"]
    run([*command, "--limit", "32"])
    assert json.loads(capsys.readouterr().out) == {"probes": 32, "saved": 0, "design": 384}
    run([*command, "--adaptive"])
    told = json.loads(capsys.readouterr().out)
    assert told["probes"] + told["saved"] == 384
    picture = ["--picture", str(tmp_path / "map.svg"), "--html", str(page)]
    run(["blindzones", "map", records, "--json", *picture])
    found = json.loads(capsys.readouterr().out)
    assert found["lattice"][0]["where"] == "near"  # from the sidecar's format
    text = page.read_text()
    assert text.count('<svg class="map"') >= 2
    assert "http" not in text.replace("http://www.w3.org", "")
    run(["blindzones", "report", records, records, "--out", str(page)])
    assert "Between models" in page.read_text()
