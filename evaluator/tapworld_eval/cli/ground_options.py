"""Options that the grounding commands share, and the locator they describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapworld_eval.grounding.errors import ModelError

if TYPE_CHECKING:
    from tapworld_eval.grounding.locating import Locator
    from tapworld_eval.grounding.models import Ledger
    from tapworld_eval.grounding.samples import Sample

__all__ = [
    "BaseUrlOption",
    "BudgetOption",
    "FormatOption",
    "LayoutOption",
    "ModelOption",
    "PerMinuteOption",
    "PriceOption",
    "PromptOption",
    "SubsetOption",
    "WorkersOption",
    "make_locator",
    "read_samples",
]

ModelOption = Annotated[
    str,
    typer.Option(
        help="A chat model's name, nano, nano:FOLDER, local:FOLDER, or recorded:FILE (JSONL)."
    ),
]
FormatOption = Annotated[
    str, typer.Option(help="How the model answers: see `tapworld ground formats`.")
]
PromptOption = Annotated[
    str | None, typer.Option(help="A prompt's name or file. [default: the format's own]")
]
LayoutOption = Annotated[
    str | None, typer.Option("--layout", help="Dataset format. [default: told]")
]
SubsetOption = Annotated[int | None, typer.Option(min=1, help="A stratified subset.")]
BaseUrlOption = Annotated[str, typer.Option(help="Of the OpenAI-compatible interface.")]
PriceOption = Annotated[
    str | None,
    typer.Option(metavar="IN,OUT", help="Dollars per million tokens. [default: the price table]"),
]
BudgetOption = Annotated[float, typer.Option(min=0, help="Hard cap in dollars.")]
PerMinuteOption = Annotated[float | None, typer.Option(help="Most requests a minute.")]
WorkersOption = Annotated[int, typer.Option(min=1, help="Requests at once.")]


def make_locator(
    model: str,
    format: str,  # noqa: A002
    prompt: str | None,
    base_url: str,
    price: str | None,
    budget: float,
    folder: Path,
    per_minute: float | None = None,
    ledger: Ledger | None = None,
) -> Locator:
    """The model with its format and prompt; ledger and cache stand in ``folder``.

    Locators that share a budget are given one ``ledger``.

    Raises:
        ModelError: The price is unknown or malformed, or the model cannot be made.
    """
    from tapworld_eval.grounding.formats import model_format
    from tapworld_eval.grounding.locating import Locator
    from tapworld_eval.grounding.models import ChatModel, Ledger, Price, RecordedModel, price_of
    from tapworld_eval.grounding.prompts import load_prompt

    chosen = model_format(format)
    words = load_prompt(prompt or chosen.prompt)
    kind, _, rest = model.partition(":")
    if kind == "recorded":
        return Locator(RecordedModel(Path(rest)), chosen, words)
    if kind == "nano":
        from tapworld_eval.grounding.nano.answering import NanoModel
        from tapworld_eval.grounding.nano.shipping import SHIPPED

        return Locator(NanoModel(Path(rest) if rest else SHIPPED), chosen, words)
    if kind == "local":
        from tapworld_eval.grounding.models.local import LocalModel

        least, most = chosen.resize.min_pixels, chosen.resize.max_pixels
        return Locator(LocalModel(rest, min_pixels=least, max_pixels=most), chosen, words)
    if price is None:
        known = price_of(model)
    else:
        try:
            into, out = map(float, price.split(","))
        except ValueError as error:
            raise ModelError(f"--price takes two numbers, as in 0.5,1.5; got {price!r}") from error
        known = Price(into, out)
    ledger = ledger or Ledger(budget, folder / "ledger.jsonl")
    chat = ChatModel(model, base_url, known, ledger, cache=folder / "cache", per_minute=per_minute)
    return Locator(chat, chosen, words)


def read_samples(path: Path, layout: str | None, n: int | None, seed: int) -> list[Sample]:
    """A dataset, or a stratified subset of it.

    Raises:
        DatasetError: The folder is malformed, or holds fewer samples.
    """
    from tapworld_eval.grounding.datasets import read_dataset, stratified_subset

    samples = read_dataset(path, layout)
    return samples if n is None else stratified_subset(samples, n, seed=seed)
