"""``tapworld nano``: train, judge and study the small grounding model."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.rollouts.files import write_whole

__all__ = ["add_to"]

app = typer.Typer(help="A small grounding model that needs no key.", no_args_is_help=True)

PhoneOption = Annotated[
    Path | None, typer.Option(help="Photographs of the phone (nano screens). [default: none]")
]
MinutesOption = Annotated[float | None, typer.Option(min=0.01, help="Minutes of training.")]
StepsOption = Annotated[
    int | None, typer.Option(min=1, help="Steps instead of minutes: equal runs are equal bytes.")
]
ThreadsOption = Annotated[int, typer.Option(min=1, help="Threads of torch.")]


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    root.add_typer(app, name="nano")


@app.command(epilog=examples("tapworld nano screens --out data/nano-phone --limit 16000"))
def screens(
    out: Annotated[Path, typer.Option(help="The folder; an earlier call's is gone on with.")],
    limit: Annotated[int, typer.Option(min=1, help="Items, all splits together.")] = 16000,
    rounds: Annotated[int, typer.Option(min=1, help="Times every place is shown a profile.")] = 3,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Photograph the phone's routes and dialogs, in changing looks, for training and testing."""
    from tapworld_env.devices.handset.device import Handset
    from tapworld_eval.grounding.nano.phone_data import make_phone_data
    from tapworld_eval.grounding.nano.places import phone_screens

    def progress(shown: int, items: int) -> None:
        note(f"{shown} screens, {items} items")

    with Handset() as phone:
        found = make_phone_data(
            phone, phone_screens(seed=seed, rounds=rounds), out, limit=limit, progress=progress
        )
    if json:
        print_json(found)
        return
    for name, count in found.items():
        say(f"{name}: {count}")


@app.command(
    epilog=examples(
        "tapworld nano train --minutes 20 --phone data/nano-phone --out runs/nano",
        "tapworld nano train --minutes 30 --phone data/nano-phone --out runs/nano --resume",
    )
)
def train(
    out: Annotated[Path, typer.Option(help="Checkpoint, log, curves, and the model.")],
    minutes: MinutesOption = None,
    steps: StepsOption = None,
    phone: PhoneOption = None,
    resume: Annotated[bool, typer.Option(help="Go on from the checkpoint in --out.")] = False,
    restart: Annotated[
        float | None,
        typer.Option(min=0, help="With --resume: begin the learning rate anew, with this peak."),
    ] = None,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Evaluations without a gain before it stops.")
    ] = None,
    average: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Decay a step of a running mean of the weights."),
    ] = None,
    evaluate_every: Annotated[int, typer.Option(min=1, help="Steps.")] = 300,
    threads: ThreadsOption = 1,
    seed: SeedOption = 0,
) -> None:
    """Train a model from scratch, or go on; --out/model is what `--model nano:FOLDER` takes."""
    from tapworld_eval.grounding.nano.model import nano_config, needed, new_model

    needed()
    from tapworld_eval.grounding.nano.curves import training_curves
    from tapworld_eval.grounding.nano.recipes import default_mixer, held_out_judge
    from tapworld_eval.grounding.nano.shipping import save
    from tapworld_eval.grounding.nano.training import Plan
    from tapworld_eval.grounding.nano.training import train as run_training
    from tapworld_eval.statistics.plots import save_figure

    _prepare(threads)
    if (out / "checkpoint.pt").exists() and not resume:
        raise typer.BadParameter(f"{out} holds a checkpoint; go on with --resume, or name another")
    if restart is not None and not resume:
        raise typer.BadParameter("--restart needs --resume: a new run begins its rate by itself")
    plan = Plan(
        _budget(minutes, steps), evaluate_every=evaluate_every, patience=patience, average=average
    )
    model = new_model(nano_config(), seed)
    judge = held_out_judge(phone)
    mixer = default_mixer(phone, seed=seed)
    run = run_training(
        model, mixer, plan, out, evaluate=judge, seed=seed, restart=restart, say=note
    )
    save(model, out / "model")
    save_figure(training_curves(run.log), out / "curves.svg")
    note(f"{run.step} steps in {run.seconds / 60:.1f} minutes; the model is in {out / 'model'}")


