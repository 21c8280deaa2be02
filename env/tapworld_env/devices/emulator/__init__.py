"""A real Android phone behind adb: the emulator, or anything that speaks like one."""

from __future__ import annotations

from typing import Any

from tapworld_env.devices.emulator.device import EmulatorDevice

__all__ = ["EmulatorDevice", "make"]


def make(**options: Any) -> EmulatorDevice:
    """Make the device; the registry's entry."""
    return EmulatorDevice(**options)
