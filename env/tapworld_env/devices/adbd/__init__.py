"""A phone that speaks adb: any device, driven by adb, adbutils and uiautomator2 unmodified.

It proves transport, parsing and recovery of what drives a phone, never Android's behaviour.
"""

from __future__ import annotations

from tapworld_env.devices.adbd.daemon import AdbDaemon
from tapworld_env.devices.adbd.faults import Faults
from tapworld_env.devices.adbd.phone import Phone

__all__ = ["AdbDaemon", "Faults", "Phone"]
