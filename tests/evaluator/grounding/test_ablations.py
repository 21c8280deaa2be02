"""`ground ablate` as a user runs it: the command, a dataset on disk, a server on loopback."""

import base64
import io
import json
import re

import pytest
from PIL import Image

from tapworld_eval.cli import main
from tapworld_eval.grounding.ablations import arms, check_controlled
from tapworld_eval.grounding.errors import GroundingError, PromptError
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models import ScriptedModel
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.grounding.runs import RunConfig
from tapworld_eval.grounding.scaffolds import make_scaffold
from tapworld_eval.statistics import mcnemar

from .chat_server import ChatServer

N = 20
SIZE = (1200, 600)


@pytest.fixture
def dataset(tmp_path):
    root = tmp_path / "pro"
    (root / "images").mkdir(parents=True)
    (root / "annotations").mkdir()
    Image.new("RGB", SIZE, (230, 230, 230)).save(root / "images" / "a.png")
    entries = [
        {
            "img_filename": "a.png",
            "bbox": [600, 300, 612, 306],
            "instruction": f"element {number}",
            "id": f"e{number}",
            "img_size": list(SIZE),
            "ui_type": "icon",
            "platform": "windows",
            "application": f"app{number % 4}",
        }
        for number in range(N)
    ]
    (root / "annotations" / "app.json").write_text(json.dumps(entries))
    return root


def seen(body):
    """What the server was asked: element's number, words, kind and size of the picture."""
    parts = body["messages"][-1]["content"]
    words = " ".join(part["text"] for part in parts if part["type"] == "text")
    url = next(part["image_url"]["url"] for part in parts if part["type"] == "image_url")
    head, data = url.split(";base64,")
    kind = head.removeprefix("data:image/")
    size = Image.open(io.BytesIO(base64.b64decode(data))).size
    return int(re.findall(r"element (\d+)", words)[0]), words, kind, size


def say(words, right):
    x, y = (505, 505) if right else (5, 5)
    if "<tool_call>" in words:
        call = {"name": "computer_use", "arguments": {"coordinate": [x, y]}}
        return f"<tool_call>{json.dumps(call)}</tool_call>"
    return f"[{x}, {y}]"


def ablate(capsys, dataset, out, rule, *arguments, model=("m",), code="0"):
    with ChatServer(rule) as server:
        command = ["ground", "ablate", arguments[0], str(dataset), "--base-url", server.url]
        for name in model:
            command += ["--model", name]
        command += ["--format", "qwen3-vl", "--price", "1,10", "--out", str(out), "--json"]
        with pytest.raises(SystemExit, match=code):
            main([*command, *arguments[1:]])
        printed = capsys.readouterr()
        return (json.loads(printed.out) if code == "0" else printed.err), len(server.requests)


def test_format_for_each_model_with_the_pair_that_ships(dataset, tmp_path, capsys):
    def rule(body, _):
        number, words, _, _ = seen(body)
        gains = body["model"] == "dense" and "<tool_call>" in words
        return say(words, number % 5 < (4 if gains else 2))

    picture = tmp_path / "format.png"
    given = ("format", "--predict", "0.027", "--plot", str(picture))
    found, calls = ablate(capsys, dataset, tmp_path / "out", rule, *given, model=("dense", "moe"))
    dense, moe = found["effects"]
    assert (dense["model"], dense["first"], dense["second"]) == (
        "dense",
        "qwen3-vl-rawpair",
        "qwen3-vl-toolcall",
    )
    assert (dense["accuracy_first"], dense["accuracy_second"], dense["n"]) == (0.4, 0.8, N)
    assert (dense["gained"], dense["lost"], dense["p_value"]) == (8, 0, mcnemar(8, 0))
    assert dense["low"] < 0.4 < dense["high"]
    assert dense["p_holm"] == 2 * dense["p_value"]
    assert 0 < dense["required_n"] < 60
    assert not dense["prediction"]["held"]
    assert (moe["difference"], moe["p_value"], moe["required_n"]) == (0, 1, None)
    assert moe["prediction"]["held"] is False
    assert dense["parse_failures"] == [0, 0]
    assert dense["dollars"] == [pytest.approx(N * 0.0011)] * 2
    assert calls == 4 * N
    assert Image.open(picture).size[0] > 500
    assert {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()} == {
        "cache",
        "dense-qwen3_vl_rawpair",
        "dense-qwen3_vl_toolcall",
        "moe-qwen3_vl_rawpair",
        "moe-qwen3_vl_toolcall",
    }
    again, calls = ablate(
        capsys, dataset, tmp_path / "out", rule, *given, model=("dense", "moe"), code="2"
    )
    assert calls == 0  # another server's address is another run, and is refused
    assert "configured otherwise" in again


