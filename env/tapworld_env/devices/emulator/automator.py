"""uiautomator2's server on the phone: what sees elements, moves fingers and types."""

from __future__ import annotations

import atexit
import http.client
from typing import Any

import adbutils
import uiautomator2
from uiautomator2.exceptions import BaseException as AutomatorError
from uiautomator2.exceptions import HTTPError, LaunchUiAutomationError, RPCError

from tapworld_env.devices.emulator.link import Link, LinkDropped
from tapworld_env.errors import DeviceError, DeviceTimeout

__all__ = ["Automator"]

# React Native nests deeply; uiautomator2's own default of 50 cuts leaves off.
_DEPTH = 120


class Automator:
    """A client of the server; starts it, and starts it again after the link dropped."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._server: uiautomator2.Device | None = None
        self._seen_reconnects = link.reconnects

    def call(self, method: str, *params: Any) -> Any:
        """Call a method of the server.

        Raises:
            LinkDropped: The connection broke.
            DeviceTimeout: No answer in time.
            DeviceError: The method failed.
        """
        try:
            return self._started().jsonrpc_call(method, list(params), self._link.timeout_s)
        except TimeoutError as error:
            raise DeviceTimeout(
                f"{self._link.serial}: uiautomator did not answer {method} within "
                f"{self._link.timeout_s:g} s"
            ) from error
        except RPCError as error:
            raise DeviceError(f"{self._link.serial}: uiautomator's {method} failed: {error}") from (
                error
            )
        except (
            HTTPError,
            LaunchUiAutomationError,
            http.client.HTTPException,
            adbutils.AdbError,
            EOFError,
            OSError,
        ) as error:
            raise LinkDropped(
                f"{self._link.serial}: the connection broke during {method}: {error}"
            ) from error
        except AutomatorError as error:
            raise DeviceError(f"{self._link.serial}: uiautomator's {method}: {error}") from error

    def hierarchy(self) -> str:
        """The screen as XML."""
        return str(self.call("dumpWindowHierarchy", False, _DEPTH))

    def close(self) -> None:
        """End the server."""
        if self._server is None:
            return
        atexit.unregister(self._server.stop_uiautomator)
        self._server.stop_uiautomator(wait=False)
        self._server = None

    def _started(self) -> uiautomator2.Device:
        if self._server is None:
            self._server = uiautomator2.connect(self._link.transport)
        elif self._seen_reconnects != self._link.reconnects:
            # It lives in a shell of the old connection and ended with it.
            self._server.stop_uiautomator(wait=False)
            self._server.start_uiautomator()
        self._seen_reconnects = self._link.reconnects
        return self._server
