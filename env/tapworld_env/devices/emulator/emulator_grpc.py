"""Screenshots from the emulator's own gRPC service (``EmulatorController.getScreenshot``).

An emulator that was started with ``-grpc`` writes the port and, with ``-grpc-use-token``, a token
into a discovery file of the user who runs it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_env.devices.emulator.emulator_messages import (
    RGB888,
    parse_picture,
    picture_request,
)
from tapworld_env.devices.emulator.link import LinkDropped
from tapworld_env.errors import DeviceTimeout, EnvironmentSetupError
from tapworld_env.observations import Screen

__all__ = ["EmulatorController", "discovery_folders", "find_service", "open_controller"]

_METHOD = "/android.emulation.control.EmulatorController/getScreenshot"
_SERIAL = re.compile(r"emulator-(\d+)")
_PID = re.compile(r"pid_(\d+)\.ini")


def open_controller(serial: str, screen: Screen, *, timeout_s: float) -> EmulatorController:
    """Connect to the emulator of a serial, and take a picture to see that it works.

    Raises:
        EnvironmentSetupError: It is no emulator of this machine, offers no gRPC, or does not
            answer; or grpcio is not installed.
    """
    address, token = find_service(serial, discovery_folders())
    controller = EmulatorController(address, token, screen, timeout_s=timeout_s)
    try:
        controller.decode(controller.take())
    except (LinkDropped, DeviceTimeout) as error:
        controller.close()
        raise EnvironmentSetupError(f"{serial}: the emulator's gRPC does not work: {error}") from (
            error
        )
    except EnvironmentSetupError:
        controller.close()
        raise
    return controller


def discovery_folders() -> list[Path]:
    """Where emulators of this user write their discovery files."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    home = os.environ.get("ANDROID_EMULATOR_HOME") or os.environ.get("ANDROID_USER_HOME")
    roots = [
        Path(runtime) if runtime else Path(f"/run/user/{os.getuid()}"),
        Path(home) if home else Path("~/.android").expanduser(),
    ]
    return [root / "avd" / "running" for root in roots]


def find_service(serial: str, folders: Iterable[Path]) -> tuple[str, str]:
    """Address and token (``""`` when it wants none) of an emulator's gRPC.

    Raises:
        EnvironmentSetupError: Says what is missing.
    """
    found = _SERIAL.fullmatch(serial)
    if found is None:
        raise EnvironmentSetupError(
            f"{serial} is no emulator of this machine (emulator-5554 is one), so it has no gRPC"
        )
    folders = list(folders)
    for file in (file for folder in folders for file in sorted(folder.glob("pid_*.ini"))):
        entries = _entries(file)
        if entries.get("port.serial") != found[1] or not _runs(file):
            continue
        if "grpc.port" not in entries:
            raise EnvironmentSetupError(f"{serial} offers no gRPC: start it with -grpc PORT")
        return f"127.0.0.1:{entries['grpc.port']}", entries.get("grpc.token", "")
    looked = ", ".join(map(str, folders))
    raise EnvironmentSetupError(
        f"{serial} has no discovery file in {looked}: it runs as another user, in a container, or "
        f"without -grpc PORT"
    )


class EmulatorController:
    """A source of pictures: uncompressed, straight from the emulator.

    Args:
        address: ``host:port`` of the service.
        token: Sent as a bearer's; none when ``""``.
        screen: What a picture must be.
        timeout_s: Longest wait for a picture.

    Raises:
        EnvironmentSetupError: grpcio is not installed.
    """

    def __init__(self, address: str, token: str, screen: Screen, *, timeout_s: float) -> None:
        try:
            import grpc
        except ImportError as error:
            raise EnvironmentSetupError(
                "screenshots by gRPC need grpcio: pip install 'tapworld[emulator]'"
            ) from error
        self._grpc = grpc
        self._address = address
        self._screen = screen
        self._timeout_s = timeout_s
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()
        # A picture of 1080x2400 has 7.8 MB, twice gRPC's own limit.
        unlimited = [("grpc.max_receive_message_length", -1)]
        self._channel: Any = grpc.insecure_channel(address, options=unlimited)
        self._call = self._channel.unary_unary(_METHOD)

    def take(self) -> bytes:
        """A whole picture: RGB rows."""
        width, height = self._screen.width, self._screen.height
        try:
            reply = self._call(
                picture_request(width, height), timeout=self._timeout_s, metadata=self._metadata
            )
            picture = parse_picture(reply)
        except self._grpc.RpcError as error:
            said = f"{error.code().name.lower()}: {error.details()}"
            if error.code() == self._grpc.StatusCode.DEADLINE_EXCEEDED:
                raise DeviceTimeout(
                    f"the emulator at {self._address} gave no picture within {self._timeout_s:g} s"
                ) from error
            raise LinkDropped(f"the emulator at {self._address} gave no picture: {said}") from error
        except ValueError as error:
            raise LinkDropped(f"the emulator at {self._address} sent no picture: {error}") from (
                error
            )
        if picture.format != RGB888 or (picture.width, picture.height) != (width, height):
            raise EnvironmentSetupError(
                f"the emulator's gRPC gives pictures of {picture.width}x{picture.height} in format "
                f"{picture.format}, not {width}x{height} RGB: use screenshots=screencap"
            )
        if len(picture.pixels) != 3 * width * height:
            raise LinkDropped(
                f"the emulator at {self._address} sent {len(picture.pixels)} bytes of a picture "
                f"of {3 * width * height}"
            )
        return picture.pixels

    def decode(self, picture: bytes) -> NDArray[np.uint8]:
        """``(height, width, 3)`` uint8 RGB."""
        shape = (self._screen.height, self._screen.width, 3)
        return np.frombuffer(picture, np.uint8).reshape(shape).copy()

    def close(self) -> None:
        """Close the channel; safe to call twice."""
        self._channel.close()


def _entries(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:  # the emulator ended meanwhile
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _runs(file: Path) -> bool:
    """Whether the process of the file's name is there: crashed emulators leave their files."""
    found = _PID.fullmatch(file.name)
    return found is not None and Path(f"/proc/{found[1]}").exists()
