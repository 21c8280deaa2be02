"""``tapworld demo``: the whole way in a few minutes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import (
    DEFAULT_WORKERS,
    SampleOption,
    SeedOption,
    WorkersOption,
    device_spec,
    examples,
)
from tapworld_eval.cli.output import interval, note, percent, say, table
from tapworld_eval.cli.progress import RunProgress

__all__ = ["add_to"]

# In this order: the replay agent repeats the oracle.
_AGENTS = ("noop", "random", "text", "oracle", "replay")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=examples("tapworld demo", "tapworld demo --out runs/mine --sample 80"))(demo)


def demo(
    out: Annotated[Path, typer.Option(help="Folder of the five runs and the report.")] = Path(
        "runs/demo"
    ),
    sample: SampleOption = 40,
    seed: SeedOption = 7,
    workers: WorkersOption = DEFAULT_WORKERS,
) -> None:
    """Certify the catalogue, let five agents work on sampled configurations, write a report.

    The replay agent repeats the oracle's actions blindly on other configurations of the same
    scenarios: it shows how little memory alone is worth here.
    """
    from tapworld_eval.audit.replay import fresh_configurations
    from tapworld_eval.report import write_report
    from tapworld_eval.rollouts.plan import make_plan, plan_configurations
    from tapworld_eval.rollouts.runner import run
    from tapworld_eval.rollouts.scores import score_run
    from tapworld_eval.rollouts.settings import RunSettings
    from tapworld_scenarios import check_catalog, load_catalog, write_certificates

    began = time.perf_counter()
    catalog = load_catalog()
    report = check_catalog(catalog, workers=os.cpu_count() or 1)
    write_certificates(catalog, report)
    say(
        f"Certified {report.compatible} of {report.pairs} pairs of {len(catalog.scenarios)} "
        f"scenarios in {report.seconds:.1f} s."
    )
    plan = make_plan(catalog, sample=sample, seed=seed, method="stratified")
    fresh = plan_configurations(
        fresh_configurations(catalog, plan.configurations, seed=seed + 1), seed=seed
    )
    rows, folders = [], []
    for name in _AGENTS:
        replaying = name == "replay"
        settings = RunSettings(
            name,
            {"source": str(out / "oracle")} if replaying else {},
            device_spec("handset", "small"),
            image_width=412,
            workers=workers,
        )
        with RunProgress(name) as progress:
            result = run(
                fresh if replaying else plan,
                settings,
                out / name,
                catalog=catalog,
                watcher=progress,
            )
        folders.append(result.folder)
        if result.interrupted:
            note("interrupted: the same command goes on from here")
            raise typer.Exit(130)
        scores = score_run(name, result.records)
        if scores is None:
            rows.append((name, "-", "-", "0", "-", "-"))
            continue
        whole = scores.overall
        rows.append(
            (
                name,
                percent(scores.suite),
                interval(scores.suite_low, scores.suite_high),
                f"{whole.successes}/{whole.rollouts}",
                interval(whole.low, whole.high),
                f"{scores.steps_mean:.1f}",
            )
        )
    table(("agent", "success", "95 % bootstrap", "solved", "95 % Wilson", "actions"), rows)
    page = write_report(folders, out / "report.html")
    say(f"{time.perf_counter() - began:.0f} s. The report, with every episode step by step:")
    say(str(page.resolve()), markup=False)
