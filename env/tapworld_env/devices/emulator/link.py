"""The connection to one phone through the adb server: bounded calls, and a way back.

Every call has a timeout. A connection that breaks raises :class:`LinkDropped`; whoever asked
decides whether asking again is safe, and calls :meth:`Link.reconnect` first.
"""

from __future__ import annotations

import logging
import socket
import stat
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import adbutils

from tapworld_env.devices.emulator.adb_server import AdbServer
from tapworld_env.errors import DeviceError, DeviceLost, DeviceTimeout

__all__ = ["Link", "LinkDropped", "PhoneTransport"]

T = TypeVar("T")
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 2.0
_CHUNK = 64 * 1024
_PUSHED_MODE = stat.S_IFREG | 0o644
_SHELL_STDOUT, _SHELL_STDERR, _SHELL_EXIT = 1, 2, 3


class LinkDropped(DeviceLost):
    """The connection to the phone broke in the middle of a call."""


class PhoneTransport(adbutils.AdbDevice):
    """adbutils' device with a timeout on every socket, and without Nagle's delay.

    adbutils asks the server for its version before every call and waits 40 ms for small
    requests to be merged; neither is of use here.
    """

    limit_s = 10.0

    def open_transport(
        self, command: str | None = None, timeout: float | None = None
    ) -> adbutils.AdbConnection:
        """Open a connection to the phone, or run a command of the server for it."""
        limit = min(timeout or self.limit_s, self.limit_s)
        if command:
            return super().open_transport(command, limit)
        connection = self._client.make_connection(timeout=limit)
        connection.conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.send_command(f"host:transport:{self._serial}")
        connection.check_okay()
        return connection

    def open_shell(self, cmdargs: Any) -> adbutils.AdbConnection:
        """Open a stream that lives long: uiautomator2's server runs in one."""
        connection = super().open_shell(cmdargs)
        connection.conn.settimeout(None)
        return connection


