"""The two messages of the emulator's gRPC service that screenshots need, as protobuf's bytes.

From ``emulator_controller.proto`` (package ``android.emulation.control``)::

    rpc getScreenshot(ImageFormat) returns (Image)
    message ImageFormat { ImgFormat format = 1; uint32 width = 3; uint32 height = 4; }
    enum ImgFormat { PNG = 0; RGBA8888 = 1; RGB888 = 2; }
    message Image { ImageFormat format = 1; bytes image = 4; }

Generated code would tie the package to one version of protobuf's runtime, for so little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["RGB888", "Picture", "parse_picture", "picture_request"]

RGB888 = 2
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True)
class Picture:
    """An ``Image``; ``pixels`` are rows from the top, three bytes a pixel when RGB888."""

    format: int
    width: int
    height: int
    pixels: bytes


def picture_request(width: int, height: int, kind: int = RGB888) -> bytes:
    """An ``ImageFormat`` that asks for at most this size.

    >>> picture_request(1080, 2400).hex()
    '080218b80820e012'
    """
    fields = ((1, kind), (3, width), (4, height))
    return b"".join(_varint(number << 3 | _VARINT) + _varint(value) for number, value in fields)


def parse_picture(data: bytes) -> Picture:
    """Read an ``Image``.

    Raises:
        ValueError: It is none.
    """
    about: dict[int, int | bytes] = {}
    pixels: int | bytes = b""
    for number, value in _fields(data):
        if number == 1 and isinstance(value, bytes):
            about = dict(_fields(value))
        elif number == 4:
            pixels = value
    numbers = [about.get(number, 0) for number in (1, 3, 4)]
    kind, width, height = (n if isinstance(n, int) else -1 for n in numbers)
    if not isinstance(pixels, bytes) or min(kind, width, height) < 0:
        raise ValueError("a field is of another type")
    return Picture(kind, width, height, pixels)


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        wire = key & 7
        if wire == _VARINT:
            value, place = _read_varint(data, place)
            yield key >> 3, value
            continue
        size = {_FIXED64: 8, _FIXED32: 4}.get(wire)
        if wire == _BYTES:
            size, place = _read_varint(data, place)
        if size is None or place + size > len(data):
            raise ValueError(f"no protobuf message: wire type {wire} at {place} of {len(data)}")
        yield key >> 3, data[place : place + size]
        place += size


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if place >= len(data) or shift > 63:
            raise ValueError("no protobuf message: a number does not end")
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place += 1
        shift += 7
        if byte < 0x80:
            return value, place
