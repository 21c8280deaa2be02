"""The phone as a Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapworld_env.devices.base import Device
from tapworld_env.devices.registry import device_kinds, make_device
from tapworld_env.observations import Element, Observation, Screen
from tapworld_env.ui_xml import elements_to_xml

if TYPE_CHECKING:
    from tapworld_env.phone_env import PhoneEnv

__all__ = [
    "Device",
    "Element",
    "Observation",
    "PhoneEnv",
    "Screen",
    "device_kinds",
    "elements_to_xml",
    "make_device",
]


def __getattr__(name: str) -> Any:
    # Gymnasium is imported only by those who use the environment, not by those who use devices.
    if name == "PhoneEnv":
        from tapworld_env.phone_env import PhoneEnv

        return PhoneEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
