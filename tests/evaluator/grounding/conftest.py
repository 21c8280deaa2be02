import json
from pathlib import Path

import pytest
from PIL import Image


def _image(path: Path, size: tuple[int, int]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (240, 240, 240)).save(path)


def _json(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))


@pytest.fixture
def screenspot(tmp_path):
    root = tmp_path / "screenspot"
    for split, name in (("mobile", "mobile_1.png"), ("desktop", "pc_1.png"), ("web", "web_1.png")):
        _image(root / "screenspot_imgs" / name, (400, 300))
        source = {"mobile": "ios", "desktop": "windows", "web": "shop"}[split]
        _json(
            root / f"screenspot_{split}.json",
            [
                {
                    "img_filename": name,
                    "bbox": [100, 50, 40, 20],
                    "instruction": "close this window",
                    "data_type": kind,
                    "data_source": source,
                }
                for kind in ("text", "icon")
            ],
        )
    return root


@pytest.fixture
def screenspot_pro(tmp_path):
    root = tmp_path / "pro"
    _image(root / "images" / "vscode_mac" / "shot.png", (800, 600))
    _json(
        root / "annotations" / "vscode_macos.json",
        [
            {
                "img_filename": "vscode_mac/shot.png",
                "bbox": [10, 20, 50, 40],
                "instruction": "open the command palette",
                "instruction_cn": "打开命令面板",
                "id": f"vscode_macos_{number}",
                "application": "vscode",
                "platform": "macos",
                "img_size": [800, 600],
                "ui_type": kind,
                "group": "Dev",
            }
            for number, kind in enumerate(("icon", "text", "text"))
        ],
    )
    return root


@pytest.fixture
def osworld_g(tmp_path):
    root = tmp_path / "osworld"
    _image(root / "images" / "a.png", (640, 480))
    shared = {"image_path": "a.png", "image_size": [640, 480], "GUI_types": ["Icon"]}
    entries = [
        {
            "id": "b-0",
            "instruction": "the bin",
            "box_type": "bbox",
            "box_coordinates": [10, 20, 30, 40],
            **shared,
        },
        {
            "id": "p-0",
            "instruction": "the triangle",
            "box_type": "polygon",
            "box_coordinates": [0, 0, 40, 0, 0, 40],
            **shared,
        },
        {
            "id": "r-0",
            "instruction": "the submarine",
            "box_type": "refusal",
            "box_coordinates": [-1, -1, -1, -1],
            **shared,
        },
    ]
    _json(root / "OSWorld-G.json", entries)
    refined = [{**entry, "instruction": "Click " + entry["instruction"]} for entry in entries]
    _json(root / "OSWorld-G_refined.json", refined)
    return root


@pytest.fixture
def ui_vision(tmp_path):
    root = tmp_path / "uivision"
    _image(root / "images" / "gimp" / "1.png", (1000, 500))
    for split in ("basic", "functional"):
        _json(
            root / "annotations" / "element_grounding" / f"element_grounding_{split}.json",
            [
                {
                    "image_path": "gimp/1.png",
                    "image_size": [1000, 500],
                    "bbox": [300, 200, 250, 180],
                    "prompt_to_evaluate": "crop tool",
                    "platform": "GIMP",
                    "element_type": "icon",
                }
            ],
        )
    return root
