"""The ``sync:`` service, version 1: stat, list, receive and send files.

Source: ``SYNC.TXT`` in Android's packages/modules/adb.
"""

from __future__ import annotations

import posixpath
import stat
import struct
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tapworld_env.devices.adbd.files import FileError, StoredFile
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.shell import Call
from tapworld_env.devices.adbd.transport import Stream

__all__ = ["serve_sync"]

_CHUNK = 64 * 1024
_LONGEST_PATH = 1024
_FOLDER_MODE = stat.S_IFDIR | 0o771
T = TypeVar("T")
OnPhone = Callable[[Callable[[], T]], Awaitable[T]]


async def serve_sync(phone: Phone, stream: Stream, on_phone: OnPhone) -> None:
    """Answer requests until the host quits.

    Args:
        phone: Whose files.
        stream: The conversation.
        on_phone: Runs a function on the phone's thread.
    """
    while True:
        name, length = struct.unpack("<4sI", await stream.read_exactly(8))
        if name == b"QUIT":
            return
        if length > _LONGEST_PATH:
            await _fail(stream, "path too long")
            return
        path = (await stream.read_exactly(length)).decode("utf-8", "surrogateescape")
        if name == b"STAT":
            await _stat(phone, stream, path, on_phone)
        elif name == b"LIST":
            await _list(phone, stream, path, on_phone)
        elif name == b"RECV":
            await _receive(phone, stream, path, on_phone)
        elif name == b"SEND":
            await _send(phone, stream, path, on_phone)
        else:
            await _fail(stream, f"unknown command {name!r}")
            return


async def _fail(stream: Stream, message: str) -> None:
    data = message.encode()
    await stream.write(b"FAIL" + struct.pack("<I", len(data)) + data)


def _mode_size_time(phone: Phone, path: str) -> tuple[int, int, int]:
    try:
        real = Call(phone, []).path(path)
    except FileError:
        return 0, 0, 0
    if phone.files.is_folder(real):
        return _FOLDER_MODE, 4096, phone.now_s
    file = phone.files.get(real)
    if file is None:
        return 0, 0, 0
    return stat.S_IFREG | file.mode, len(file.content), file.mtime or phone.now_s


async def _stat(phone: Phone, stream: Stream, path: str, on_phone: OnPhone) -> None:
    found = await on_phone(lambda: _mode_size_time(phone, path))
    await stream.write(b"STAT" + struct.pack("<3I", *found))


async def _list(phone: Phone, stream: Stream, path: str, on_phone: OnPhone) -> None:
    def entries() -> list[tuple[str, tuple[int, int, int]]]:
        try:
            names = phone.files.names(Call(phone, []).path(path))
        except FileError:
            return []
        found = [(name, posixpath.join(path, name)) for name in names]
        return [
            (".", (_FOLDER_MODE, 4096, phone.now_s)),
            ("..", (_FOLDER_MODE, 4096, phone.now_s)),
            *((name, _mode_size_time(phone, whole)) for name, whole in found),
        ]

    for name, numbers in await on_phone(entries):
        data = name.encode("utf-8", "surrogateescape")
        await stream.write(b"DENT" + struct.pack("<4I", *numbers, len(data)) + data)
    await stream.write(b"DONE" + bytes(16))


async def _receive(phone: Phone, stream: Stream, path: str, on_phone: OnPhone) -> None:
    def read() -> bytes:
        content = phone.files.read(Call(phone, []).path(path)).content
        if phone.faults.strikes("torn_reads"):
            return content[: len(content) // 2]
        return content

    try:
        content = await on_phone(read)
    except FileError as error:
        await _fail(stream, f"{path}: {error}")
        return
    for start in range(0, len(content), _CHUNK):
        part = content[start : start + _CHUNK]
        await stream.write(b"DATA" + struct.pack("<I", len(part)) + part)
    await stream.write(b"DONE" + bytes(4))


async def _send(phone: Phone, stream: Stream, target: str, on_phone: OnPhone) -> None:
    path, _, mode = target.rpartition(",")
    parts: list[bytes] = []
    while True:
        name, length = struct.unpack("<4sI", await stream.read_exactly(8))
        if name == b"DONE":
            mtime = length
            break
        if name != b"DATA" or length > _CHUNK:
            await _fail(stream, f"expected data, not {name!r} of {length} bytes")
            return
        parts.append(await stream.read_exactly(length))
    content = b"".join(parts)

    def store() -> None:
        real = Call(phone, []).path(path)
        phone.check_writable(real)
        folder = posixpath.dirname(real)
        if not phone.files.is_folder(folder):
            phone.files.make_folder(folder, parents=True)
        owner = "root:root" if phone.root else "shell:shell"
        bits = int(mode) & 0o777 if mode.isdecimal() else 0o660
        phone.files.write(real, StoredFile(content, bits, mtime, owner))

    try:
        await on_phone(store)
    except FileError as error:
        await _fail(stream, f"couldn't create file: {path}: {error}")
        return
    await stream.write(b"OKAY" + bytes(4))
