"""A peer's script, running under the interpreter that has the peer's packages."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["PEERS", "Peer", "check_peers", "peer_command"]

PEERS = ("miniwob", "browsergym")
_SCRIPTS = Path(__file__).parent / "peers"
_PROGRAMS = {"miniwob": ("chromium", "chromedriver"), "browsergym": ("chromium",)}
_PATIENCE_S = 300.0


def check_peers(names: Sequence[str], folder: Path) -> None:
    """Find out whether peers can be measured.

    Raises:
        EnvironmentSetupError: One is unknown or not set up, or a program is missing.
    """
    for name in names:
        if name not in PEERS:
            raise EnvironmentSetupError(
                f"unknown peer {name!r}; the handset can be measured against {' and '.join(PEERS)}"
            )
        if not _interpreter(folder, name).exists():
            raise EnvironmentSetupError(
                f"the peer {name!r} is not set up: there is no {_interpreter(folder, name)}; run "
                f"`make bench-peers` in tapworld's repository, or name the folder by --peers"
            )
        for program in _PROGRAMS[name]:
            if shutil.which(program) is None:
                raise EnvironmentSetupError(
                    f"the peer {name!r} needs {program}, which is not on the PATH; on Debian run "
                    f"`sudo apt-get install chromium chromium-driver`"
                )


def peer_command(name: str, folder: Path, *options: str) -> list[str]:
    """The command that measures a peer."""
    return [str(_interpreter(folder, name)), str(_SCRIPTS / f"{name}_peer.py"), *options]


def _interpreter(folder: Path, name: str) -> Path:
    return folder / name / "bin" / "python"


class Peer:
    """A running script; see ``peers/serving.py`` for what is said.

    Args:
        command: What to run.

    Raises:
        EnvironmentSetupError: It does not start.

    Attributes:
        about: ``what`` it does, ``width`` and ``height`` of its pictures, ``versions``.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._name = Path(command[1]).stem if len(command) > 1 else command[0]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **_chromium_of_selenium()},
            start_new_session=True,
        )
        self._left = b""
        self._words = b""
        try:
            self.about: dict[str, Any] = self._read()
        except BaseException:
            self.close()
            raise

    def measure(self, work: str, samples: int) -> list[float]:
        """Milliseconds of each of so many ``steps`` or ``resets``."""
        assert self._process.stdin is not None
        request: Mapping[str, Any] = {"work": work, "samples": samples}
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None
        return list(self._read()["ms"])

    def close(self) -> None:
        """Let the script end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self) -> dict[str, Any]:
        """The next line of its output; its errors are kept meanwhile, to be shown if it ends."""
        out, err = self._process.stdout, self._process.stderr
        assert out is not None
        assert err is not None
        deadline = time.monotonic() + _PATIENCE_S
        pipes = {out.fileno(), err.fileno()}
        while b"\n" not in self._left:
            ready, _, _ = select.select(list(pipes), [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise EnvironmentSetupError(
                    f"{self._name} did not answer for {_PATIENCE_S:g} s. {self._tail()}"
                )
            for descriptor in ready:
                read = os.read(descriptor, 1 << 16)
                if not read:
                    pipes.discard(descriptor)
                elif descriptor == out.fileno():
                    self._left += read
                else:
                    self._words = (self._words + read)[-4000:]
            if not pipes:
                raise self._ended()
        line, _, self._left = self._left.partition(b"\n")
        return json.loads(line)

    def _ended(self) -> EnvironmentSetupError:
        return EnvironmentSetupError(f"{self._name} ended early. {self._tail()}")

    def _tail(self) -> str:
        lines = self._words.decode(errors="replace").strip().splitlines()
        return "Its last words: " + ("\n".join(lines[-6:]) or "none")


def _chromium_of_selenium() -> dict[str, str]:
    """MiniWoB++'s own variables for the system's browser; else Selenium looks on the network."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        return {}
    return {"MINIWOB_CHROME_BINARY": browser, "MINIWOB_CHROMEDRIVER": driver}
