"""The Chrome DevTools Protocol over a pipe, read by a thread of its own.

Callers are ordinary threads: no event loop is needed and none is disturbed, so it works in
scripts, notebooks and servers alike. Every call has a timeout, and the end of the pipe fails all
that are waiting at once.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from tapworld_env.devices.handset import cbor
from tapworld_env.errors import DeviceLost, DeviceTimeout

__all__ = ["Connection", "ProtocolError", "Session"]

_READ_BYTES = 1 << 20


class ProtocolError(Exception):
    """The browser refused a command; the message is its own."""


class Connection:
    """One browser's pipe: sends commands, hands out replies and events."""

    def __init__(self, read_fd: int, write_fd: int, timeout_s: float) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self.timeout_s = timeout_s
        self._lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._next_id = 0
        self._pending: dict[int, tuple[Future[dict[str, Any]], str | None]] = {}
        self._handlers: dict[str | None, Callable[[str, dict[str, Any]], None]] = {}
        self._lost: str | None = None
        # The thread ends with the pipe, which the process's owner closes.
        self._thread = threading.Thread(
            target=self._read_forever, name="tapworld-handset", daemon=True
        )
        self._thread.start()

    @property
    def lost(self) -> str | None:
        """Why the connection is gone, or ``None`` while it is not."""
        return self._lost

    def listen(
        self, session: str | None, handler: Callable[[str, dict[str, Any]], None] | None
    ) -> None:
        """Call ``handler(method, params)`` for a session's events, on the reading thread."""
        with self._lock:
            if handler is None:
                self._handlers.pop(session, None)
            else:
                self._handlers[session] = handler

    def send(
        self, method: str, params: dict[str, Any] | None = None, session: str | None = None
    ) -> Future[dict[str, Any]]:
        """Send a command and return at once; the future holds its result."""
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._lost is not None:
                raise DeviceLost(self._lost)
            self._next_id += 1
            identity = self._next_id
            self._pending[identity] = (future, session)
        message: dict[str, Any] = {"id": identity, "method": method, "params": params or {}}
        if session is not None:
            message["sessionId"] = session
        self._write(cbor.encode(message), method)
        return future

    def wait(
        self, future: Future[dict[str, Any]], what: str, timeout_s: float | None = None
    ) -> dict[str, Any]:
        """Wait for a reply.

        Raises:
            DeviceTimeout: It did not come in time.
            DeviceLost: The browser or page is gone.
            ProtocolError: The browser refused the command.
        """
        limit = self.timeout_s if timeout_s is None else timeout_s
        try:
            return future.result(limit)
        except FutureTimeout as error:
            raise DeviceTimeout(
                f"the handset did not answer {what} within {limit:g} s; make a fresh one"
            ) from error

    def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        session: str | None = None,
        timeout_s: float | None = None,
    ) -> dict[str, Any]:
        """Send a command and wait for its reply (errors as in :meth:`wait`)."""
        return self.wait(self.send(method, params, session), method, timeout_s)

    def fail_session(self, session: str, reason: str) -> None:
        """Fail everything that waits for an answer of a page that is gone."""
        with self._lock:
            gone = [i for i, (_, owner) in self._pending.items() if owner == session]
            futures = [self._pending.pop(i)[0] for i in gone]
        for future in futures:
            future.set_exception(DeviceLost(reason))

    def lose(self, reason: str) -> None:
        """Mark the browser as gone and fail everything that waits."""
        with self._lock:
            if self._lost is None:
                self._lost = reason
            futures = [future for future, _ in self._pending.values()]
            self._pending.clear()
        for future in futures:
            future.set_exception(DeviceLost(self._lost))

    def abandon(self, reason: str) -> None:
        """Mark as gone in a forked child: no thread reads here, and locks may be held."""
        self._lock, self._write_lock = threading.Lock(), threading.Lock()
        self._pending = {}
        self._lost = reason

    def _write(self, data: bytes, method: str) -> None:
        deadline = time.monotonic() + self.timeout_s
        view = memoryview(data)
        with self._write_lock:
            while view:
                try:
                    view = view[os.write(self._write_fd, view) :]
                    # A large message may take its time as long as it goes on.
                    deadline = time.monotonic() + self.timeout_s
                except BlockingIOError:
                    left = deadline - time.monotonic()
                    if left <= 0 or not select.select([], [self._write_fd], [], left)[1]:
                        # Half a message is in the pipe: nothing sent after it would be read.
                        self.lose("Chromium stopped reading its pipe; make a fresh handset")
                        raise DeviceTimeout(
                            f"Chromium did not take {method} within {self.timeout_s:g} s; "
                            f"make a fresh handset"
                        ) from None
                except OSError as error:
                    self.lose(f"Chromium is gone ({error.strerror}); make a fresh handset")
                    raise DeviceLost(str(self._lost)) from error

    def _read_forever(self) -> None:
        buffer = bytearray()
        reason = "Chromium ended (killed or crashed); make a fresh handset"
        while True:
            try:
                chunk = os.read(self._read_fd, _READ_BYTES)
            except OSError:
                break
            if not chunk:
                break
            buffer += chunk
            try:
                self._drain(buffer)
            except ValueError as error:
                reason = f"Chromium sent what is not its protocol ({error}); make a fresh handset"
                break
        self.lose(reason)

    def _drain(self, buffer: bytearray) -> None:
        while len(buffer) >= cbor.HEADER_BYTES:
            size = cbor.message_size(buffer)
            if len(buffer) < size:
                return
            message = cbor.decode(buffer[:size])
            del buffer[:size]
            self._dispatch(message)

    def _dispatch(self, message: dict[str, Any]) -> None:
        identity = message.get("id")
        if identity is None:
            with self._lock:
                handler = self._handlers.get(message.get("sessionId"))
            if handler is not None:
                handler(message["method"], message.get("params", {}))
            return
        with self._lock:
            entry = self._pending.pop(identity, None)
        if entry is None:
            return
        error = message.get("error")
        if error is not None:
            entry[0].set_exception(ProtocolError(error.get("message", str(error))))
        else:
            entry[0].set_result(message.get("result", {}))


class Session:
    """Commands to one page, and whether that page still lives."""

    def __init__(self, connection: Connection, session_id: str, timeout_s: float) -> None:
        self.connection = connection
        self.id = session_id
        self.timeout_s = timeout_s
        self._lost: str | None = None

    @property
    def lost(self) -> str | None:
        """Why the page is gone, or ``None`` while it is not."""
        return self._lost or self.connection.lost

    def send(self, method: str, params: dict[str, Any] | None = None) -> Future[dict[str, Any]]:
        """Send a command and return at once."""
        if self._lost is not None:
            raise DeviceLost(self._lost)
        return self.connection.send(method, params, self.id)

    def wait(
        self, future: Future[dict[str, Any]], what: str, timeout_s: float | None = None
    ) -> dict[str, Any]:
        """Wait for a reply; errors as :meth:`Connection.wait`. A page that is late is lost."""
        try:
            limit = self.timeout_s if timeout_s is None else timeout_s
            return self.connection.wait(future, what, limit)
        except DeviceTimeout as late:
            # What it was told may still happen: nobody can say in which state it is.
            self.lose(str(late))
            raise

    def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        timeout_s: float | None = None,
    ) -> dict[str, Any]:
        """Send a command and wait for its reply; errors as :meth:`Connection.wait`."""
        return self.wait(self.send(method, params), method, timeout_s)

    def lose(self, reason: str) -> None:
        """Mark the page as gone and fail what waits for it."""
        self._lost = self._lost or reason
        self.connection.fail_session(self.id, self._lost)
