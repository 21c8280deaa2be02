"""What a model answers in, as data: ``formats.yaml``.

``POINTS-GUI-G`` is absent on purpose: its output string is not published. ``tapworld ground
probe`` tells which space and syntax fit a model.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.resize import Resize, Size
from tapworld_eval.grounding.spaces import CoordinateSpace, Frame
from tapworld_eval.grounding.syntaxes import SYNTAXES

__all__ = ["ModelFormat", "model_format", "model_formats", "read_formats"]


class ModelFormat(BaseModel):
    """How a model is sent an image and how it answers.

    Attributes:
        name: Key in the table.
        space: Coordinate space; required, never guessed.
        syntax: Key of :data:`~tapworld_eval.grounding.syntaxes.SYNTAXES`.
        send: What the client does to the image's size.
        resize: What the model's own processor does after that.
        prompt: Name of the native prompt.
        source: Where this is known from.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    space: CoordinateSpace
    syntax: str
    send: Resize = Resize()
    resize: Resize = Resize()
    prompt: str
    source: str

    @field_validator("syntax")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in SYNTAXES:
            raise ValueError(f"unknown syntax; choose one of {', '.join(SYNTAXES)}")
        return value

    def frame(self, window: tuple[float, float, float, float], shown: Size) -> Frame:
        """The frame of a picture of size ``shown`` that was cut out at ``window``."""
        sent = self.send.apply(shown)
        return Frame(window, sent, self.resize.apply(sent))


@cache
def model_formats() -> dict[str, ModelFormat]:
    """The table that ships, by name."""
    return read_formats(Path(__file__).parent / "formats.yaml")


def read_formats(path: Path) -> dict[str, ModelFormat]:
    """Read a table of formats.

    Raises:
        FormatError: A field is missing, unknown or malformed; the message names the model.
    """
    data: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    formats = {}
    for name, fields in data.items():
        try:
            formats[name] = ModelFormat(name=name, **fields)
        except ValidationError as error:
            what = error.errors()[0]
            place = ".".join(map(str, what["loc"]))
            raise FormatError(f"{path}: {name}: {place}: {what['msg']}") from error
    return formats


def model_format(name: str) -> ModelFormat:
    """One format of the table that ships.

    Raises:
        FormatError: There is none of this name.
    """
    formats = model_formats()
    if name not in formats:
        raise FormatError(f"unknown format {name!r}; choose one of {', '.join(formats)}")
    return formats[name]
