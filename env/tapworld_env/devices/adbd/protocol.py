"""The messages of the adb wire protocol: a 24-byte header and a payload.

Source: ``protocol.txt`` in Android's packages/modules/adb.
"""

from __future__ import annotations

import asyncio
import struct
from typing import NamedTuple

__all__ = [
    "AUTH",
    "AUTH_PUBLIC_KEY",
    "AUTH_SIGNATURE",
    "AUTH_TOKEN",
    "CLSE",
    "CNXN",
    "MAX_PAYLOAD",
    "OKAY",
    "OPEN",
    "VERSION",
    "WRTE",
    "Message",
    "ProtocolError",
    "pack",
    "read_message",
]

CNXN, AUTH, OPEN, OKAY, CLSE, WRTE = b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE"
AUTH_TOKEN, AUTH_SIGNATURE, AUTH_PUBLIC_KEY = 1, 2, 3
# From this version on neither side fills in or checks the payload's checksum.
VERSION = 0x01000001
MAX_PAYLOAD = 256 * 1024
_LARGEST = 1 << 20
_HEADER = struct.Struct("<4sIIIII")


class ProtocolError(Exception):
    """The other side does not speak adb; the connection is closed."""


class Message(NamedTuple):
    """One message; what the arguments mean depends on the command."""

    command: bytes
    arg0: int
    arg1: int
    data: bytes = b""


def pack(message: Message) -> bytes:
    """Return the message's bytes.

    >>> pack(Message(OKAY, 1, 2))[:4], len(pack(Message(WRTE, 1, 2, b"abc")))
    (b'OKAY', 27)
    """
    command, arg0, arg1, data = message
    checksum = sum(data) & 0xFFFFFFFF if command == CNXN else 0
    return _HEADER.pack(command, arg0, arg1, len(data), checksum, _magic(command)) + data


async def read_message(reader: asyncio.StreamReader) -> Message:
    """Read one message.

    Raises:
        ProtocolError: The header is no adb header.
        asyncio.IncompleteReadError: The connection ended.
    """
    header = await reader.readexactly(_HEADER.size)
    command, arg0, arg1, length, _, magic = _HEADER.unpack(header)
    if magic != _magic(command) or length > _LARGEST:
        raise ProtocolError(f"no adb message: {header!r}")
    return Message(command, arg0, arg1, await reader.readexactly(length))


def _magic(command: bytes) -> int:
    return int.from_bytes(command, "little") ^ 0xFFFFFFFF
