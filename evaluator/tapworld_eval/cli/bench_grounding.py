"""``tapworld bench grounding``: speed of probing, scoring and making items."""

from __future__ import annotations

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, table

__all__ = ["bench_grounding", "epilog"]

epilog = examples("tapworld bench grounding --json")


def bench_grounding(json: JsonOption = False) -> None:
    """Probe images a second, seconds to score a million records, phone-made items a second."""
    from tapworld_env.devices.handset import Handset
    from tapworld_eval.grounding.bench import measure_grounding, measure_items

    figures = measure_grounding()
    with Handset() as phone:
        figures |= measure_items(phone, phone.apps)
    if json:
        print_json(figures)
        return
    table(("figure", "value"), list(figures.items()))
