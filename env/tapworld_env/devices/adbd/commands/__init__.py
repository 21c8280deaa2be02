"""The commands of the phone's shell, by name; one module a theme."""

from __future__ import annotations

from tapworld_env.devices.adbd.commands import (
    activities,
    dumps,
    files,
    inputs,
    packages,
    screen,
    settings,
    text,
)
from tapworld_env.devices.adbd.shell import Command

__all__ = ["COMMANDS"]

COMMANDS: dict[str, Command] = {
    **activities.COMMANDS,
    **dumps.COMMANDS,
    **files.COMMANDS,
    **inputs.COMMANDS,
    **packages.COMMANDS,
    **screen.COMMANDS,
    **settings.COMMANDS,
    **text.COMMANDS,
}
