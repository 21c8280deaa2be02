"""Pictures for people: PNG files and a window."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["Window", "encode_png"]

_WINDOW_HEIGHT = 800


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    r"""Encode ``(H, W, 3)`` uint8 RGB as PNG; equal pixels give equal bytes.

    >>> encode_png(np.zeros((2, 3, 3), np.uint8))[:4]
    b'\x89PNG'
    """
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="PNG", compress_level=3)
    return buffer.getvalue()


class Window:
    """A window of the standard library's toolkit that shows the phone.

    Raises:
        EnvironmentSetupError: There is no toolkit or no display.
    """

    def __init__(self, title: str) -> None:
        hint = "use render_mode='rgb_array', or a display (DISPLAY, or xvfb-run)"
        try:
            import tkinter

            from PIL import ImageTk
        except ImportError as error:
            raise EnvironmentSetupError(
                f"render_mode='human' needs tkinter ({error}); on Debian `apt-get install "
                f"python3-tk`, or {hint}"
            ) from error
        if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            raise EnvironmentSetupError(f"render_mode='human' finds no display; {hint}")
        try:
            self._root: tkinter.Tk | None = tkinter.Tk()
        except tkinter.TclError as error:
            raise EnvironmentSetupError(
                f"render_mode='human' cannot open a window ({error}); {hint}"
            ) from error
        self._root.title(title)
        self._label: Any = tkinter.Label(self._root)
        self._label.pack()
        self._photo_image = ImageTk.PhotoImage

    def show(self, pixels: NDArray[np.uint8]) -> None:
        """Draw a screen, scaled to the window's height."""
        if self._root is None:
            return
        height, width = pixels.shape[:2]
        size = (round(width * _WINDOW_HEIGHT / height), _WINDOW_HEIGHT)
        photo = self._photo_image(Image.fromarray(pixels).resize(size))
        self._label.configure(image=photo)
        self._label.image = photo  # the toolkit itself keeps no reference
        self._root.update()

    def close(self) -> None:
        """Close the window; safe to call twice."""
        if self._root is not None:
            self._root.destroy()
            self._root = None
