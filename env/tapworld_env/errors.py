"""Everything that can go wrong between the environment and a phone."""

from __future__ import annotations

__all__ = [
    "ActionRejected",
    "DeviceError",
    "DeviceLost",
    "DeviceTimeout",
    "EnvironmentSetupError",
    "SnapshotRejected",
    "TapworldEnvError",
]


class TapworldEnvError(Exception):
    """Base of this package's errors; the message says what was wrong, where, what to do."""


class EnvironmentSetupError(TapworldEnvError):
    """The environment cannot be built: a missing browser, bundle or option."""


class DeviceError(TapworldEnvError):
    """Base of what a device may raise while it runs."""


class DeviceLost(DeviceError):
    """The device is gone (killed, crashed, disconnected); make a fresh one."""


class DeviceTimeout(DeviceError):
    """The device did not answer in time; make a fresh one."""


class ActionRejected(DeviceError):
    """The action is malformed or impossible here; the phone is unchanged."""


class SnapshotRejected(DeviceError):
    """The snapshot cannot be loaded: unknown app or theme, or a broken database."""
