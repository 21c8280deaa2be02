"""``tapworld list``, ``show`` and ``check``: what there is to do, offline."""

from __future__ import annotations

import json as json_module
import os
from typing import Annotated

import typer

from tapworld_eval.cli.options import AppOption, JsonOption, examples
from tapworld_eval.cli.output import note, print_json, say, table

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(
        "list", epilog=examples("tapworld list", "tapworld list --app pay", "tapworld list --json")
    )(list_scenarios)
    app.command(
        epilog=examples(
            "tapworld show pay.send_money",
            "tapworld show pay.send_money/i3/ada/midnight/search-open/p1",
        )
    )(show)
    app.command(epilog=examples("tapworld check", "tapworld check --app pay --json"))(check)


def list_scenarios(app: AppOption = None, json: JsonOption = False) -> None:
    """List scenarios with their kinds, and count what they span."""
    from tapworld_eval.rollouts.plan import select_scenarios
    from tapworld_scenarios import catalog_counts, load_catalog

    catalog = load_catalog()
    chosen = [catalog.scenarios[name] for name in select_scenarios(catalog, app or ())]
    counts = catalog_counts(catalog)
    if json:
        listed = [
            {
                "id": scenario.id,
                "kind": scenario.kind,
                "apps": list(scenario.apps),
                "instances": len(scenario.instances),
                "goal": scenario.goal[0],
            }
            for scenario in chosen
        ]
        print_json({**counts, "listed": listed})
        return
    table(
        ("scenario", "kind", "apps", "instances"),
        [(s.id, s.kind, " + ".join(s.apps), len(s.instances)) for s in chosen],
    )
    say(
        f"{counts['scenarios']} scenarios ({counts['composed']} over several apps) of "
        f"{counts['apps']} apps, {counts['instances']} instances, "
        f"{counts['configurations']:,} configurations"
    )


def show(
    name: Annotated[str, typer.Argument(help="A scenario's or a configuration's id.")],
    json: JsonOption = False,
) -> None:
    """Show a scenario as it is written, or a configuration as it is arranged."""
    from tapworld_scenarios import arrange, load_catalog

    catalog = load_catalog()
    if "/" not in name:
        scenario = catalog.scenario(name)
        if json:
            print_json(scenario.model_dump(mode="json", exclude_defaults=True))
        else:
            say(catalog.files[name].read_text(encoding="utf-8").rstrip(), markup=False)
        return
    task = arrange(catalog, name)
    data = {
        "configuration": task.configuration.to_json(),
        "goal": task.goal,
        "max_steps": task.max_steps,
        "values": {key: _shown(value) for key, value in task.values.items()},
        "expected": task.expected.text if task.expected else None,
        "oracle": [step.model_dump(exclude_defaults=True) for step in task.oracle],
        "near_misses": [near_miss.name for near_miss in task.near_misses],
        "snapshot": task.snapshot.digest(),
    }
    if json:
        print_json(data)
        return
    say(task.goal, markup=False)
    for key in ("max_steps", "expected", "snapshot"):
        say(f"{key}: {data[key]}", markup=False)
    say("values:")
    for key, value in data["values"].items():
        say(f"  {key} = {value!r}", markup=False)
    say("oracle:")
    for step in task.oracle:
        say("  " + json_module.dumps(step.model_dump(exclude_defaults=True)), markup=False)
    say("near-misses: " + ", ".join(data["near_misses"]), markup=False)


def check(
    app: AppOption = None,
    write: Annotated[bool, typer.Option(help="Keep the certificates.")] = True,
    json: JsonOption = False,
) -> None:
    """Certify the catalogue: coherent, feasible, not solved already, unambiguous.

    Every instance is checked on every profile; what fails is named and excluded. Exit code 1
    when a pair is incoherent.
    """
    from tapworld_eval.cli.progress import plain_progress
    from tapworld_eval.rollouts.plan import select_scenarios
    from tapworld_scenarios import check_catalog, load_catalog, write_certificates

    catalog = load_catalog()
    with plain_progress("checking") as bar:
        shown = bar.add_task("checking", total=None, status="")

        def told(name: str, done: int, total: int) -> None:
            bar.update(shown, total=total, completed=done, status=name)

        chosen = select_scenarios(catalog, app) if app else None
        report = check_catalog(catalog, chosen, workers=os.cpu_count() or 1, progress=told)
    if write:
        for path in write_certificates(catalog, report):
            note(f"certificate {path}")
    data = report.to_json()
    if json:
        print_json(data)
    else:
        counts = ", ".join(
            f"{data[key]} {key}" for key in ("compatible", "infeasible", "trivial", "incoherent")
        )
        say(
            f"{report.pairs} pairs: {counts}, {report.ambiguous} ambiguous, "
            f"in {report.seconds:.1f} s"
        )
        for pair in data["excluded"]:
            if pair["status"] in ("incoherent", "ambiguous", "trivial"):
                say(f"  {pair['pair']}  {pair['status']}: {pair['reason']}", markup=False)
    raise typer.Exit(1 if report.incoherent else 0)


def _shown(value: object) -> object:
    return value.hex() if isinstance(value, bytes) else value
