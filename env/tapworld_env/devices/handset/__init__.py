"""The handset: the apps under react-native-web on a page of headless Chromium."""

from __future__ import annotations

from tapworld_env.devices.handset.device import Handset, make

__all__ = ["Handset", "make"]
