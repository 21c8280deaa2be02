"""The root of the command line: what there is, and how errors leave it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from tapworld_env.errors import TapworldEnvError
from tapworld_eval.cli import (
    auditing,
    benching,
    blindzones,
    catalogue,
    compare,
    demo,
    device,
    doctor,
    ground,
    nano,
    proving,
    running,
    stats,
    uncertainty,
    uq_capture,
    uq_rollout,
)
from tapworld_eval.cli.output import complain
from tapworld_eval.errors import TapworldEvalError
from tapworld_scenarios.errors import TapworldScenariosError

__all__ = ["app", "main"]

_BAD_INPUT = 2

app = typer.Typer(
    name="tapworld",
    help="A phone for computer-use agents, and the evaluator that measures them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    doctor,
    catalogue,
    proving,
    running,
    compare,
    stats,
    auditing,
    benching,
    demo,
    device,
    ground,
    nano,
    blindzones,
    uncertainty,
    uq_capture,
    uq_rollout,
):
    module.add_to(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 well, 1 the check found faults, 2 bad input.

    Errors of the packages become one plain message; anything else is a bug and shows its
    traceback.
    """
    try:
        app(args=None if arguments is None else list(arguments))
    except (TapworldEvalError, TapworldEnvError, TapworldScenariosError) as error:
        complain(str(error))
        sys.exit(_BAD_INPUT)
    except BrokenPipeError:
        # The reader of a pipe (head, less) has seen enough.
        sys.stderr.close()
        sys.exit(0)
