"""Scaffolds by name, made from text options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tapworld_eval.grounding.errors import GroundingError
from tapworld_eval.grounding.scaffolds.base import Scaffold
from tapworld_eval.grounding.scaffolds.gated_zoom import GatedZoom
from tapworld_eval.grounding.scaffolds.simple import Bare, MultiView, RatioZoom, ReGround
from tapworld_eval.grounding.scaffolds.voting import SampleAndVote

__all__ = ["SCAFFOLDS", "make_scaffold"]

SCAFFOLDS: dict[str, type[Any]] = {
    kind().name: kind for kind in (Bare, ReGround, SampleAndVote, GatedZoom, RatioZoom, MultiView)
}


def make_scaffold(name: str, options: Mapping[str, str] | None = None) -> Scaffold:
    """A scaffold with its published constants, or with some of them changed.

    Raises:
        GroundingError: Unknown name or option, or a value of the wrong type.

    Examples:
        >>> make_scaffold("gated_zoom", {"tau": "0.9"})  # doctest: +ELLIPSIS
        GatedZoom(name='gated_zoom', n=8, temperature=0.9, tau=0.9, k=1.0, keep=0.75, ...)
    """
    if name not in SCAFFOLDS:
        raise GroundingError(f"unknown scaffold {name!r}; choose one of {', '.join(SCAFFOLDS)}")
    kind = SCAFFOLDS[name]
    defaults = {field.name: field.default for field in fields(kind) if field.name != "name"}
    given: dict[str, Any] = {}
    for key, text in (options or {}).items():
        if key not in defaults:
            raise GroundingError(
                f"{name} has no option {key!r}; it has {', '.join(defaults) or 'none'}"
            )
        try:
            whole = defaults[key] is None or isinstance(defaults[key], int)
            given[key] = int(text) if whole else float(text)
        except ValueError as error:
            raise GroundingError(f"{name}: {key} must be a number, not {text!r}") from error
    return kind(**given)
