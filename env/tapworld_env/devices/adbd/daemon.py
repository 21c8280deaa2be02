"""Phones on TCP ports, served from one thread."""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tapworld_env.devices.adbd.auth import PublicKey, read_keys
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.services import Services
from tapworld_env.devices.adbd.transport import Transport
from tapworld_env.errors import EnvironmentSetupError

__all__ = ["AdbDaemon"]

# adb gives an emulator's console the even port and its adbd the odd one.
_PORT_STEP = 2


class AdbDaemon:
    """Serves phones to adb until it is closed; it closes the phones too.

    Args:
        phones: What is served, one a port.
        host: Address to listen on; any but this machine's own needs ``authorized_keys``.
        port: Port of the first phone, the others follow in steps of two; 0 picks free ones.
        authorized_keys: File of adb public keys that may connect; everyone on this machine
            when ``None``.

    Raises:
        EnvironmentSetupError: A port is taken, or the phones would be open to the network.
    """

    def __init__(
        self,
        phones: Sequence[Phone],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        authorized_keys: Path | None = None,
    ) -> None:
        if authorized_keys is None and not _is_loopback(host):
            raise EnvironmentSetupError(
                f"listening on {host} would give the phones to everyone on the network; name the "
                f"keys that may connect (--authorized-keys ~/.android/adbkey.pub)"
            )
        self.phones = list(phones)
        self.ports: list[int] = []
        self._host = host
        self._keys: list[PublicKey] | None = (
            None if authorized_keys is None else read_keys(authorized_keys)
        )
        self._transports: dict[int, set[Transport]] = {place: set() for place in range(len(phones))}
        self._services = [Services(p, lambda n=n: self.drop(n)) for n, p in enumerate(self.phones)]
        self._servers: list[asyncio.Server] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="adbd", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._listen(port), self._loop).result()
        except OSError as error:
            self.close()
            raise EnvironmentSetupError(
                f"cannot listen on {host}:{port}: {error.strerror}; choose another --port"
            ) from error

    @property
    def addresses(self) -> list[str]:
        """What ``adb connect`` takes, phone by phone."""
        return [f"{self._host}:{port}" for port in self.ports]

    def drop(self, place: int = 0) -> None:
        """Cut a phone's connections, as a pulled cable does."""
        self._loop.call_soon_threadsafe(self._cut, place)

    def close(self) -> None:
        """Stop listening, cut every connection, free the phones."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        for services in self._services:
            services.close()

    def __enter__(self) -> Self:
        """Return the daemon itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close it."""
        self.close()

    async def _listen(self, port: int) -> None:
        for place in range(len(self.phones)):
            wanted = port + place * _PORT_STEP if port else 0
            server = await asyncio.start_server(
                lambda reader, writer, place=place: self._serve(place, reader, writer),
                self._host,
                wanted,
            )
            self._servers.append(server)
            self.ports.append(server.sockets[0].getsockname()[1])

    async def _stop(self) -> None:
        for server in self._servers:
            server.close()
        for place in self._transports:
            self._cut(place)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*tasks, return_exceptions=True)

    def _cut(self, place: int) -> None:
        for transport in list(self._transports[place]):
            transport.close()

    async def _serve(
        self, place: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        phone = self.phones[place]
        transport = Transport(
            reader,
            writer,
            banner=phone.banner,
            open_service=self._services[place].find,
            faults=phone.faults,
            keys=self._keys,
        )
        self._transports[place].add(transport)
        try:
            await transport.serve()
        finally:
            self._transports[place].discard(transport)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
