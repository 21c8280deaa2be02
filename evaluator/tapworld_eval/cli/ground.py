"""``tapworld ground``: what a grounding score is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli import ground_ablate, ground_make, ground_published, ground_trace
from tapworld_eval.cli.ground_options import (
    BaseUrlOption,
    BudgetOption,
    FormatOption,
    LayoutOption,
    ModelOption,
    PerMinuteOption,
    PriceOption,
    PromptOption,
    SubsetOption,
    WorkersOption,
    make_locator,
    read_samples,
)
from tapworld_eval.cli.options import JsonOption, OptionOption, SeedOption, agent_options, examples
from tapworld_eval.cli.output import interval, note, percent, print_json, say, table
from tapworld_eval.cli.progress import plain_progress
from tapworld_eval.cli.stats_input import frame_rows, plain, print_frame

__all__ = ["add_to"]

app = typer.Typer(help="Grounding: what a score is made of.", no_args_is_help=True)
datasets = typer.Typer(help="Datasets on this machine.", no_args_is_help=True)
app.add_typer(datasets, name="datasets")
app.command("make", epilog=ground_make.epilog)(ground_make.make)
app.command("ablate", epilog=ground_ablate.epilog)(ground_ablate.ablate)
app.command("trace", epilog=ground_trace.epilog)(ground_trace.trace)
app.command("published", epilog=ground_published.epilog)(ground_published.published)

RunArgument = Annotated[Path, typer.Argument(help="Folder of a grounding run.")]


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    root.add_typer(app, name="ground")


@datasets.command(epilog=examples("tapworld ground datasets check data/ScreenSpot-Pro"))
def check(path: Path, layout: LayoutOption = None, json: JsonOption = False) -> None:
    """Read every annotation and image; exit 1 and name each that cannot be used."""
    from tapworld_eval.grounding.datasets import check_dataset

    report = check_dataset(path, layout)
    if json:
        print_json(vars(report))
    else:
        for fault in report.faults:
            say(fault, markup=False)
        kinds = ", ".join(f"{count} {kind}" for kind, count in report.kinds.items())
        say(
            f"{report.format}: {report.sound} of {report.annotations} annotations can be used "
            f"({kinds}; {report.images} images); published: {report.published or 'unknown'}",
            markup=False,
        )
    if report.faults:
        raise typer.Exit(1)


@app.command(epilog=examples("tapworld ground formats"))
def formats(json: JsonOption = False) -> None:
    """Models by coordinate space, syntax, and native prompt."""
    from tapworld_eval.grounding.formats import model_formats

    known = model_formats().values()
    if json:
        print_json([format_.model_dump(mode="json") for format_ in known])
        return
    rows = [(f.name, f.space.value, f.syntax, f.resize.kind, f.prompt) for f in known]
    table(("model", "space", "syntax", "resize", "prompt"), rows)


@app.command(
    epilog=examples(
        "tapworld ground run data/ScreenSpot-Pro --model gpt-4o --format gpt --out runs/g",
        "tapworld ground run data/pro --model q --format qwen3-vl --scaffold reground --out runs/r",
    )
)
def run(
    path: Annotated[Path, typer.Argument(help="A dataset's folder.")],
    model: ModelOption,
    format: FormatOption,  # noqa: A002
    out: Annotated[Path, typer.Option(help="The run's folder; an existing run is resumed.")],
    prompt: PromptOption = None,
    scaffold: Annotated[
        str, typer.Option(help="bare, reground, sample_and_vote, gated_zoom, ratio_zoom, ...")
    ] = "bare",
    option: OptionOption = None,
    layout: LayoutOption = None,
    n: SubsetOption = None,
    seed: SeedOption = 0,
    base_url: BaseUrlOption = "https://api.openai.com/v1",
    price: PriceOption = None,
    budget: BudgetOption = 5.0,
    per_minute: PerMinuteOption = None,
    workers: WorkersOption = 1,
    predict: Annotated[
        float | None, typer.Option(help="Accuracy you expect; kept before the first call.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a model over a dataset; every draw is kept for scoring again."""
    from tapworld_eval.grounding.runs import RunConfig, read_rows, run_grounding
    from tapworld_eval.grounding.scaffolds import make_scaffold

    samples = read_samples(path, layout, n, seed)
    strategy = make_scaffold(scaffold, agent_options(option))
    locator = make_locator(model, format, prompt, base_url, price, budget, out, per_minute)
    config = RunConfig(path.name, samples, locator, strategy)
    about = {
        "predicted_accuracy": predict,
        "price": price,
        "budget": budget,
        "path": str(path.resolve()),
        "layout": layout,
    }
    with plain_progress("grounding") as bar:
        task = bar.add_task("grounding", total=len(samples), status="")
        right = dollars = 0.0

        def watch(row: dict[str, Any], old: bool) -> None:
            nonlocal right, dollars
            right += row["correct"]
            dollars += 0 if old else row["dollars"]
            bar.advance(task)
            done = bar.tasks[0].completed
            bar.update(task, status=f"{100 * right / done:.0f} % right, ${dollars:.2f}")

        for row in read_rows(out):
            watch(row, True)
        run_grounding(
            config, out, workers=workers, about=about, watch=lambda row: watch(row, False)
        )
    note(f"run {config.run_id} in {out}")
    show(out, json)


