"""First screens, looked at for what they show, give away and connect to."""

from __future__ import annotations

import ipaddress
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import psutil

from tapworld_env.actions import Action, Done
from tapworld_eval.rollouts.episode import EpisodeJob, run_episode
from tapworld_scenarios import arrange

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_env.observations import Observation
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["PhoneLooks", "look_at_starts"]


@dataclass(frozen=True)
class PhoneLooks:
    """What phones showed at the start of episodes.

    Attributes:
        shown: Configuration id -> observation and info as the runner gave them to an agent that
            asks for everything, and the device's own look.
        connections: Open connections of the phone's processes to other machines.
        themes_differ: Whether every configuration had other pixels in another theme.
    """

    shown: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any], Observation]]
    connections: tuple[str, ...]
    themes_differ: bool

    @property
    def median_elements(self) -> float:
        """Elements on a first screen."""
        return statistics.median(len(look.elements) for _, _, look in self.shown.values())


class _Spy:
    """An agent that keeps what it is given, and does nothing."""

    name = "spy"
    needs = frozenset({"pixels", "elements"})

    def __init__(self) -> None:
        self.observation: Mapping[str, Any] = {}
        self.info: dict[str, Any] = {}

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        self.info = dict(info)

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        self.observation = observation
        self.info |= info
        return Done()


def look_at_starts(
    catalog: Catalog, device: Device, configurations: Sequence[Configuration]
) -> PhoneLooks:
    """Begin an episode on every configuration, then look at it in another theme."""
    shown = {}
    differ = True
    remote: set[str] = set()
    themes = list(catalog.looks.themes())
    for configuration in configurations:
        task = arrange(catalog, configuration)
        spy = _Spy()
        run_episode(device, task, spy, EpisodeJob("look", configuration, 0, 0))
        look = device.observe()
        shown[configuration.id] = (spy.observation, spy.info, look)
        other = next((t for t in themes if t != configuration.theme), None)
        if other is None:
            differ = False
        else:
            device.load(arrange(catalog, replace(configuration, theme=other)).snapshot)
            pixels, changed = look.pixels, device.observe().pixels
            assert pixels is not None
            assert changed is not None
            differ = differ and not (pixels == changed).all()
        remote |= set(_remote_connections())
    return PhoneLooks(shown, tuple(sorted(remote)), differ and bool(shown))


def _remote_connections() -> list[str]:
    """Where processes that this one started are connected to, other than this machine."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            name, connections = process.name(), process.net_connections(kind="inet")
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        for connection in connections:
            if connection.raddr and not ipaddress.ip_address(connection.raddr[0]).is_loopback:
                found.append(f"{name} -> {connection.raddr[0]}:{connection.raddr[1]}")
    return found
