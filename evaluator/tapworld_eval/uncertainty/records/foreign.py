"""Records of other tools (JSON lines, ``.pt`` files) as cells.

Each record is a dict. Names are those of the schema; common other spellings are known, and
``fields`` maps any further ones. Points may be ``[x, y]``, ``{"x": ..., "y": ...}`` or null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from tapworld_eval.uncertainty.errors import RecordsError
from tapworld_eval.uncertainty.methods.attention_capture import reduce_attention
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import (
    ELEMENTS,
    LAYERS,
    OPTIONAL,
    SIGNALS,
    Interface,
)
from tapworld_eval.uncertainty.records.torch_files import read_torch_file
from tapworld_eval.uncertainty.records.validation import validate

__all__ = ["from_rows", "normalize"]

_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "item": ("id", "item_id", "sample_id"),
    "click": ("prediction", "greedy_click", "pred_click", "point"),
    "box": ("bbox", "target_box", "gt_bbox", "ground_truth"),
    "correct": ("is_correct", "hit"),
    "samples": ("sample_clicks", "stochastic_clicks"),
    "paraphrases": ("paraphrase_clicks", "hedge_clicks"),
    "perturbations": ("perturbation_clicks", "imghedge_clicks"),
    "sample_texts": ("sample_responses",),
    "token_logprobs": ("logprobs", "greedy_logprobs"),
    "token_entropies": ("entropies",),
    "raw_attention": ("attention", "attentions"),
    "hidden": ("hidden_state", "hidden_mean", "last_hidden"),
    "verbalized_1s": ("verbalised_1s", "parsed_confidence"),
    "verbalized_2s": ("verbalised_2s",),
}
_POINTS: Final = {"samples": "sample", "paraphrases": "paraphrase", "perturbations": "perturbation"}
_SIDES: Final = ("left", "top", "right", "bottom")


def normalize(
    source: str | Path,
    *,
    name: str | None = None,
    model: str = "",
    dataset: str = "",
    interface: Interface = "open",
    fields: Mapping[str, str] | None = None,
) -> Cell:
    """Read a JSON-lines file, a ``.pt`` file, or a folder of ``.pt`` files.

    Args:
        source: The file or folder.
        name: Name of the cell; by default that of the source.
        model: The model's name.
        dataset: The dataset's name.
        interface: ``open`` or ``api``.
        fields: Names of ours to names of theirs, for spellings that are not known.

    Raises:
        RecordsError: Something cannot be read, or a record lacks a click, a box or a name.
    """
    path = Path(source)
    if path.is_dir():
        files = sorted(path.glob("*.pt"))
        if not files:
            raise RecordsError(f"{path}: no .pt file in this folder")
        rows = [row for file in files for row in _torch_rows(file)]
    elif path.suffix == ".pt":
        rows = _torch_rows(path)
    else:
        rows = list(_json_rows(path))
    return from_rows(
        rows,
        name=name or path.stem,
        model=model,
        dataset=dataset,
        interface=interface,
        fields=fields,
    )


def from_rows(
    rows: Iterable[Mapping[str, Any]],
    *,
    name: str,
    model: str = "",
    dataset: str = "",
    interface: Interface = "open",
    fields: Mapping[str, str] | None = None,
) -> Cell:
    """A cell of dicts, one a record.

    A signal that some records have and others lack is an error: leave the value null or the list
    empty where it could not be observed.

    Raises:
        RecordsError: As for :func:`normalize`.

    Examples:
        >>> cell = from_rows([{"id": "a", "click": [5, 5], "bbox": [0, 0, 10, 10]}], name="demo")
        >>> cell.accuracy
        1.0
    """
    resolved = [_resolve(row, fields or {}) for row in rows]
    if not resolved:
        raise RecordsError(f"{name}: no records")
    scalars: dict[str, list[Any]] = {}
    lists: dict[str, list[Any]] = {}
    tensors: dict[str, Any] = {}
    known = {column.name: column for signal in SIGNALS.values() for column in signal.columns}
    known |= {column.name: column for column in (*ELEMENTS, *LAYERS)}
    for position, row in enumerate(resolved):
        _place(row, position, name, scalars)
    for key in sorted({key for row in resolved for key in row}):
        have = [position for position, row in enumerate(resolved) if key in row]
        if key in known or key in _POINTS:
            if len(have) < len(resolved):
                absent = next(p for p in range(len(resolved)) if p not in set(have))
                raise RecordsError(
                    f"{name}: record {absent} has no {key!r}, others have; write null or an empty "
                    "list where it could not be observed"
                )
        elif key not in OPTIONAL:
            continue
        values = [row.get(key) for row in resolved]
        if key in _POINTS:
            points = [[_point(p, key, name) for p in (value or [])] for value in values]
            lists[f"{_POINTS[key]}_x"] = [[p[0] for p in row] for row in points]
            lists[f"{_POINTS[key]}_y"] = [[p[1] for p in row] for row in points]
        elif key in OPTIONAL:
            scalars[key] = values
        elif known[key].kind == "number":
            scalars[key] = [np.nan if v is None else float(v) for v in values]
        elif known[key].kind == "tensor":
            tensors[key] = _stacked(values, key, name)
        else:
            lists[key] = [[] if v is None else v for v in values]
    cell = Cell(
        name=name,
        items=pd.DataFrame(scalars),
        lists={
            key: Ragged.of(values, dtype=object if key == "sample_texts" else np.float64)
            for key, values in lists.items()
        },
        tensors=tensors,
        interface=interface,
        model=model,
        dataset=dataset,
    )
    validate(cell)
    return cell


def _resolve(row: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    found = {str(key): value for key, value in row.items()}
    for ours, theirs in fields.items():
        if theirs in found:
            found[ours] = found.pop(theirs)
    for ours, spellings in _ALIASES.items():
        for spelling in spellings:
            if ours not in found and spelling in found:
                found[ours] = found.pop(spelling)
    if found.get("raw_attention") is not None:
        found |= _reduced(found.pop("raw_attention"))
    return found


def _reduced(attention: Any) -> dict[str, Any]:
    """The columns that methods need, of attention (layers, heads, T, P + T).

    The attention chain also needs to know the coordinates' tokens: it is left out without them.
    """
    raw = np.asarray(attention, dtype=np.float64)
    if raw.ndim != 4:
        raise RecordsError(
            f"raw attention must have the shape (layers, heads, T, P + T), got {raw.shape}"
        )
    return reduce_attention(raw, raw.shape[3] - raw.shape[2])


def _place(row: Mapping[str, Any], position: int, name: str, scalars: dict[str, list[Any]]) -> None:
    where = f"{name}, record {position}"
    if row.get("item") is None:
        raise RecordsError(f"{where}: no name (item, id)")
    box = row.get("box", [row.get(f"box_{side}") for side in _SIDES])
    if box is None or len(box) != 4 or any(value is None for value in box):
        raise RecordsError(f"{where}: no target box (box: [left, top, right, bottom])")
    if "click" not in row and "click_x" not in row:
        raise RecordsError(f"{where}: no click (click: [x, y], or null where none was parsed)")
    x, y = _point(row.get("click", [row.get("click_x"), row.get("click_y")]), "click", where)
    left, top, right, bottom = (float(value) for value in box)
    correct = row.get("correct")
    if correct is None:
        correct = left <= x <= right and top <= y <= bottom
    values = {"item": str(row["item"]), "click_x": x, "click_y": y, "correct": int(correct)}
    values |= dict(zip((f"box_{side}" for side in _SIDES), (left, top, right, bottom), strict=True))
    for key, value in values.items():
        scalars.setdefault(key, []).append(value)


def _point(value: Any, key: str, where: str) -> tuple[float, float]:
    if value is None:
        return float("nan"), float("nan")
    if isinstance(value, Mapping):
        value = [value.get("x"), value.get("y")]
    try:
        x, y = (float("nan") if v is None else float(v) for v in value)
    except (TypeError, ValueError) as error:
        raise RecordsError(f"{where}: {key} must be [x, y], got {value!r}") from error
    return x, y


def _stacked(values: Sequence[Any], key: str, name: str) -> Any:
    arrays = [np.asarray(value, dtype=np.float32) for value in values]
    shapes = {array.shape for array in arrays}
    if len(shapes) > 1:
        raise RecordsError(f"{name}: {key!r} has unequal shapes: {sorted(shapes)[:3]}")
    return np.stack(arrays)


def _json_rows(path: Path) -> Iterable[Mapping[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordsError(f"{path}: cannot be read as JSON lines ({error})") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise RecordsError(f"{path}, line {number}: not JSON ({error})") from error
        if not isinstance(row, dict):
            raise RecordsError(f"{path}, line {number}: a record must be an object")
        yield row


def _torch_rows(path: Path) -> list[Mapping[str, Any]]:
    content = read_torch_file(path)
    rows = content if isinstance(content, list) else [content]
    if not all(isinstance(row, Mapping) for row in rows):
        raise RecordsError(f"{path}: expected a dict, or a list of dicts")
    # One file an item often leaves the name to the file.
    return [
        row if _resolve(row, {}).get("item") is not None else {**row, "item": f"{path.stem}"}
        for row in rows
    ]
