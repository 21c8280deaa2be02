import json

import pytest

from tapworld_eval.grounding.datasets import (
    check_dataset,
    detect_format,
    read_dataset,
    stratified_subset,
)
from tapworld_eval.grounding.errors import DatasetError


def test_screenspot_boxes_are_corner_and_size(screenspot):
    samples = read_dataset(screenspot)
    assert len(samples) == 6
    assert {sample.group for sample in samples} == {"mobile", "desktop", "web"}
    first = samples[0]
    assert first.target.box == (100, 50, 140, 70)
    assert first.target.hit_by((140, 70))
    assert not first.target.hit_by((141, 70))


def test_screenspot_v2_file_names(screenspot):
    (screenspot / "screenspot_imgs").rename(screenspot / "screenspotv2_image")
    for file in screenspot.glob("*.json"):
        file.rename(file.with_name(f"{file.stem}_v2.json"))
    assert {sample.group for sample in read_dataset(screenspot)} == {"mobile", "desktop", "web"}


def test_screenspot_pro_boxes_are_two_corners(screenspot_pro):
    sample = read_dataset(screenspot_pro)[0]
    assert (sample.target.box, sample.element) == ((10, 20, 50, 40), "icon")
    assert (sample.application, sample.platform) == ("vscode", "macos")


def test_osworld_g_boxes_polygons_refusals(osworld_g):
    box, polygon, refusal = read_dataset(osworld_g)
    assert box.target.box == (10, 20, 40, 60)
    assert polygon.target.hit_by((10, 10))
    assert not polygon.target.hit_by((30, 30))
    assert refusal.target.kind == "refusal"
    assert not refusal.target.hit_by((-1, -1))


def test_osworld_g_refined(osworld_g):
    samples = read_dataset(osworld_g, format="osworld-g-refined")
    assert samples[0].instruction == "Click the bin"
    assert [s.target for s in samples] == [s.target for s in read_dataset(osworld_g)]


def test_a_folder_with_the_refined_file_only(osworld_g):
    (osworld_g / "OSWorld-G.json").unlink()
    assert check_dataset(osworld_g).format == "osworld-g-refined"
    assert read_dataset(osworld_g)[0].instruction == "Click the bin"
    with pytest.raises(DatasetError, match=r"no OSWorld-G\.json"):
        read_dataset(osworld_g, format="osworld-g")


def test_ui_vision_corners_are_put_in_order(ui_vision):
    samples = read_dataset(ui_vision)
    assert samples[0].target.box == (250, 180, 300, 200)
    assert samples[0].application == "GIMP"


@pytest.mark.parametrize("name", ["screenspot", "screenspot_pro", "osworld_g", "ui_vision"])
def test_formats_are_told_by_their_layout(name, request):
    folder = request.getfixturevalue(name)
    assert detect_format(folder).name == name.replace("_", "-")
    report = check_dataset(folder)
    assert report.faults == ()
    assert report.sound == report.annotations


def test_a_check_names_every_fault(screenspot_pro):
    file = screenspot_pro / "annotations" / "vscode_macos.json"
    entries = json.loads(file.read_text())
    entries[0]["bbox"] = [10, 20, 5, 40]
    entries[1]["img_filename"] = "vscode_mac/gone.png"
    entries.append({**entries[2]})
    entries.append({**entries[2], "id": "x", "img_size": [1, 2]})
    file.write_text(json.dumps(entries))
    report = check_dataset(screenspot_pro)
    assert (report.annotations, report.sound) == (5, 1)
    shown = "\n".join(report.faults)
    for part in ("no inside", "gone.png is missing", "comes twice", "says the image is"):
        assert part in shown
    with pytest.raises(DatasetError, match="entry 0"):
        read_dataset(screenspot_pro)


def test_another_notation_is_noticed(screenspot):
    """Corners read as corner and size reach over the edge of the image."""
    file = screenspot / "screenspot_web.json"
    file.write_text(file.read_text().replace("[100, 50, 40, 20]", "[300, 200, 390, 290]"))
    with pytest.raises(DatasetError, match="another notation"):
        read_dataset(screenspot)


def test_an_unknown_layout_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="none of the known layouts"):
        detect_format(tmp_path)


def test_subsets_keep_the_mixture_and_the_seed(screenspot_pro):
    samples = read_dataset(screenspot_pro) * 1
    many = [s for s in samples for _ in range(40)]
    subset = stratified_subset(many, 30, seed=1, by=("element",))
    assert sum(s.element == "text" for s in subset) == 20
    assert subset == stratified_subset(many, 30, seed=1, by=("element",))
    with pytest.raises(DatasetError):
        stratified_subset(samples, 4, seed=1)
