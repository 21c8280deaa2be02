"""The one interface behind which every phone stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from tapworld_env.actions import Action
    from tapworld_env.observations import Observation, Screen
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["Device"]


class Device(ABC):
    """A phone that can be put into a state, looked at, touched and read back."""

    @property
    @abstractmethod
    def screen(self) -> Screen:
        """Size and density of the screen."""

    @property
    @abstractmethod
    def apps(self) -> Sequence[str]:
        """Ids of the apps this device can run."""

    @abstractmethod
    def load(self, snapshot: Snapshot) -> None:
        """Put the phone into exactly this state; returns once the screen has settled.

        Raises:
            SnapshotRejected: Unknown app or theme, or a broken database.
            DeviceLost: The phone is gone.
            DeviceTimeout: The phone did not answer in time.
        """

    @abstractmethod
    def dump(self) -> Snapshot:
        """Read the whole state back."""

    @abstractmethod
    def act(self, action: Action) -> None:
        """Carry out one action; returns when it was delivered (settling is `observe`'s).

        ``Answer``, ``Done`` and ``Infeasible`` do nothing on the phone.

        Raises:
            ActionRejected: The action is impossible here; nothing changed.
        """

    @abstractmethod
    def observe(self, *, pixels: bool = True, elements: bool = True) -> Observation:
        """Wait until nothing is pending (or the cap) and look."""

    @abstractmethod
    def close(self) -> None:
        """Free everything; safe to call twice."""

    def __enter__(self) -> Self:
        """Return the device itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the device."""
        self.close()
