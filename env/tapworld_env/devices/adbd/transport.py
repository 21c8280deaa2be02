"""One host connected to one phone: the handshake, and streams over one socket."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence

from tapworld_env.devices.adbd.auth import PublicKey, verifies
from tapworld_env.devices.adbd.faults import Faults
from tapworld_env.devices.adbd.protocol import (
    AUTH,
    AUTH_SIGNATURE,
    AUTH_TOKEN,
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    VERSION,
    WRTE,
    Message,
    ProtocolError,
    pack,
    read_message,
)

__all__ = ["Stream", "StreamEnded", "Transport"]


class StreamEnded(Exception):
    """The host closed the stream or the connection."""


class Stream:
    """One service's conversation: bytes in both directions, one unanswered write at a time."""

    def __init__(self, transport: Transport, local: int, remote: int) -> None:
        self._transport = transport
        self._local, self._remote = local, remote
        self._buffer = bytearray()
        self._arrived = asyncio.Event()
        self._may_write = asyncio.Event()
        self._may_write.set()
        self.ended = False

    async def read(self, most: int) -> bytes:
        """Read what is there, at least one byte; ``b""`` once the host has closed."""
        while not self._buffer and not self.ended:
            self._arrived.clear()
            await self._arrived.wait()
        taken = bytes(self._buffer[:most])
        del self._buffer[:most]
        return taken

    async def read_exactly(self, count: int) -> bytes:
        """Read so many bytes.

        Raises:
            StreamEnded: The host closed before.
        """
        while len(self._buffer) < count:
            if self.ended:
                raise StreamEnded
            self._arrived.clear()
            await self._arrived.wait()
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    async def write(self, data: bytes) -> None:
        """Send bytes; waits until the host has taken what went before.

        Raises:
            StreamEnded: The host has closed.
        """
        step = self._transport.max_payload
        for start in range(0, len(data), step):
            await self._may_write.wait()
            if self.ended:
                raise StreamEnded
            self._may_write.clear()
            part = data[start : start + step]
            self._transport.send(Message(WRTE, self._local, self._remote, part))

    async def close(self) -> None:
        """End the stream, once the host has taken everything."""
        await self._may_write.wait()
        if not self.ended:
            self.end()
            self._transport.send(Message(CLSE, self._local, self._remote))

    def drop(self) -> None:
        """End the whole connection at once, as a pulled cable does."""
        self._transport.close()

    def take(self, data: bytes) -> None:
        """Bytes arrived from the host."""
        self._buffer += data
        self._arrived.set()
        self._transport.send(Message(OKAY, self._local, self._remote))

    def taken(self) -> None:
        """The host has taken the last write."""
        self._may_write.set()

    def end(self) -> None:
        """Nothing more will come or go."""
        self.ended = True
        self._arrived.set()
        self._may_write.set()


Service = Callable[[str, Stream], Awaitable[None]]


class Transport:
    """A connection; ``serve`` runs it to its end.

    Args:
        banner: What the phone says of itself.
        open_service: Runs the service a host asks for; ``None`` when there is no such service.
        keys: Who may connect; everyone when ``None``.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        banner: str,
        open_service: Callable[[str], Service | None],
        faults: Faults,
        keys: Sequence[PublicKey] | None,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._banner = banner
        self._open_service = open_service
        self._faults = faults
        self._keys = keys
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next = 1
        self.max_payload = MAX_PAYLOAD

    async def serve(self) -> None:
        """Shake hands, then pass messages to their streams until the connection ends."""
        try:
            if await self._shake_hands():
                while True:
                    self._handle(await read_message(self._reader))
        except (asyncio.IncompleteReadError, ConnectionError, ProtocolError):
            pass
        finally:
            for stream in list(self._streams.values()):
                stream.end()
            for task in list(self._tasks):
                task.cancel()
            self.close()

    def send(self, message: Message) -> None:
        """Send a message; a connection that is gone swallows it."""
        if not self._writer.is_closing():
            self._writer.write(pack(message))

    def close(self) -> None:
        """Cut the connection."""
        self._writer.transport.abort()

    async def _shake_hands(self) -> bool:
        token = b""
        while True:
            message = await read_message(self._reader)
            if self._faults.offline:
                continue
            if message.command == CNXN:
                self.max_payload = min(MAX_PAYLOAD, message.arg1)
                if self._keys is None and not self._faults.unauthorized:
                    break
                token = os.urandom(20)
                self.send(Message(AUTH, AUTH_TOKEN, 0, token))
            elif message.command == AUTH and message.arg0 == AUTH_SIGNATURE:
                if self._knows(token, message.data):
                    break
                # The host tries its next key, and in the end shows a public one, which nobody
                # is there to accept: it stays unauthorized.
                token = os.urandom(20)
                self.send(Message(AUTH, AUTH_TOKEN, 0, token))
        self.send(Message(CNXN, VERSION, MAX_PAYLOAD, self._banner.encode()))
        return True

    def _knows(self, token: bytes, signature: bytes) -> bool:
        if self._faults.unauthorized:
            return False
        return any(verifies(key, token, signature) for key in self._keys or ())

    def _handle(self, message: Message) -> None:
        if message.command == OPEN:
            self._open(message)
            return
        stream = self._streams.get(message.arg1)
        if stream is None:
            if message.command == WRTE:
                self.send(Message(CLSE, 0, message.arg0))
        elif message.command == WRTE:
            stream.take(message.data)
        elif message.command == OKAY:
            stream.taken()
        elif message.command == CLSE:
            stream.end()
            del self._streams[message.arg1]

    def _open(self, message: Message) -> None:
        name = message.data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = self._open_service(name)
        if service is None:
            self.send(Message(CLSE, 0, message.arg0))
            return
        local, self._next = self._next, self._next + 1
        stream = self._streams[local] = Stream(self, local, message.arg0)
        self.send(Message(OKAY, local, message.arg0))
        task = asyncio.get_running_loop().create_task(self._run(service, name, stream, local))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, service: Service, name: str, stream: Stream, local: int) -> None:
        try:
            await service(name, stream)
            await stream.close()
        except (StreamEnded, ConnectionError):
            stream.end()
        finally:
            self._streams.pop(local, None)
