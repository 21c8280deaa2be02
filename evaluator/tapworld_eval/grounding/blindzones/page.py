"""One self-contained HTML page: maps, masks, measures with bands, overlap, sensitivity.

It opens from a file with the network off, in light and dark, and reads without a mouse: every map
stands beside its numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.measures import jaccard
from tapworld_eval.grounding.blindzones.pictures import map_svg
from tapworld_eval.grounding.blindzones.records import count_records
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.rollouts.files import write_whole

__all__ = ["Panel", "render_page", "write_page"]

#: Symbol, key in the analysis, what it says.
_MEASURES = (
    ("accuracy", "accuracy", "mean over the cells"),
    ("R", "area", "share of cells below 80 %"),
    ("A_blind", "blind_accuracy", "mean accuracy of those cells"),
    ("F_blind", "drop", "how much lower that is than the mean"),
    ("G_e", "concentration", "how concentrated the errors are"),
)
_MOST_BACKGROUNDS = 24


@dataclass(frozen=True)
class Panel:
    """One model's part of the page.

    Attributes:
        name: Of the model, or of its records.
        found: From :func:`~tapworld_eval.grounding.blindzones.maps.analyse`.
        shape: Height of the screen over its width.
        backgrounds: Maps of single backgrounds: name, accuracy and probes of each cell.
    """

    name: str
    found: dict[str, Any]
    shape: float
    backgrounds: tuple[tuple[str, list[float], list[int]], ...] = ()

    @classmethod
    def of(cls, name: str, found: dict[str, Any], records: pd.DataFrame) -> Panel:
        """A panel from an analysis and its records."""
        grid = Grid(*found["grid"])
        parts = []
        if "background" in records.columns and records["background"].nunique() > 1:
            for label in sorted(records["background"].unique())[:_MOST_BACKGROUNDS]:
                counts = count_records(records[records["background"] == label], grid)
                parts.append((str(label), counts.accuracy.tolist(), counts.trials.tolist()))
        shape = float((records["height"] / records["width"]).median())
        return cls(name, found, shape, tuple(parts))

    @property
    def grid(self) -> Grid:
        """The grid of the map."""
        return Grid(*self.found["grid"])

    def measures(self) -> list[dict[str, Any]]:
        """Symbol, meaning, estimate and band of each measure."""
        lines = []
        for symbol, key, meaning in _MEASURES:
            low, high = self.found["bands"][key]
            lines.append(
                {
                    "symbol": symbol,
                    "meaning": meaning,
                    "value": self.found[key],
                    "low": low,
                    "high": high,
                    "ratio": key == "concentration",
                }
            )
        return lines

    def map(self, kind: str = "mask") -> Markup:
        """The map with the operational mask, or with the cells below the threshold, outlined."""
        cells = self.found["mask" if kind == "mask" else "blind"]
        title = f"{self.name}: accuracy by cell"
        values, trials = self.found["cell_accuracy"], self.found["cell_trials"]
        return map_svg(values, trials, self.grid, cells, title, self.shape)

    def small_maps(self) -> list[tuple[str, Markup]]:
        """The maps of single backgrounds, all with the mask of the pooled one."""
        return [
            (label, map_svg(values, trials, self.grid, self.found["mask"], label, self.shape))
            for label, values, trials in self.backgrounds
        ]


def write_page(panels: Sequence[Panel], target: Path) -> Path:
    """Write the page; replaced if there.

    Raises:
        BlindZoneError: There is no panel.
        RunFolderError: The file cannot be written.
    """
    write_whole(target, render_page(panels).encode())
    return target


def render_page(panels: Sequence[Panel]) -> str:
    """The page as text; equal analyses give equal bytes.

    Raises:
        BlindZoneError: There is no panel.
    """
    if not panels:
        raise BlindZoneError("a page needs the map of at least one model")
    environment = Environment(
        loader=PackageLoader("tapworld_eval.grounding.blindzones", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = _percent
    environment.filters["number"] = _number
    environment.filters["heat"] = _heat
    shared = Path(__file__).parents[2] / "report" / "assets" / "style.css"
    own = Path(__file__).parent / "assets" / "page.css"
    style = "".join(path.read_text(encoding="utf-8") for path in (shared, own))
    return environment.get_template("page.html.j2").render(
        panels=panels, overlaps=_overlaps(panels), style=Markup(style)
    )


def _overlaps(panels: Sequence[Panel]) -> list[tuple[str, list[float | None]]]:
    """Jaccard between the masks of models on the same grid."""
    if len(panels) < 2:
        return []
    masks = [np.isin(np.arange(panel.grid.cells), panel.found["mask"]) for panel in panels]
    return [
        (
            one.name,
            [
                jaccard(masks[i], masks[j]) if one.grid == two.grid else None
                for j, two in enumerate(panels)
            ],
        )
        for i, one in enumerate(panels)
    ]


def _percent(share: float | None) -> str:
    return "–" if share is None or not math.isfinite(share) else f"{100 * share:.1f} %"


def _number(value: float | None) -> str:
    return "–" if value is None or not math.isfinite(value) else f"{value:.3f}"


def _heat(share: float | None) -> str:
    """The share for a cell's background, 0 where there is none."""
    return f"{share:.4f}" if share is not None and math.isfinite(share) else "0"
