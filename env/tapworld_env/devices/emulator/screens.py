"""Where pictures of the phone's screen come from: ``screencap`` over adb, or the emulator itself.

A source gives pictures as bytes that are equal while the screen is, and decodes them. ``screencap``
works on every phone. An emulator of this machine can also be asked by gRPC, which compresses
nothing and does not go through Android.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from tapworld_env.devices.emulator.link import Link, LinkDropped
from tapworld_env.devices.handset.pixels import decode_png
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen

__all__ = ["Decoder", "ScreenSource", "Screencap", "Screenshots", "make_source"]

Screenshots = Literal["screencap", "grpc", "auto"]
_PNG_END = b"IEND\xaeB`\x82"


class ScreenSource(Protocol):
    """What takes pictures."""

    def take(self) -> bytes:
        """A whole picture, still encoded.

        Raises:
            LinkDropped: It could not be had; asking again is safe.
            DeviceTimeout: No answer in time.
        """
        ...

    def decode(self, picture: bytes) -> NDArray[np.uint8]:
        """``(height, width, 3)`` uint8 RGB."""
        ...

    def close(self) -> None:
        """Free what it holds; safe to call twice."""
        ...


class Screencap:
    """``exec-out screencap -p``."""

    def __init__(self, link: Link, screen: Screen) -> None:
        self._link = link
        self._screen = screen

    def take(self) -> bytes:
        """A whole PNG."""
        content = self._link.exec_out("screencap -p")
        if not content.endswith(_PNG_END):
            raise LinkDropped(
                f"{self._link.serial}: the screenshot is cut off after {len(content)} bytes: "
                f"{content[:80]!r}"
            )
        return content

    def decode(self, picture: bytes) -> NDArray[np.uint8]:
        """``(height, width, 3)`` uint8 RGB."""
        return decode_png(picture, self._screen.width, self._screen.height)

    def close(self) -> None:
        """Nothing is held."""


class Decoder:
    """Decodes in the background: most first pictures of a look are also its last ones."""

    def __init__(self, source: ScreenSource) -> None:
        self._source = source
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="decode")
        self._begun: tuple[bytes, Future[NDArray[np.uint8]]] | None = None

    def begin(self, picture: bytes) -> None:
        """Start on a picture that may be asked for."""
        self._begun = picture, self._thread.submit(self._source.decode, picture)

    def finish(self, picture: bytes) -> NDArray[np.uint8]:
        """The picture's pixels."""
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] == picture:
            return begun[1].result()
        return self._source.decode(picture)

    def close(self) -> None:
        """End the thread; safe to call twice."""
        self._thread.shutdown()


def make_source(kind: Screenshots, link: Link, screen: Screen) -> ScreenSource:
    """Make the source that was asked for.

    Args:
        kind: ``screencap``; ``grpc`` for the emulator's own, or an error; ``auto`` for the
            emulator's own where there is one, else ``screencap``, with the reason in the log.
        link: The phone.
        screen: Its screen.

    Raises:
        EnvironmentSetupError: ``grpc`` was asked for and is not to be had, or an unknown kind.
    """
    if kind == "screencap":
        return Screencap(link, screen)
    if kind not in ("grpc", "auto"):
        raise EnvironmentSetupError(f"screenshots must be screencap, grpc or auto, not {kind!r}")
    # grpcio is an extra: nothing else needs it.
    from tapworld_env.devices.emulator.emulator_grpc import open_controller

    try:
        return open_controller(link.serial, screen, timeout_s=link.timeout_s)
    except EnvironmentSetupError as error:
        if kind == "grpc":
            raise
        link.log.warning("screenshots by screencap: %s", error)
        return Screencap(link, screen)
