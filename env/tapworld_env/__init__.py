"""The phone as a Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_env.devices.registry import device_kinds, make_device
    from tapworld_env.observations import Element, Observation, Screen

__all__ = ["Device", "Element", "Observation", "Screen", "device_kinds", "make_device"]
