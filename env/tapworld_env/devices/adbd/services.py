"""The services a host can open on the phone, by the name it asks for."""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from tapworld_env.devices.adbd.http import serve_http
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.shell import Output, run
from tapworld_env.devices.adbd.sync import serve_sync
from tapworld_env.devices.adbd.transport import Stream, StreamEnded
from tapworld_env.devices.adbd.uiautomator import UiAutomator
from tapworld_env.errors import DeviceError

__all__ = ["Services"]

T = TypeVar("T")
_STDOUT, _STDERR, _EXIT = 1, 2, 3
_SERVER = re.compile(
    r"CLASSPATH=(?P<jar>\S+) (?:exec )?app_process / com\.wetest\.uia2\.Main -p (?P<port>\d+)"
)


class Services:
    """The services of one phone.

    Args:
        phone: Whose.
        restart: Cuts every connection, as adbd does when it restarts.
    """

    def __init__(self, phone: Phone, restart: Callable[[], None]) -> None:
        self._phone = phone
        self._restart = restart
        self._automator = UiAutomator(phone)
        # One thread a phone: a device is used from one thread at a time.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"phone-{phone.name}")

    def find(self, name: str) -> Callable[[str, Stream], Awaitable[None]] | None:
        """The service of a name, or ``None``."""
        kind = re.split(r"[:,]", name, maxsplit=1)[0]
        if kind == "tcp":
            return self._tcp if self._port(name) in self._phone.rpc_ports else None
        return {
            "shell": self._shell,
            "exec": self._exec,
            "sync": self._sync,
            "root": self._root,
            "unroot": self._root,
            "remount": self._remount,
            "reverse": self._reverse,
        }.get(kind)

    async def on_phone(self, work: Callable[[], T]) -> T:
        """Run a function on the phone's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Free the phone, on its own thread."""
        self._thread.submit(self._phone.close).result()
        self._thread.shutdown()

    @staticmethod
    def _port(name: str) -> int:
        text = name.split(":")[1]
        return int(text) if text.isdecimal() else -1

    async def _sync(self, name: str, stream: Stream) -> None:
        await serve_sync(self._phone, stream, self.on_phone)

    async def _tcp(self, name: str, stream: Stream) -> None:
        async def answer(body: bytes) -> bytes:
            if self._phone.faults.strikes("drop_rpcs"):
                stream.drop()
                raise StreamEnded
            try:
                return await self.on_phone(partial(self._automator.handle, body))
            except DeviceError as error:
                raise self._lose(error) from error

        await serve_http(stream, answer)

    def _lose(self, error: DeviceError) -> StreamEnded:
        """The device behind the phone is gone: to a host, a pulled cable."""
        self._phone.note(f"lost: {error}")
        self._phone.faults.offline = True
        self._restart()
        return StreamEnded(str(error))

    async def _shell(self, name: str, stream: Stream) -> None:
        options, _, line = name.partition(":")
        line = line.strip("\n")
        with_codes = "v2" in options.split(",")
        server = _SERVER.fullmatch(line)
        if server is not None:
            await self._hold_server(server["jar"], int(server["port"]), stream, with_codes)
            return
        if not line:
            message = b"this phone has no interactive shell; give adb shell a command\n"
            output, code = Output([(_STDERR, message)]), 1
        else:
            output, code = await self._run(line, stream)
        if with_codes:
            data = b"".join(_packet(channel, chunk) for channel, chunk in output.chunks)
            await stream.write(data + _packet(_EXIT, bytes([code & 0xFF])))
        else:
            await stream.write(b"".join(chunk for _, chunk in output.chunks))

    async def _exec(self, name: str, stream: Stream) -> None:
        output, _ = await self._run(name.partition(":")[2], stream)
        await stream.write(b"".join(chunk for _, chunk in output.chunks))

    async def _run(self, line: str, stream: Stream) -> tuple[Output, int]:
        faults = self._phone.faults
        if faults.slow_shell_s:
            await asyncio.sleep(faults.slow_shell_s)
        if faults.strikes("drop_shells"):
            stream.drop()
            raise StreamEnded
        try:
            return await self.on_phone(lambda: run(self._phone, line))
        except DeviceError as error:
            raise self._lose(error) from error

    async def _hold_server(self, jar: str, port: int, stream: Stream, with_codes: bool) -> None:
        """uiautomator2's server lives as long as the shell that started it."""
        if self._phone.files.get(jar) is None:
            message = b"Error: Could not find or load main class com.wetest.uia2.Main\n"
            await stream.write(_packet(_STDERR, message) if with_codes else message)
            return
        if port in self._phone.rpc_ports:
            message = b"java.lang.IllegalStateException: UiAutomationService already registered!\n"
            await stream.write(_packet(_STDERR, message) if with_codes else message)
            return
        self._phone.rpc_ports.add(port)
        self._phone.note(f"uiautomator listens on {port}")
        try:
            while await stream.read(4096):
                pass
        finally:
            self._phone.rpc_ports.discard(port)

    async def _root(self, name: str, stream: Stream) -> None:
        wanted = name.startswith("root")
        if self._phone.root == wanted:
            state = "already running as root" if wanted else "not running as root"
            await stream.write(f"adbd is {state}\n".encode())
            return
        self._phone.root = wanted
        await stream.write(f"restarting adbd as {'root' if wanted else 'non root'}\n".encode())
        await stream.close()
        self._restart()

    async def _remount(self, name: str, stream: Stream) -> None:
        if self._phone.root:
            await stream.write(b"remount failed: this phone has no system partition\n")
        else:
            await stream.write(b'Not running as root. Try "adb root" first.\n')

    async def _reverse(self, name: str, stream: Stream) -> None:
        """Keep the table of reverse forwards; nothing on the phone connects to them."""
        _, kind, rest = [*name.split(":", 2), ""][:3]
        table = self._phone.reverse
        if kind == "list-forward":
            listed = "".join(f"host {remote} {local}\n" for remote, local in table.items())
            await stream.write(_block(listed))
        elif kind == "forward":
            remote, _, local = rest.removeprefix("norebind:").partition(";")
            if not local or (rest.startswith("norebind:") and remote in table):
                await stream.write(b"FAIL" + _block(f"cannot rebind existing socket: {remote}"))
                return
            table[remote] = local
            await stream.write(b"OKAY")
        elif kind == "killforward-all":
            table.clear()
            await stream.write(b"OKAY")
        elif kind == "killforward" and table.pop(rest, None) is not None:
            await stream.write(b"OKAY")
        else:
            await stream.write(b"FAIL" + _block(f"listener '{rest}' not found"))


def _packet(channel: int, data: bytes) -> bytes:
    return struct.pack("<BI", channel, len(data)) + data


def _block(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):04x}".encode() + data
