"""Asking a model about probes, and keeping its answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tapworld_eval.grounding.blindzones.probes import Prober
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.scaffolds.base import Ask, clicked, whole

__all__ = ["ask_probes", "read_probe_records", "write_probe_records"]


def ask_probes(
    locator: Locator, prober: Prober, indices: Sequence[int] | range
) -> Iterator[dict[str, Any]]:
    """One record a probe: where the target was, and where the model clicked."""
    for probe, pixels in prober.images(indices):
        size = pixels.shape[1], pixels.shape[0]
        draws, _ = locator.draw(pixels, probe.instruction, Ask(whole(size)), f"{probe.index}/probe")
        point = clicked(draws).point
        left, top, right, bottom = probe.box
        yield {
            "index": probe.index,
            "background": probe.background,
            "format": probe.format,
            "cell": probe.cell,
            "left": left,
            "top": top,
            "right": right,
            "bottom": bottom,
            "x": None if point is None else point[0],
            "y": None if point is None else point[1],
            "width": size[0],
            "height": size[1],
            "text": draws[0].text,
        }


def write_probe_records(
    path: Path,
    locator: Locator,
    prober: Prober,
    indices: Sequence[int] | range,
    watch: Callable[[], None] = lambda: None,
) -> None:
    """Append the records of those probes that are not in the file yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = set()
    if path.exists():
        data = path.read_bytes()
        path.write_bytes(data[: data.rfind(b"\n") + 1])  # a crash may have cut the last line
        done = {int(i) for i in read_probe_records(path)["index"]} if path.stat().st_size else set()
    left = [index for index in indices if index not in done]
    with path.open("a", encoding="utf-8") as file:
        for record in ask_probes(locator, prober, left):
            file.write(json.dumps(record) + "\n")
            file.flush()
            watch()


def read_probe_records(path: Path) -> pd.DataFrame:
    """Records of a file; a probe without a click has NaN coordinates.

    Raises:
        BlindZoneError: The file is missing or malformed.
    """
    try:
        frame = pd.read_json(path, lines=True, dtype=False)
    except (OSError, ValueError) as error:
        raise BlindZoneError(f"{path} cannot be read as probe records: {error}") from error
    for name in ("x", "y"):
        if name not in frame.columns:
            raise BlindZoneError(f"{path} holds no probe records: it has no column {name}")
        frame[name] = pd.to_numeric(frame[name])
    return frame
