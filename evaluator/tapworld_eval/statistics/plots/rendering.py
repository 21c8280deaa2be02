"""Making figures and turning them into bytes, without global state and without dates."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.writing import write_file

__all__ = ["COLOURS", "check_format", "new_axes", "render_figure", "save_figure"]

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


def check_format(path: str | Path) -> str:
    """The image format that a file's name asks for: ``svg`` or ``png``.

    Raises:
        OptionError: It asks for neither.
    """
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in _NO_DATES:
        raise OptionError(f"cannot tell an image format from {Path(path).name!r}: use .svg or .png")
    return suffix


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
    """Write to a ``.svg`` or ``.png`` file, whole or not at all.

    Raises:
        OptionError: The name ends in something else.
        OutputError: The file cannot be written.
    """
    target = Path(path)
    data = render_figure(figure, check_format(target), dpi)

    def write(file: str) -> None:
        Path(file).write_bytes(data)

    return write_file(target, write)
