"""``tapworld device``: phones for other programs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapworld_eval.cli.options import ScreenOption, device_spec, examples
from tapworld_eval.cli.output import note, print_json, say

if TYPE_CHECKING:
    from tapworld_scenarios import Snapshot

__all__ = ["add_to"]

# An adb server takes whatever answers on 5555 to 5585 of its machine for an emulator, which would
# give a phone a second name.
_PORT = 5655


def add_to(app: typer.Typer) -> None:
    """Register the group."""
    group = typer.Typer(help="Phones for other programs.", no_args_is_help=True)
    group.command(
        epilog=examples(
            "tapworld device serve",
            "tapworld device serve --port 5655 --count 4 --screen small",
            "tapworld run --device adb://127.0.0.1:5655 --agent oracle --out runs/adb",
        )
    )(serve)
    group.callback()(_group)
    app.add_typer(group, name="device")


def _group() -> None:
    """Phones for other programs."""


def serve(
    port: Annotated[
        int, typer.Option(help="Port of the first phone; the others follow by 2.")
    ] = _PORT,
    count: Annotated[int, typer.Option(min=1, max=64, help="How many phones.")] = 1,
    screen: ScreenOption = "full",
    profile: Annotated[
        str, typer.Option(help="Persona whose data the apps hold; none for empty phones.")
    ] = "ada",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    authorized_keys: Annotated[
        Path | None,
        typer.Option(help="adb public keys that may connect; needed beyond this machine."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the addresses as JSON.")] = False,
) -> None:
    """Serve handsets that adb, adbutils and uiautomator2 drive as if they were Android phones.

    Runs until it is interrupted. It proves what drives a phone, never Android's own behaviour.
    """
    from tapworld_env import make_device
    from tapworld_env.devices.adbd import AdbDaemon, Phone

    spec = device_spec("handset", screen)
    # A supervisor ends programs by SIGTERM: the phones are closed as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    phones: list[Phone] = []
    try:
        for number in range(count):
            device = make_device(spec.kind, screen=spec.screen)
            snapshot = None if profile == "none" else _data_of(profile, device.apps)
            phones.append(Phone(device, name=f"handset{number}", snapshot=snapshot))
        daemon = AdbDaemon(phones, host=host, port=port, authorized_keys=authorized_keys)
    except BaseException:
        for phone in phones:
            phone.close()
        raise
    with daemon:
        if json:
            print_json({"addresses": daemon.addresses})
        else:
            for address in daemon.addresses:
                say(f"adb connect {address}", markup=False)
        sys.stdout.flush()
        try:
            signal.pause()
        except KeyboardInterrupt:
            note("closing")


def _data_of(profile: str, apps: Sequence[str]) -> Snapshot:
    """A snapshot with a persona's data in every app, the launcher in front."""
    from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database

    people = personas()
    if profile not in people:
        raise typer.BadParameter(f"no persona {profile!r}; there are {', '.join(sorted(people))}")
    states = {app: AppState(profile_database(profile, app)) for app in apps}
    return Snapshot(states, PhoneSettings(clock_ms=people[profile].clock_ms))
