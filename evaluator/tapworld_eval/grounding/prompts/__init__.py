"""Prompts as data: one YAML file each, with the model it is for, its syntax and its source.

The files are in this folder. A prompt is part of a run's identity: its whole text goes into the
run id. ``ablation_pairs.yaml`` lists pairs for controlled comparisons; :func:`ablation_pairs`
refuses a pair that differs in anything but its variable.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from tapworld_eval.grounding.errors import PromptError
from tapworld_eval.grounding.spaces import CoordinateSpace
from tapworld_eval.grounding.syntaxes import SYNTAXES

__all__ = [
    "IMAGE",
    "AblationPair",
    "Prompt",
    "ablation_pairs",
    "check_pair",
    "load_prompt",
    "prompts",
    "read_prompt",
]

#: Stands for the image among the parts of a user message.
IMAGE = "<image>"
_PAIRS = "ablation_pairs.yaml"
# What a pair may always differ in: its names, and why it is there.
_LABELS = {"name", "source", "native"}


class Prompt(BaseModel):
    """A prompt.

    Attributes:
        name: File name without ending.
        model: The model family it was written for.
        native: Whether it asks for the shape that family was trained on.
        syntax: The syntax in which the answer is read.
        space: The coordinate space its words state; ``None`` where they state none.
        source: Where the words come from.
        system: System message, may be empty.
        user: Parts of the user message in order; ``<image>`` stands for the image.
        answer: The words that ask for the shape of the answer, put in for ``{answer}``.
        guide: What the reply is made to begin with, for local models; parsed as its beginning.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    model: str
    native: bool = True
    syntax: str
    space: CoordinateSpace | None = None
    source: str
    system: str = ""
    user: tuple[str, ...]
    answer: str = ""
    guide: str = ""

    @field_validator("syntax")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in SYNTAXES:
            raise ValueError(f"unknown syntax; choose one of {', '.join(SYNTAXES)}")
        return value

    @model_validator(mode="after")
    def _whole(self) -> Prompt:
        if sum(part == IMAGE for part in self.user) != 1:
            raise ValueError(f"user must hold {IMAGE} exactly once")
        words = self.system + "".join(self.user)
        if "{instruction}" not in words:
            raise ValueError("{instruction} stands nowhere")
        if bool(self.answer) != ("{answer}" in words):
            raise ValueError("{answer} and the field answer belong together")
        return self

    def render(self, instruction: str, size: tuple[int, int]) -> tuple[str, tuple[str, ...]]:
        """System message and user parts for one question.

        Args:
            instruction: What to click.
            size: Width and height the model is told, in pixels.
        """
        # The answer first: it may mention width and height. The instruction last: what a dataset
        # writes in braces is no slot.
        values = {
            "{answer}": self.answer,
            "{width}": str(size[0]),
            "{height}": str(size[1]),
            "{instruction}": instruction,
        }

        def fill(part: str) -> str:
            for slot, value in values.items():
                part = part.replace(slot, value)
            return part

        return fill(self.system), tuple(fill(part) for part in self.user)


class AblationPair(BaseModel):
    """Two prompts for a controlled comparison.

    Attributes:
        variable: What is compared.
        first: Name of a prompt.
        second: Name of the other.
        differs: The only fields in which they may differ.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    variable: Literal["format", "wording", "order"]
    first: str
    second: str
    differs: tuple[str, ...]


def read_prompt(path: Path) -> Prompt:
    """Read one prompt file.

    Raises:
        PromptError: It is missing or malformed; the message names file and field.
    """
    try:
        data: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Prompt(name=path.stem, **data)
    except (OSError, yaml.YAMLError, TypeError) as error:
        raise PromptError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        what = error.errors()[0]
        place = ".".join(map(str, what["loc"]))
        raise PromptError(f"{path}: {place}: {what['msg']}") from error


@cache
def prompts() -> dict[str, Prompt]:
    """The prompts that ship, by name."""
    files = sorted(Path(__file__).parent.glob("*.yaml"))
    return {file.stem: read_prompt(file) for file in files if file.name != _PAIRS}


def load_prompt(name: str) -> Prompt:
    """A prompt that ships, or one from a ``.yaml`` file.

    Raises:
        PromptError: There is none of this name, or the file is malformed.
    """
    if name.endswith((".yaml", ".yml")):
        return read_prompt(Path(name))
    shipped = prompts()
    if name not in shipped:
        raise PromptError(f"unknown prompt {name!r}; choose one of {', '.join(shipped)}, or a file")
    return shipped[name]


def ablation_pairs() -> list[AblationPair]:
    """The pairs that ship, each checked.

    Raises:
        PromptError: A pair differs in more than its variable.
    """
    data = yaml.safe_load((Path(__file__).parent / _PAIRS).read_text(encoding="utf-8"))
    pairs = [AblationPair(**fields) for fields in data]
    for pair in pairs:
        check_pair(load_prompt(pair.first), load_prompt(pair.second), pair.differs)
    return pairs


def check_pair(first: Prompt, second: Prompt, differs: tuple[str, ...]) -> None:
    """Make sure that two prompts differ in the named fields and in nothing else.

    Raises:
        PromptError: They differ elsewhere, or not at all.
    """
    one, two = first.model_dump(), second.model_dump()
    different = {field for field in one if one[field] != two[field]} - _LABELS
    if not different:
        raise PromptError(f"{first.name} and {second.name} are the same prompt")
    more = sorted(different - set(differs))
    if more:
        raise PromptError(
            f"{first.name} and {second.name} are to differ in {', '.join(differs)} only, but "
            f"differ in {', '.join(more)}: a comparison would mix two variables"
        )
