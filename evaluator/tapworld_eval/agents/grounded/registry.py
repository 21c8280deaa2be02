"""Grounders by name, with their options.

``perfect`` and ``noisy`` are scripted, ``nano`` is the small model that comes with the package,
``local:FOLDER`` holds weights of a model family that ``tapworld uq capture`` reads,
``recorded:FILE`` plays replies back. A module of another package can add one with
:func:`register_grounder`.
"""

from __future__ import annotations

import difflib
import hashlib
import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tapworld_eval.agents.grounded.grounders import Grounder
from tapworld_eval.agents.grounded.models import CapturingGrounder, LocatorGrounder
from tapworld_eval.agents.grounded.scripted import NoisyGrounder, PerfectGrounder
from tapworld_eval.errors import UnknownAgent

if TYPE_CHECKING:
    from tapworld_eval.uncertainty.capture import CaptureOptions

__all__ = ["grounder_maker", "grounder_names", "make_grounder", "register_grounder"]

Maker = Callable[..., Grounder]
M = TypeVar("M", bound=Maker)
# With a trailing colon: what follows it in a name is the maker's first argument.
_MAKERS: dict[str, Maker] = {"perfect": PerfectGrounder, "noisy": NoisyGrounder}


def register_grounder(name: str) -> Callable[[M], M]:
    """Make a class or function that returns a grounder known under a name."""

    def keep(maker: M) -> M:
        _MAKERS[name] = maker
        return maker

    return keep


def grounder_names() -> list[str]:
    """Names of all grounders, sorted; a name that ends in a colon takes a file or folder."""
    return sorted(_MAKERS)


def grounder_maker(name: str) -> tuple[Maker, tuple[str, ...]]:
    """The maker of a grounder, and the part of its name that is an argument.

    Raises:
        UnknownAgent: No such grounder.
    """
    kind, colon, rest = name.partition(":")
    maker = _MAKERS.get(kind + colon)
    if maker is None or bool(colon) != bool(rest):
        near = difflib.get_close_matches(kind + colon, _MAKERS, n=3, cutoff=0.5)
        hint = " or ".join(near) if near else ", ".join(grounder_names())
        raise UnknownAgent(f"no grounder {name!r}; did you mean {hint}?")
    return maker, (rest,) if colon else ()


def make_grounder(name: str, **options: object) -> Grounder:
    """Build a grounder.

    Raises:
        UnknownAgent: No such grounder.

    >>> make_grounder("noisy", sigma=20.0).identity()["sigma"]
    20.0
    """
    maker, arguments = grounder_maker(name)
    return maker(*arguments, **options)


@register_grounder("recorded:")
def recorded(
    path: str,
    *,
    format: str = "qwen3-vl-pair",  # noqa: A002
    samples: int = 0,
) -> LocatorGrounder:
    """Replies from a JSONL file of ``tag`` and ``text``."""
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.locating import Locator
    from tapworld_eval.grounding.models import RecordedModel
    from tapworld_eval.grounding.prompts import load_prompt

    chosen = model_format(format)
    locator = Locator(RecordedModel(Path(path)), chosen, load_prompt(chosen.prompt))
    return LocatorGrounder(locator.model.name, lambda: locator, locator.identity(), samples=samples)


@register_grounder("nano")
def nano(
    *, signals: str = "", samples: int = 5, temperature: float = 1.0, weights: str = ""
) -> CapturingGrounder:
    """The small model that comes with tapworld; no key, no GPU, no download."""
    from tapworld_eval.grounding.models.weights import needs_torch
    from tapworld_eval.grounding.nano.shipping import SHIPPED
    from tapworld_eval.uncertainty.capture.nano import NanoAdapter, load_nano_adapter

    needs_torch("the grounder nano")
    folder = Path(weights) if weights else SHIPPED

    def make() -> NanoAdapter:
        if multiprocessing.parent_process() is not None:
            # One worker a phone: more threads than that only wait for each other.
            import torch

            torch.set_num_threads(1)
        return load_nano_adapter(folder)

    file = folder / "model.safetensors"
    digest = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    return CapturingGrounder(
        "nano",
        make,
        {"kind": "nano", "weights": digest},
        _capture_options(signals, samples, temperature),
    )


@register_grounder("local:")
def local(
    folder: str,
    *,
    format: str = "qwen3-vl",  # noqa: A002
    prompt: str = "",
    device: str = "auto",
    dtype: str = "auto",
    max_tokens: int = 128,
    signals: str = "",
    samples: int = 5,
    temperature: float = 1.0,
) -> CapturingGrounder:
    """Weights on this machine, of the Qwen2-VL, Qwen2.5-VL or Qwen3-VL family."""
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.models.weights import needs_torch
    from tapworld_eval.grounding.prompts import load_prompt
    from tapworld_eval.uncertainty.capture.chat import ChatAdapter, load_chat_adapter

    needs_torch("a local model")
    chosen = model_format(format)
    words = load_prompt(prompt or chosen.prompt)

    def make() -> ChatAdapter:
        return load_chat_adapter(
            folder,
            format=format,
            prompt=prompt or None,
            device=device,
            dtype=dtype,
            max_tokens=max_tokens,
        )

    facts = {
        "kind": "local",
        "folder": folder,
        "format": format,
        "prompt": words.model_dump(mode="json", exclude={"source", "model", "native"}),
        "dtype": dtype,
        "max_tokens": max_tokens,
    }
    name = f"local:{Path(folder).name}"
    return CapturingGrounder(name, make, facts, _capture_options(signals, samples, temperature))


def _capture_options(signals: str, samples: int, temperature: float) -> CaptureOptions:
    """Options from a comma-separated list of groups; ``all`` for every one, empty for none."""
    from tapworld_eval.uncertainty.capture import CaptureOptions, chosen_groups

    names = [name.strip() for name in signals.split(",") if name.strip()]
    groups = chosen_groups(None if names == ["all"] else names)
    return CaptureOptions(groups, samples, temperature)
