import dataclasses
import json
import pickle
import sys
import types
import zipfile

import numpy as np
import pytest

from tapworld_eval.uncertainty.errors import CellFormatError, RecordsError
from tapworld_eval.uncertainty.records import (
    Ragged,
    from_rows,
    load,
    load_cells,
    normalize,
    read_torch_file,
    save,
    validate,
)
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

ROW = {"id": "a", "click": [5, 5], "bbox": [0, 0, 10, 10]}


def same(first, second):
    assert first.items.to_dict("list").keys() == second.items.to_dict("list").keys()
    for column in first.items.columns:
        assert first.items[column].tolist() == pytest.approx(
            second.items[column].tolist(), nan_ok=True
        )
    assert first.lists.keys() == second.lists.keys()
    for name, rows in first.lists.items():
        assert rows.offsets.tolist() == second.lists[name].offsets.tolist()
        assert rows.values.tolist() == second.lists[name].values.tolist()
    for name, tensor in first.tensors.items():
        assert np.array_equal(tensor, second.tensors[name])


def test_a_cell_comes_back_as_it_was_written_and_equal_cells_are_equal_bytes(cell, tmp_path):
    save(cell, tmp_path / "one")
    back = load(tmp_path / "one")
    same(cell, back)
    assert (back.name, back.interface, back.signals) == (cell.name, cell.interface, cell.signals)
    save(back, tmp_path / "two")
    for file in ("items.parquet", "tensors.safetensors", "cell.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    assert [found.name for found in load_cells(tmp_path)] == [cell.name, cell.name]


def test_select_takes_rows_of_every_column(cell):
    part = cell.select([7, 2])
    assert part.items["item"].tolist() == ["item-00007", "item-00002"]
    assert part.lists["sample_x"][1].tolist() == cell.lists["sample_x"][2].tolist()
    assert np.array_equal(part.tensors["hidden"][0], cell.tensors["hidden"][7])
    assert len(cell.select(cell.wrong)) == cell.wrong.sum()


def test_ragged_rows_of_unequal_length_are_taken_and_padded():
    rows = Ragged.of([[1, 2, 3], [], [4]])
    taken = rows.take(np.array([2, 0, 1]))
    assert [row.tolist() for row in (taken[0], taken[1], taken[2])] == [[4], [1, 2, 3], []]
    assert np.isnan(rows.padded()).sum(axis=1).tolist() == [0, 3, 2]
    with pytest.raises(RecordsError, match="offsets"):
        Ragged(np.zeros(2), np.array([0, 3]))


def test_distances_are_those_of_the_box_and_infinite_without_a_click():
    cell = from_rows(
        [{"id": "a", "click": [5, 9], "bbox": [0, 0, 10, 40]}, {**ROW, "id": "b", "click": None}],
        name="two",
    )
    assert cell.distances.tolist() == [11.0, np.inf]
    assert cell.normalized_distances[0] == pytest.approx(11 / 20)
    assert cell.severity[0] == pytest.approx(np.log(1 + 11 / 20))
    assert cell.wrong.tolist() == [False, True]
    assert any("no click" in remark for remark in validate(cell))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"correct": 0.5}, "neither 0 nor 1"),
        ({"box_right": -1.0}, "empty box"),
        ({"item": "item-00001"}, "the same name again"),
        ({"verbalized_1s": 1.5}, r"outside \[0, 1\]"),
    ],
)
def test_impossible_values_are_refused_with_the_first_record(cell, change, message):
    items = cell.items.copy()
    for column, value in change.items():
        items[column] = items[column].astype(object)
        items.loc[0, column] = value
        if column != "item":
            items[column] = items[column].astype(float)
    with pytest.raises(RecordsError, match=message):
        validate(dataclasses.replace(cell, items=items))


def test_signals_come_whole_and_lists_fit_each_other(cell):
    lists = dict(cell.lists)
    del lists["sample_y"]
    with pytest.raises(RecordsError, match="come together"):
        validate(dataclasses.replace(cell, lists=lists))
    lists = {**cell.lists, "token_entropies": Ragged.of([[1.0]] * len(cell))}
    with pytest.raises(RecordsError, match="does not fit token_logprobs"):
        validate(dataclasses.replace(cell, lists=lists))
    with pytest.raises(RecordsError, match="lacks the column"):
        validate(dataclasses.replace(cell, items=cell.items.drop(columns="click_x")))


def test_damaged_and_newer_cells_are_refused(cell, tmp_path):
    save(cell, tmp_path)
    manifest = json.loads((tmp_path / "cell.json").read_text())
    (tmp_path / "cell.json").write_text(json.dumps({**manifest, "version": 99}))
    with pytest.raises(CellFormatError, match="newer"):
        load(tmp_path)
    (tmp_path / "cell.json").write_text(json.dumps({**manifest, "records": 3}))
    with pytest.raises(CellFormatError, match="3 records"):
        load(tmp_path)
    (tmp_path / "tensors.safetensors").write_bytes(b"nonsense")
    with pytest.raises(CellFormatError, match="cannot be read"):
        load(tmp_path)
    with pytest.raises(CellFormatError, match="normalize"):
        load(tmp_path / "nowhere")


