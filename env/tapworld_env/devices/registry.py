"""Devices by name: a new kind of phone is one folder with a ``make`` function."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from tapworld_env.devices.base import Device
from tapworld_env.errors import EnvironmentSetupError

__all__ = ["device_kinds", "make_device"]

_PACKAGE = "tapworld_env.devices"
_ADB = "adb://"


def device_kinds() -> list[str]:
    """Names of the devices there are: the folders beside this file.

    >>> "fake" in device_kinds() and "handset" in device_kinds()
    True
    """
    package = importlib.import_module(_PACKAGE)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def make_device(kind: str = "handset", **options: Any) -> Device:
    """Make a phone.

    Args:
        kind: One of :func:`device_kinds`, or ``adb://HOST:PORT`` for the emulator device there
            (``adb://HOST:PORT,HOST:PORT`` takes the first that nobody on this machine drives).
        **options: Of that device, e.g. ``screen=Screen(412, 915, 1.0)``.

    Raises:
        EnvironmentSetupError: Unknown kind or option, or the device cannot be set up.
    """
    if kind.startswith(_ADB):
        kind, options = "emulator", {"serial": kind.removeprefix(_ADB), **options}
    kinds = device_kinds()
    if kind not in kinds:
        raise EnvironmentSetupError(f"unknown device {kind!r}; there are {', '.join(kinds)}")
    make = importlib.import_module(f"{_PACKAGE}.{kind}").make
    try:
        return make(**options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        raise EnvironmentSetupError(f"device {kind!r}: {error}") from error
