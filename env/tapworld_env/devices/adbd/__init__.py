"""A phone that speaks adb: any device, driven by adb, adbutils and uiautomator2 unmodified.

It proves transport, parsing and recovery of what drives a phone, never Android's behaviour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapworld_env.devices.adbd.daemon import AdbDaemon
from tapworld_env.devices.adbd.faults import Faults
from tapworld_env.devices.adbd.phone import Phone

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device

__all__ = ["AdbDaemon", "Faults", "Phone", "make"]


def make(**options: Any) -> Device:
    """Make a handset that is driven through adb; the registry's entry."""
    # The emulator device's own libraries are needed only for this.
    from tapworld_env.devices.adbd.loopback import LoopbackDevice

    return LoopbackDevice(**options)
