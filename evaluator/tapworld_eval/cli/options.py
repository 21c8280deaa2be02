"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tapworld_env.observations import Screen
from tapworld_eval.errors import AgentError, PlanError
from tapworld_eval.rollouts.jobs import DeviceSpec

__all__ = [
    "AppOption",
    "DeviceOption",
    "JsonOption",
    "OptionOption",
    "OutOption",
    "RecordsOption",
    "SampleOption",
    "ScenarioOption",
    "ScreenOption",
    "SeedOption",
    "WorkersOption",
    "agent_options",
    "device_spec",
    "examples",
]

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print JSON, and nothing else, to stdout.")
]


def _writable(path: Path | None) -> Path | None:
    """Refuse before minutes of work what could not be written after them."""
    if path is None:
        return None
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise typer.BadParameter(f"{path} cannot be written: {folder} is no folder to write into")
    return path


RecordsOption = Annotated[
    Path | None,
    typer.Option(
        dir_okay=False,
        callback=_writable,
        help="A file for all that was found, as JSON lines.",
    ),
]
SeedOption = Annotated[int, typer.Option(help="Decides every draw.")]
SampleOption = Annotated[int, typer.Option(min=1, help="Configurations to draw.")]
WorkersOption = Annotated[
    int, typer.Option(min=1, help="Processes, each with a phone.", show_default="cores")
]
ScenarioOption = Annotated[
    list[str] | None,
    typer.Option(
        "--scenario",
        "--scenarios",
        help="An id, a pattern (pay.*), an app, kind:question, or composed; may be repeated.",
    ),
]
AppOption = Annotated[
    list[str] | None, typer.Option(help="Only scenarios of this app; repeatable.")
]
DeviceOption = Annotated[str, typer.Option(help="Kind of phone.")]
ScreenOption = Annotated[
    str, typer.Option(help="full (1080x2400), small (412x915), or WIDTHxHEIGHT@DENSITY.")
]
OutOption = Annotated[Path, typer.Option(help="The run folder; an existing run is resumed.")]
OptionOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the agent; repeatable."),
]

_SCREENS = {"full": Screen(), "small": Screen(412, 915, 1.0)}
DEFAULT_WORKERS = min(os.cpu_count() or 1, 8)


def examples(*lines: str) -> str:
    """The epilogue of a command's help: commands to copy."""
    return "**Examples**\n\n" + "\n\n".join(f"`{line}`" for line in lines)


def device_spec(kind: str, screen: str) -> DeviceSpec:
    """Read ``--device`` and ``--screen``.

    Raises:
        PlanError: The screen is malformed.
    """
    if screen in _SCREENS:
        return DeviceSpec(kind, _SCREENS[screen])
    size, _, density = screen.partition("@")
    width, _, height = size.partition("x")
    try:
        return DeviceSpec(kind, Screen(int(width), int(height), float(density)))
    except ValueError as error:
        raise PlanError(
            f"--screen takes full, small, or something like 720x1280@2.0; got {screen!r}"
        ) from error


def agent_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """Read ``-o key=value`` pairs.

    Raises:
        AgentError: A pair has no ``=``, or a key comes twice.
    """
    options: dict[str, str] = {}
    for pair in pairs or ():
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise AgentError(f"an agent's option is written key=value, not {pair!r}")
        if key in options:
            raise AgentError(f"the option {key!r} is given twice")
        options[key.replace("-", "_")] = value
    return options
