"""``tapworld bench adb``: the way through adb beside the direct one."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, ScreenOption, device_spec, examples
from tapworld_eval.cli.output import note, print_json, say, table

__all__ = ["bench_adb", "epilog"]

epilog = examples("tapworld bench adb --json", "tapworld bench adb --sample 5 --phones 2")
# A tap and a look through adb may take three times as long as in the process.
_MOST_RATIO = 3.0


def bench_adb(
    sample: Annotated[int, typer.Option(min=1, help="Oracle episodes on both ways.")] = 40,
    seed: Annotated[int, typer.Option(help="Decides which configurations are drawn.")] = 3,
    steps: Annotated[int, typer.Option(min=1, help="Steps timed on each way.")] = 40,
    phones: Annotated[
        int, typer.Option(min=2, max=32, help="Phones of one process, driven together.")
    ] = 8,
    screen: ScreenOption = "full",
    json: JsonOption = False,
) -> None:
    """Oracle episodes and steps through adb against the same in the process; many phones at once.

    Steps are timed in turn on both ways, at the given screen; episodes and the phones that are
    driven together have the small screen. Exit code 1 when an episode is not solved or has
    another verdict, or when a step takes more than three times as long.
    """
    figures = measure(sample=sample, seed=seed, steps=steps, phones=phones, screen=screen)
    good = (
        figures["solved"] == figures["equal_verdicts"] == figures["episodes"]
        and figures["ratio_step"] <= _MOST_RATIO
    )
    if json:
        print_json(figures)
    else:
        _show(figures)
    raise typer.Exit(0 if good else 1)


def measure(*, sample: int, seed: int, steps: int, phones: int, screen: str) -> dict[str, Any]:
    """Take every figure; keys in the order in which they are read."""
    from tapworld_eval.audit.through_adb import (
        ServedPhones,
        compare_episodes,
        measure_phones,
        measure_steps,
    )
    from tapworld_eval.rollouts.plan import make_plan
    from tapworld_scenarios import load_catalog

    large, small = device_spec("handset", screen), device_spec("handset", "small")
    with (
        ServedPhones.start(1, large.screen) as served,
        large.make() as direct,
        served.open(0, large.screen) as through,
    ):
        note("steps in turn")
        figures = measure_steps(direct, through, samples=steps)
    with ServedPhones.start(phones, small.screen) as served:
        catalog = load_catalog()
        plan = make_plan(catalog, sample=sample, seed=seed)
        with small.make() as direct, served.open(0, small.screen) as through:
            found = compare_episodes(catalog, plan.jobs(), direct, through, progress=note)
        note(f"{phones} phones together")
        together = measure_phones(served, small.screen, samples=max(steps // 2, 1))
    return {
        "ratio_step": figures["ratio_step"],
        "episodes": len(found.configurations),
        "solved": sum(found.solved),
        "equal_verdicts": sum(found.equal),
        "differing": [entry[0] for entry in found.differing],
        "step_ms_adb": figures["step_ms_adb"],
        "step_ms_process": figures["step_ms_process"],
        "screen": f"{large.screen.width}x{large.screen.height}",
        "together": together,
    }


def _show(figures: dict[str, Any]) -> None:
    say(
        f"{figures['solved']} of {figures['episodes']} episodes solved through adb, "
        f"{figures['equal_verdicts']} with the verdict of the direct way"
    )
    for configuration in figures["differing"]:
        say(f"  another verdict: {configuration}", markup=False)
    together = figures["together"]
    rows = [
        (f"step through adb, {figures['screen']}", figures["step_ms_adb"]),
        (f"step in the process, {figures['screen']}", figures["step_ms_process"]),
        (f"step of {together['phones'] - 1} phones at once, small", together["step_ms"]),
        ("shell command of one more meanwhile", together["shell_ms"]),
    ]
    table(("milliseconds", "median", "p95"), [(name, t["median"], t["p95"]) for name, t in rows])
    say(
        f"A step through adb takes {figures['ratio_step']} times as long; "
        f"{together['phones'] - 1} phones together do {together['steps_per_s']} steps a second."
    )
