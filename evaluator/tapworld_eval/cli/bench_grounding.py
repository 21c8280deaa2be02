"""``tapworld bench grounding``: speed of probing and scoring."""

from __future__ import annotations

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, table

__all__ = ["bench_grounding", "epilog"]

epilog = examples("tapworld bench grounding --json")


def bench_grounding(json: JsonOption = False) -> None:
    """Probe images a second on one core, and seconds to score a million records."""
    from tapworld_eval.grounding.bench import measure_grounding

    figures = measure_grounding()
    if json:
        print_json(figures)
        return
    table(("figure", "value"), list(figures.items()))