def test_json_lines_become_a_cell(tmp_path):
    path = tmp_path / "records.jsonl"
    rows = [
        {
            **ROW,
            "logprobs": [-0.1, -0.2],
            "samples": [[5, 5], {"x": 6, "y": 5}, None],
            "parsed_confidence": 0.9,
            "activation": [0.5, 1.5],
        },
        {
            "id": "b",
            "click": [50, 5],
            "bbox": [0, 0, 10, 10],
            "logprobs": [-1.0],
            "samples": [],
            "parsed_confidence": None,
            "activation": [0.0, 0.0],
        },
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    cell = normalize(path, model="m", dataset="d", fields={"hidden": "activation"})
    assert cell.items["correct"].tolist() == [1, 0]
    assert cell.lists["token_logprobs"].lengths.tolist() == [2, 1]
    assert np.isnan(cell.lists["sample_x"].values[2])
    assert cell.tensors["hidden"].shape == (2, 2)
    assert np.isnan(cell.number("verbalized_1s")[1])
    assert cell.signals >= {"samples", "hidden", "verbalized_1s", "token_logprobs"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"click": [1, 1], "bbox": [0, 0, 1, 1]}], "record 0: no name"),
        ([{**ROW, "bbox": None}], "no target box"),
        ([{"id": "a", "bbox": [0, 0, 1, 1]}], "no click"),
        ([{**ROW, "samples": []}, {**ROW, "id": "b"}], "record 1 has no 'samples'"),
        ([{**ROW, "click": "left"}], "must be"),
        ([], "no records"),
    ],
)
def test_incomplete_foreign_records_are_refused(rows, message):
    with pytest.raises(RecordsError, match=message):
        from_rows(rows, name="foreign")


class _Tensor:
    """Pickled as torch.save pickles a tensor: by a rebuild function and a persistent storage."""

    def __init__(self, array, stride=None):
        self.array = np.ascontiguousarray(array)
        self.stride = stride or tuple(s // self.array.itemsize for s in self.array.strides)


def torch_file(path, value, monkeypatch, storage="FloatStorage"):
    torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")
    kind = type(storage, (), {"__module__": "torch"})

    def _rebuild_tensor_v2(*_):
        raise AssertionError("the reader must not call torch")

    _rebuild_tensor_v2.__module__ = "torch._utils"
    _rebuild_tensor_v2.__qualname__ = "_rebuild_tensor_v2"
    setattr(torch, storage, kind)
    utils._rebuild_tensor_v2 = _rebuild_tensor_v2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torch._utils", utils)
    raw: list[bytes] = []

    class Storage:
        def __init__(self, data, size):
            self.key = str(len(raw))
            self.size = size
            raw.append(data)

    class Writer(pickle.Pickler):
        def reducer_override(self, obj):
            if isinstance(obj, _Tensor):
                made = Storage(obj.array.tobytes(), obj.array.size)
                return _rebuild_tensor_v2, (made, 0, obj.array.shape, obj.stride, False, {})
            return NotImplemented

        def persistent_id(self, obj):
            if isinstance(obj, Storage):
                return ("storage", kind, obj.key, "cpu", obj.size)
            return None

    with zipfile.ZipFile(path, "w") as archive:
        with archive.open("archive/data.pkl", "w") as stream:
            Writer(stream, protocol=2).dump(value)
        for key, data in enumerate(raw):
            archive.writestr(f"archive/data/{key}", data)


def test_torch_files_are_read_without_torch(tmp_path, monkeypatch):
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    for name, click in (("one", [5.0, 5.0]), ("two", [90.0, 5.0])):
        row = {"click": click, "bbox": [0, 0, 10, 10], "hidden_state": _Tensor(array[0])}
        torch_file(tmp_path / f"{name}.pt", row, monkeypatch)
    cell = normalize(tmp_path, name="pt")
    assert cell.items["item"].tolist() == ["one", "two"]
    assert cell.items["correct"].tolist() == [1, 0]
    assert cell.tensors["hidden"].tolist() == [[0, 1, 2], [0, 1, 2]]
    torch_file(tmp_path / "t.pt", {"x": _Tensor(array, (1, 2))}, monkeypatch)
    assert read_torch_file(tmp_path / "t.pt")["x"].tolist() == [[0, 2, 4], [1, 3, 5]]
    half = np.array([1.0, -2.5], dtype=np.float32).view(np.uint32) >> 16
    torch_file(tmp_path / "b.pt", _Tensor(half.astype(np.uint16)), monkeypatch, "BFloat16Storage")
    assert read_torch_file(tmp_path / "b.pt").tolist() == [1.0, -2.5]


def test_torch_files_that_would_run_code_or_read_beyond_are_refused(tmp_path, monkeypatch):
    class Evil:
        def __reduce__(self):
            return print, ("executed",)

    torch_file(tmp_path / "evil.pt", {"x": Evil()}, monkeypatch)
    with pytest.raises(CellFormatError, match=r"print, which is not plain data"):
        read_torch_file(tmp_path / "evil.pt")
    torch_file(tmp_path / "long.pt", _Tensor(np.zeros(4, np.float32), (9,)), monkeypatch)
    with pytest.raises(CellFormatError, match="beyond its storage"):
        read_torch_file(tmp_path / "long.pt")
    (tmp_path / "plain.pt").write_bytes(b"\x80\x02}q\x00.")
    with pytest.raises(CellFormatError, match="zip"):
        read_torch_file(tmp_path / "plain.pt")


def test_equal_seeds_give_equal_synthetic_cells():
    process = CellProcess(records=30, dimension=8)
    same(simulate_cell(process, seed=5), simulate_cell(process, seed=5))
    other = simulate_cell(process, seed=6)
    assert not np.array_equal(
        other.tensors["hidden"], simulate_cell(process, seed=5).tensors["hidden"]
    )
