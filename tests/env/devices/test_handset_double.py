"""The handset over a test double of the page: the device's own part, whatever the apps are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.devices.base import Device
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import Snapshot

from .conftest import BUNDLE
from .contract import DeviceContract, ListContract

pytestmark = pytest.mark.phone


class TestHandset(ListContract, DeviceContract):
    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        with Handset(bundle=BUNDLE) as device:
            yield device

    @pytest.fixture
    def snapshot(self, toy_snapshot: Snapshot) -> Snapshot:
        return toy_snapshot


class TestSmallHandset(TestHandset):
    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        with Handset(bundle=BUNDLE, screen=Screen(412, 915, 1.0)) as device:
            yield device