def test_scale_compares_models_one_after_the_other(dataset, tmp_path, capsys):
    better = {"small": 1, "middle": 2, "large": 4}

    def rule(body, _):
        number, words, _, _ = seen(body)
        return say(words, number % 5 < better[body["model"]])

    found, calls = ablate(capsys, dataset, tmp_path / "out", rule, "scale", model=tuple(better))
    assert [(e["first"], e["second"], e["difference"]) for e in found["effects"]] == [
        ("small", "middle", pytest.approx(0.2)),
        ("middle", "large", pytest.approx(0.4)),
    ]
    assert calls == 3 * N
    refused, _ = ablate(capsys, dataset, tmp_path / "one", rule, "scale", code="2")
    assert "two models" in refused


def test_scaffold_with_constants(dataset, tmp_path, capsys):
    def rule(body, _):
        number, words, _, size = seen(body)
        return say(words, size[0] <= 512 or number % 2 == 0)

    # The first click is right or near a corner; the crop around it shows the target only if near.
    found, calls = ablate(
        capsys,
        dataset,
        tmp_path / "out",
        rule,
        *("scaffold", "--arm", "bare", "--arm", "reground:window=512"),
    )
    [effect] = found["effects"]
    assert (effect["first"], effect["second"]) == ("bare", "reground:window=512")
    assert effect["accuracy_first"] == 0.5
    # Each first call is in the cache of the other run: asked once.
    assert calls == 2 * N
    assert found["ledger"]["cached"] == N


def test_encoding_and_resolution(dataset, tmp_path, capsys):
    def rule(body, _):
        number, words, kind, size = seen(body)
        return say(words, number % 4 < (1 if kind == "jpeg" else 2 if size == SIZE else 4))

    encoding, _ = ablate(capsys, dataset, tmp_path / "e", rule, "encoding")
    assert [e["difference"] for e in encoding["effects"]] == [-0.25]
    resolution, _ = ablate(
        capsys, dataset, tmp_path / "r", rule, *("resolution", "--arm", "native", "--arm", "500000")
    )
    assert [e["difference"] for e in resolution["effects"]] == [0.5]


def test_one_budget_for_all_arms(dataset, tmp_path, capsys):
    def rule(body, _):
        return say(seen(body)[1], True)

    refused, calls = ablate(
        capsys, dataset, tmp_path / "out", rule, "format", "--budget", "0.02", code="2"
    )
    assert "higher --budget" in refused
    assert 0 < calls * 0.0011 <= 0.02
    rows = sum(len(f.read_bytes().splitlines()) for f in tmp_path.rglob("results.jsonl"))
    assert rows == calls


def test_what_is_not_controlled_is_refused():
    model = ScriptedModel("m", lambda query: ["(1, 1)"])
    locator = Locator(model, model_format("qwen3-vl"), load_prompt("qwen3-vl-toolcall"))
    with pytest.raises(PromptError, match="mix two variables"):
        arms("format", {"m": locator}, ["qwen3-vl-toolcall", "locator-pair"])
    with pytest.raises(GroundingError, match="two different values"):
        arms("scaffold", {"m": locator}, ["bare", "bare"])
    with pytest.raises(GroundingError, match="unknown variable"):
        arms("colour", {"m": locator}, ["a", "b"])
    bare = RunConfig("d", [], locator, make_scaffold("bare"))
    other = Locator(model, model_format("qwen3-vl"), load_prompt("qwen3-vl-rawpair"))
    with pytest.raises(GroundingError, match=r"also differ in prompt\."):
        check_controlled("scaffold", bare, RunConfig("d", [], other, make_scaffold("reground")))
    with pytest.raises(GroundingError, match="same run"):
        check_controlled("scaffold", bare, bare)