@app.command(epilog=examples("tapworld ground show runs/g --json"))
def show(run: RunArgument, json: JsonOption = False) -> None:
    """Tables of a run, and its prediction against what was measured."""
    from tapworld_eval.grounding.runs import (
        accuracy_tables,
        read_config,
        read_rows,
        rows_frame,
        summary,
    )
    from tapworld_eval.grounding.runs.comparing import predicted_accuracy

    rows, config = read_rows(run), read_config(run)
    frame = rows_frame(rows)
    head, parts = summary(frame), accuracy_tables(frame)
    predicted = config["about"].get("predicted_accuracy")
    verdict = None if predicted is None else predicted_accuracy(rows, predicted)
    if json:
        tables = {name: frame_rows(part) for name, part in parts.items()}
        judged = None if verdict is None else vars(verdict)
        print_json(
            plain({"run_id": config["run_id"], **head, "tables": tables, "prediction": judged})
        )
        return
    say(
        f"accuracy: {percent(head['accuracy_micro'])} micro, {percent(head['accuracy_macro'])} "
        f"macro over {head['macro_over']}s, {head['n']} samples",
        markup=False,
    )
    say(
        f"replies: {head['parse_failures']} of {head['n']} could not be read, "
        f"{percent(head['native_syntax'])} in the asked-for syntax",
        markup=False,
    )
    if head["refusals_right"] is not None:
        say(
            f"refusals: {percent(head['refusals_right'])} where asked for, "
            f"{percent(head['refusals_wrong'])} elsewhere",
            markup=False,
        )
    each = head["dollars_per_correct"]
    say(
        f"cost: ${head['dollars']:.4f} at list price, "
        f"{'-' if each is None else f'${each:.5f}'} per correct click; {head['calls']:.2f} calls a "
        f"sample; {head['input_tokens']} tokens in, {head['output_tokens']} out",
        markup=False,
    )
    for part in parts.values():
        print_frame(part, json=False)
    if verdict is not None:
        say(f"prediction {verdict.verdict}", markup=False)


@app.command(epilog=examples("tapworld ground compare runs/bare runs/reground"))
def compare(
    first: RunArgument,
    second: RunArgument,
    predicted: Annotated[float | None, typer.Option(help="The difference said beforehand.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """The second run against the first on the samples they share: McNemar, interval, needed n."""
    from tapworld_eval.grounding.runs import check_prediction, compare_runs, read_rows

    found = compare_runs(read_rows(first), read_rows(second), seed=seed)
    result: dict[str, Any] = dict(vars(found))
    if predicted is not None:
        judged = check_prediction(predicted, found.difference, found.low, found.high)
        result["prediction"] = vars(judged)
    if json:
        print_json(plain(result))
        return
    say(
        f"{percent(found.first)} -> {percent(found.second)}: {100 * found.difference:+.1f} points "
        f"{interval(found.low, found.high)} over {found.n} samples that both have",
        markup=False,
    )
    needed = "-" if found.required_n is None else found.required_n
    say(
        f"gained {found.gained}, lost {found.lost}, McNemar p {found.p_value:.2g}; to see such an "
        f"effect needs n {needed}",
        markup=False,
    )
    if predicted is not None:
        say(f"prediction {result['prediction']['verdict']}", markup=False)


@app.command(epilog=examples("tapworld ground rescore runs/z --sweep tau=0.5,1.0,1.5,2.0"))
def rescore(
    run: RunArgument,
    scaffold: Annotated[str, typer.Option(help="Which scaffold.")] = "gated_zoom",
    option: OptionOption = None,
    sweep: Annotated[
        list[str] | None, typer.Option(metavar="NAME=V,V", help="A constant over values.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Score stored draws under other constants; asks no model."""
    from itertools import product

    from tapworld_eval.grounding.runs import read_rows
    from tapworld_eval.grounding.runs import rescore as score_again
    from tapworld_eval.grounding.scaffolds import make_scaffold

    given = agent_options(option)
    swept = {name: values.split(",") for name, values in agent_options(sweep).items()}
    variants = [
        make_scaffold(scaffold, {**given, **dict(zip(swept, values, strict=True))})
        for values in product(*swept.values())
    ]
    found = score_again(read_rows(run), variants)
    if json:
        print_json(plain([vars(variant) for variant in found]))
        return
    columns = ("constants", "known", "low", "high", "zoomed", "kept", "vote", "calls")
    table(
        columns,
        [
            (
                ", ".join(f"{name}={v.constants[name]}" for name in swept) or scaffold,
                v.known,
                percent(v.low),
                percent(v.high),
                percent(v.zoomed),
                percent(v.kept_in_view),
                percent(v.voted),
                f"{v.calls:.2f}",
            )
            for v in found
        ],
    )
