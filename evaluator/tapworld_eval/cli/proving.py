"""``tapworld prove``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import (
    DEFAULT_WORKERS,
    AppOption,
    DeviceOption,
    JsonOption,
    SampleOption,
    ScenarioOption,
    SeedOption,
    WorkersOption,
    device_spec,
    examples,
)
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.progress import plain_progress

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=examples(
            "tapworld prove --sample 120 --seed 1 --json",
            "tapworld prove --app pay",
            "tapworld prove --scenario pay.send_money --sample 10 --fresh",
        )
    )(prove)


def prove(
    sample: SampleOption = 120,
    seed: SeedOption = 1,
    app: AppOption = None,
    scenario: ScenarioOption = None,
    workers: WorkersOption = DEFAULT_WORKERS,
    device: DeviceOption = "handset",
    memory: Annotated[
        Path, typer.Option(help="File of results that held; what is in it is not done again.")
    ] = Path("runs/proof.jsonl"),
    fresh: Annotated[bool, typer.Option(help="Forget what was proved before.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve sampled configurations through the screen, and see near-misses refused.

    Configurations are drawn so that every pair of axis levels occurs. The near-misses of every
    sampled scenario are carried out once; the verifier must refuse each. Exit code 1 when
    something does not hold.
    """
    from tapworld_eval.audit.prove import ProofMemory, ProofResult
    from tapworld_eval.audit.prove import prove as run_proof
    from tapworld_eval.rollouts.manifest import state_key
    from tapworld_eval.rollouts.plan import make_plan
    from tapworld_scenarios import load_catalog

    selection = [*(app or []), *(scenario or [])]
    catalog = load_catalog()
    plan = make_plan(catalog, selection=selection, sample=sample, seed=seed, method="pairwise")
    if fresh:
        memory.unlink(missing_ok=True)
    spec = device_spec(device, "small")
    with plain_progress("proving") as bar:
        shown = bar.add_task("proving", total=None, status="")
        failed = 0

        def told(result: ProofResult, done: int, total: int) -> None:
            nonlocal failed
            failed += not result.ok
            status = f"{failed} failed" if failed else ""
            bar.update(shown, total=total, completed=done, status=status)

        report = run_proof(
            catalog,
            plan.configurations,
            device=spec,
            workers=workers,
            memory=ProofMemory(memory, state_key(spec)),
            told=told,
        )
    if json:
        print_json(report.to_json())
    else:
        say(
            f"{report.solved} of {report.sampled} configurations solved, "
            f"{report.refused} of {report.near_misses} near-misses refused, "
            f"in {report.seconds:.0f} s ({report.reused} known from before)"
        )
        for failure in report.failures:
            what = f"near-miss {failure.near_miss}" if failure.near_miss else "oracle"
            say(f"  {failure.configuration}  {what}: {failure.reason}", markup=False)
    if report.interrupted:
        note("interrupted: the same command goes on from here")
    whole = report.solved == report.sampled and report.refused == report.near_misses
    raise typer.Exit(0 if whole else 1)