class Link:
    """One phone.

    Args:
        server: The adb server.
        serial: ``emulator-5554``, ``127.0.0.1:5555``, or a device's serial number.
        timeout_s: Longest wait for the answer to a call.
        patience_s: Longest wait for a phone that is offline, unauthorized or gone.
    """

    def __init__(
        self, server: AdbServer, serial: str, *, timeout_s: float, patience_s: float
    ) -> None:
        self._server = server
        self.serial = serial
        self.timeout_s = timeout_s
        self._patience_s = patience_s
        self.log = logging.getLogger(f"{__name__}.{serial}")
        self._client = server.client(timeout_s)
        self.transport = PhoneTransport(self._client, serial)
        self.transport.limit_s = timeout_s
        self.reconnects = -1
        self.reconnect()

    def reconnect(self) -> None:
        """Wait until the phone answers, connecting anew with growing pauses.

        Raises:
            DeviceLost: It did not come back in time; the message says in which state it is.
        """
        deadline = time.monotonic() + self._patience_s
        pause = _FIRST_PAUSE_S
        while True:
            state = self._state()
            if state == "device":
                self.reconnects += 1
                return
            if time.monotonic() >= deadline:
                raise DeviceLost(self._advice(state))
            self.log.info("%s is %s; connecting again", self.serial, state)
            self._connect(state, deadline - time.monotonic())
            # A phone that restarts is not there faster for being asked more often.
            time.sleep(min(pause, max(deadline - time.monotonic(), 0.0)))
            pause = min(pause * 2, _LONGEST_PAUSE_S)

    def shell(
        self, line: str, *, timeout_s: float | None = None, check: bool = True
    ) -> tuple[bytes, int]:
        """Run a line in the phone's shell; return its stdout and exit code.

        Args:
            line: The command line.
            timeout_s: Another timeout than the link's.
            check: Whether a failing line raises.

        Raises:
            DeviceError: The line failed.
            DeviceTimeout: No answer in time.
            LinkDropped: The connection broke.
        """
        with self._translated(f"shell {line[:80]!r}"):
            out, err, code = self._run(line, timeout_s or self.timeout_s)
        if check and code != 0:
            said = (err or out).decode("utf-8", "replace").strip()[-500:]
            raise DeviceError(f"{self.serial}: the shell command {line!r} failed ({code}): {said}")
        return out, code

    def exec_out(self, line: str) -> bytes:
        """Run a line without a shell's framing, as ``adb exec-out``; all bytes of its output."""
        with self._translated(f"exec {line!r}"):
            connection = self.transport.open_transport()
            try:
                connection.send_command(f"exec:{line}")
                connection.check_okay()
                return b"".join(iter(lambda: connection.conn.recv(_CHUNK), b""))
            finally:
                connection.conn.close()

    def push(self, files: Mapping[str, bytes]) -> None:
        """Write files, all over one connection."""
        with self._translated("push"):
            connection = self.transport.open_transport()
            try:
                connection.send_command("sync:")
                connection.check_okay()
                for path, content in files.items():
                    self._send(connection, path, content)
            finally:
                connection.conn.close()

    def root(self) -> str:
        """Ask adbd to run as root; it restarts, so the connection is made anew."""
        with self._translated("root"):
            text = str(self.transport.root())
        if "restarting" in text:
            self._await_restart()
        return text.strip()

    def log_tail(self, lines: int = 20) -> str:
        """The end of the phone's log, or why there is none; for error messages."""
        try:
            return self.shell(f"logcat -d -t {lines}")[0].decode("utf-8", "replace").strip()
        except DeviceError as error:
            return f"(no log: {error})"

    def retrying(self, work: Callable[[], T], *, tries: int = 3) -> T:
        """Do what may safely be done twice; connect anew in between when the link drops."""
        for left in reversed(range(tries)):
            try:
                return work()
            except LinkDropped as error:
                if left == 0:
                    raise
                self.log.warning("%s; trying again", error)
                self.reconnect()
        raise AssertionError("unreachable")

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        try:
            yield
        except adbutils.AdbTimeout as error:
            raise DeviceTimeout(
                f"{self.serial} did not answer within {self.timeout_s:g} s: {what}"
            ) from error
        except TimeoutError as error:
            raise DeviceTimeout(
                f"{self.serial} did not answer within {self.timeout_s:g} s: {what}"
            ) from error
        except (adbutils.AdbError, EOFError, OSError) as error:
            raise LinkDropped(f"{self.serial}: the connection broke during {what}: {error}") from (
                error
            )

    def _run(self, line: str, timeout_s: float) -> tuple[bytes, bytes, int]:
        connection = self.transport.open_transport()
        parts: dict[int, list[bytes]] = {_SHELL_STDOUT: [], _SHELL_STDERR: []}
        try:
            connection.conn.settimeout(timeout_s)
            connection.send_command(f"shell,v2,raw:{line}")
            connection.check_okay()
            with connection.conn.makefile("rb") as stream:
                while True:
                    header = stream.read(5)
                    if len(header) < 5:
                        raise EOFError("no exit code came")
                    channel, length = struct.unpack("<BI", header)
                    data = stream.read(length)
                    if len(data) < length:
                        raise EOFError("the output is cut off")
                    if channel == _SHELL_EXIT:
                        out, err = (b"".join(parts[c]) for c in (_SHELL_STDOUT, _SHELL_STDERR))
                        return out, err, data[0]
                    parts.setdefault(channel, []).append(data)
        finally:
            connection.conn.close()

    @staticmethod
    def _send(connection: adbutils.AdbConnection, path: str, content: bytes) -> None:
        target = f"{path},{_PUSHED_MODE}".encode()
        pieces = [b"SEND", struct.pack("<I", len(target)), target]
        for start in range(0, len(content), _CHUNK):
            part = content[start : start + _CHUNK]
            pieces += [b"DATA", struct.pack("<I", len(part)), part]
        pieces += [b"DONE", struct.pack("<I", int(time.time()))]
        connection.conn.sendall(b"".join(pieces))
        answer = connection.read_exact(8)
        if answer[:4] != b"OKAY":
            (length,) = struct.unpack("<I", answer[4:])
            raise DeviceError(f"cannot push {path}: {connection.read_string(length)}")

    def _state(self) -> str:
        try:
            listed = {d.serial: d.state for d in self._client.list()}
        except (adbutils.AdbError, OSError) as error:
            self._server.start()
            return f"unknown ({error})"
        state = listed.get(self.serial, "not connected")
        if state != "device":
            return state
        try:
            self._run("true", self.timeout_s)
        except (adbutils.AdbError, EOFError, OSError) as error:
            return f"not answering ({error})"
        return state

    def _connect(self, state: str, limit_s: float) -> None:
        if ":" not in self.serial:
            return
        limit = max(min(limit_s, self.timeout_s), 0.1)
        try:
            if state != "not connected":
                self._client.disconnect(self.serial)
            said = self._client.connect(self.serial, timeout=limit)
            self.log.info("%s", said)
        except (adbutils.AdbError, adbutils.AdbTimeout, OSError) as error:
            self.log.info("connecting to %s failed: %s", self.serial, error)

    def _await_restart(self) -> None:
        """Until adbd has gone down: before, it would still answer as it was."""
        deadline = time.monotonic() + self.timeout_s
        while time.monotonic() < deadline:
            try:
                if self._run("id -u", self.timeout_s)[0].strip() == b"0":
                    return
            except (adbutils.AdbError, EOFError, OSError):
                self.reconnect()
        raise DeviceTimeout(f"{self.serial}: adbd did not come back as root")

    def _advice(self, state: str) -> str:
        advice = {
            "unauthorized": "accept this computer's key on the phone, or start the emulator with "
            "-skip-adb-auth",
            "offline": "the phone does not answer adb; restart it",
            "not connected": "is it running, and is the address right? adb devices lists what is",
        }.get(state, "see adb devices")
        return f"{self.serial} is {state} after {self._patience_s:g} s: {advice}"
