"""A phone without a browser: two toy apps, for tests of what stands on a device."""

from __future__ import annotations

from tapworld_env.devices.fake.device import FakeDevice, make

__all__ = ["FakeDevice", "make"]
