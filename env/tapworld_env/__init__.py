"""The phone as a Gymnasium environment.

Importing the package registers ``TapWorld-v0``; ``gymnasium.make("tapworld_env:TapWorld-v0")``
does both at once.
"""

from __future__ import annotations

from tapworld_env.devices.base import Device
from tapworld_env.devices.registry import device_kinds, make_device
from tapworld_env.observations import Element, Observation, Screen
from tapworld_env.phone_env import PhoneEnv
from tapworld_env.registration import register
from tapworld_env.ui_xml import elements_to_xml

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

register()
