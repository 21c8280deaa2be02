"""Making figures and turning them into bytes, without global state and without dates."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tapworld_eval.statistics.errors import OptionError

__all__ = ["COLOURS", "new_axes", "render_figure", "save_figure"]

# Okabe and Ito's palette, told apart by colour-blind readers; black is kept for text.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
# SVG ids come from a salted hash; a fixed salt makes them repeatable.
_SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "tapworld",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
}
_NO_DATES: Final[dict[str, dict[str, None]]] = {"svg": {"Date": None}, "png": {"Software": None}}


def new_axes(width: float = 6.4, height: float = 4.0, title: str = "") -> tuple[Figure, Axes]:
    """A figure with one pair of axes, sized in inches, that belongs to no global list."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    if title:
        axes.set_title(title, loc="left", fontsize=11)
    return figure, axes


def render_figure(figure: Figure, format: str = "svg", dpi: int = 150) -> bytes:  # noqa: A002
    """Render to SVG or PNG bytes; equal figures give equal bytes.

    Raises:
        OptionError: The format is neither.
    """
    if format not in _NO_DATES:
        raise OptionError(f"unknown image format {format!r}; choose svg or png")
    buffer = io.BytesIO()
    with mpl.rc_context(_SETTINGS):
        figure.savefig(buffer, format=format, dpi=dpi, metadata=_NO_DATES[format])
    return buffer.getvalue()


def save_figure(figure: Figure, path: str | Path, dpi: int = 150) -> Path:
    """Write to a ``.svg`` or ``.png`` file, whole or not at all."""
    target = Path(path)
    data = render_figure(figure, target.suffix.lstrip(".").lower(), dpi)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    Path(temporary).replace(target)
    return target
