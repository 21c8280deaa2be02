"""``tapworld uq capture``: signals of a model, from its weights or from its replies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    PerMinuteOption,
    PriceOption,
    make_locator,
)
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.uncertainty import app

if TYPE_CHECKING:
    from tapworld_eval.uncertainty.capture import Adapter, Reader

__all__ = ["add_to"]


def add_to(root: typer.Typer) -> None:
    """The command joins the group ``uq``, which its own module registers."""


@app.command(
    epilog=examples(
        "tapworld uq capture --model nano --data data/phone --split test --out cells/nano-phone",
        "tapworld uq capture --model nano --data generated:hard --limit 500 --out cells/nano-hard",
        "tapworld uq capture --model weights/Qwen3-VL-8B --format qwen3-vl --data "
        "data/ScreenSpot-Pro --signals tokens,hidden,samples --out cells/qwen3-pro",
        "tapworld uq capture --api --model gpt-4o --format gpt --data data/ScreenSpot-Pro "
        "--limit 200 --budget 20 --out cells/gpt-pro",
    )
)
def capture(
    model: Annotated[
        str,
        typer.Option(
            help="nano, nano:FOLDER, a folder of weights, or a name in the local cache; with --api "
            "the provider's name or recorded:FILE (JSONL)."
        ),
    ],
    data: Annotated[str, typer.Option(help="A grounding dataset's folder.")],
    out: Annotated[Path, typer.Option(help="Folder of the cell; a stopped capture goes on.")],
    format: Annotated[  # noqa: A002
        str, typer.Option(help="How the model answers: see `tapworld ground formats`.")
    ] = "qwen3-vl",
    prompt: Annotated[
        str | None, typer.Option(help="A prompt's name or file. [default: the format's own]")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="Only this split or group of the dataset, such as test.")
    ] = None,
    signals: Annotated[
        str | None, typer.Option(help="Groups, separated by commas. [default: all]")
    ] = None,
    layers: Annotated[
        str | None,
        typer.Option(metavar="N,N", help="Also the hidden states of these layers, from 1; or all."),
    ] = None,
    raw_attention: Annotated[
        bool,
        typer.Option("--raw-attention", help="Also keep the attention itself, a file a record."),
    ] = False,
    samples: Annotated[int, typer.Option(min=1, help="Stochastic replies an item.")] = 5,
    temperature: Annotated[float, typer.Option(help="At which they are drawn.")] = 1.0,
    limit: Annotated[
        int | None, typer.Option(min=1, help="A stratified subset of so many items.")
    ] = None,
    seed: SeedOption = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1.")] = "auto",
    dtype: Annotated[str, typer.Option(help="auto, float32, bfloat16, float16.")] = "auto",
    max_tokens: Annotated[int, typer.Option(min=1, help="Longest reply.")] = 128,
    small: Annotated[
        Path | None, typer.Option(help="Also write a copy in half precision, without the stream.")
    ] = None,
    allow_download: Annotated[
        bool, typer.Option("--allow-download", help="Fetch weights that are not here.")
    ] = False,
    api: Annotated[
        bool, typer.Option("--api", help="The model only replies: no weights, no insides.")
    ] = False,
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    per_minute: PerMinuteOption = None,
    json: JsonOption = False,
) -> None:
    """Ask a model about every item and keep what its replies, and its insides, show.

    Groups: tokens, hidden, attention, samples, paraphrases, perturbations, p_true,
    verbalized_1s, verbalized_2s. With --api those that replies hold; prices, budget and kept
    answers are those of `tapworld ground run`.
    """
    from tapworld_eval.uncertainty import supported
    from tapworld_eval.uncertainty.capture import (
        CaptureOptions,
        ItemReader,
        ReplyReader,
        capture_dataset,
        capture_source,
        chosen_groups,
    )

    names = None if signals is None else [name.strip() for name in signals.split(",")]
    options = CaptureOptions(
        chosen_groups(names), samples, temperature, seed, _layers(layers), raw_attention
    )
    items = capture_source(data, split=split, limit=limit, seed=seed)
    kind, _, folder = model.partition(":")
    reader: Reader
    if api:
        locator = make_locator(model, format, prompt, base_url, price, budget, out, per_minute)
        reader = ReplyReader(replace(locator, max_tokens=max_tokens), options)
    elif kind == "nano":
        _only_for_others(format=format, prompt=prompt, device=device, dtype=dtype)
        reader = ItemReader(_nano(folder), options)
    else:
        from tapworld_eval.uncertainty.capture.chat import load_chat_adapter

        adapter = load_chat_adapter(
            model,
            format=format,
            prompt=prompt,
            device=device,
            dtype=dtype,
            max_tokens=max_tokens,
            allow_download=allow_download,
        )
        reader = ItemReader(adapter, options)
    for group, why in reader.absent.items():
        note(f"Note: no {group}: {why}")
    with typer.progressbar(length=len(items.samples), label="items", hidden=json) as bar:
        cell = capture_dataset(reader, items, out, watch=lambda _: bar.update(1))
    if small is not None:
        from tapworld_eval.uncertainty import save
        from tapworld_eval.uncertainty.capture.compacting import compacted

        save(compacted(cell), small)
    facts = {
        "cell": cell.name,
        "records": len(cell),
        "accuracy": round(cell.accuracy, 4),
        "signals": sorted(cell.signals),
        "absent": reader.absent,
        "methods": [method.name for method in supported(cell)],
        "out": str(out),
    }
    if json:
        print_json(facts)
    else:
        say(
            f"{cell.name}: {len(cell)} records, accuracy {cell.accuracy:.3f}, "
            f"{len(facts['methods'])} methods run on it",
            markup=False,
        )
        say(f"tapworld uq score {out}", markup=False)


def _only_for_others(**given: str | None) -> None:
    from tapworld_eval.uncertainty import OptionError

    usual = {"format": "qwen3-vl", "prompt": None, "device": "auto", "dtype": "auto"}
    for name, value in given.items():
        if value != usual[name]:
            raise OptionError(f"nano is asked as it was trained, on the CPU: no --{name} applies")


def _layers(text: str | None) -> tuple[int, ...]:
    from tapworld_eval.uncertainty import OptionError
    from tapworld_eval.uncertainty.capture import ALL_LAYERS

    if text is None:
        return ()
    if text.strip() == "all":
        return ALL_LAYERS
    try:
        found = tuple(int(number) for number in text.split(","))
    except ValueError as error:
        raise OptionError(
            f"--layers takes numbers from 1, as in 4,8,12, or all: {text!r}"
        ) from error
    if not all(number > 0 for number in found):
        raise OptionError(f"--layers takes numbers from 1, as in 4,8,12, or all: {text!r}")
    return found


def _nano(folder: str) -> Adapter:
    from tapworld_eval.uncertainty.capture.nano import load_nano_adapter

    return load_nano_adapter(Path(folder) if folder else None)