@app.command("eval", epilog=examples("tapworld nano eval --phone data/nano-phone --json"))
def evaluate(
    model: Annotated[Path | None, typer.Option(help="A model's folder. [default: shipped]")] = None,
    phone: PhoneOption = None,
    items: Annotated[int, typer.Option(min=1, help="Items of each kind.")] = 500,
    views: Annotated[
        int | None, typer.Option(min=1, help="Looks at a screen. [default: the model's]")
    ] = None,
    threads: ThreadsOption = 1,
    json: JsonOption = False,
) -> None:
    """Accuracy on held-out items, load time, time a click, size."""
    from tapworld_eval.grounding.nano.model import needed

    needed()
    _prepare(threads)
    from tapworld_eval.grounding.nano.answering import DEFAULT_VIEWS
    from tapworld_eval.grounding.nano.judging import judge
    from tapworld_eval.grounding.nano.shipping import SHIPPED

    found = judge(model or SHIPPED, phone, items=items, views=views or DEFAULT_VIEWS)
    if json:
        print_json(found)
        return
    for name, value in found.items():
        say(f"{name}: {value}")


@app.command(
    epilog=examples("tapworld nano coverage --minutes 2 --seeds 0,1,2 --out runs/coverage --json")
)
def coverage(
    out: Annotated[Path, typer.Option(help="A folder; runs that it holds are not made again.")],
    minutes: MinutesOption = None,
    steps: StepsOption = None,
    seeds: Annotated[str, typer.Option(help="Seeds, with commas.")] = "0,1,2",
    arms: Annotated[str | None, typer.Option(help="Arms, with commas. [default: all six]")] = None,
    items: Annotated[int, typer.Option(min=10, help="Held-out items.")] = 1500,
    images: Annotated[int, typer.Option(min=1, help="Pictures a step.")] = 12,
    start: Annotated[str, typer.Option(help="shipped or scratch: where runs start.")] = "shipped",
    rate: Annotated[float, typer.Option(min=0, help="Peak learning rate.")] = 4e-3,
    threads: ThreadsOption = 1,
    json: JsonOption = False,
) -> None:
    """Take targets away by x, by y, by both; fill the gap evenly, or where the map is dark."""
    from tapworld_eval.grounding.nano.model import needed

    needed()
    _prepare(threads)
    from tapworld_eval.grounding.nano import coverage as experiments
    from tapworld_eval.grounding.nano.curves import coverage_maps, coverage_table
    from tapworld_eval.statistics.plots import save_figure

    numbers = tuple(int(part) for part in seeds.split(","))
    if start not in ("shipped", "scratch"):
        raise typer.BadParameter(f"--start is shipped or scratch, not {start!r}")
    experiment = experiments.Experiment(
        _budget(minutes, steps), numbers, items=items, images=images, start=start, rate=rate
    )
    chosen = tuple(arms.split(",")) if arms else experiments.ARMS
    runs = experiments.run_experiment(experiment, out, arms=chosen, say=note)
    found = experiments.summary(runs)
    write_whole(out / "table.md", coverage_table(found).encode())
    data: dict[str, Any] = {arm: round(row["inside"], 4) for arm, row in found.items()}
    data |= {"details": found}
    write_whole(out / "summary.json", (json_module.dumps(data, indent=1) + "\n").encode())
    save_figure(coverage_maps(runs, experiments.GRID, experiments.REGION), out / "maps.svg")
    if json:
        print_json(data)
        return
    say(coverage_table(found), markup=False)


def _budget(minutes: float | None, steps: int | None) -> Any:
    from tapworld_eval.grounding.nano.training import Budget

    if minutes is None and steps is None:
        minutes = 20.0
    return Budget(minutes, steps)


def _prepare(threads: int) -> None:
    import torch

    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)  # attention far from anything underflows, and that is slow
