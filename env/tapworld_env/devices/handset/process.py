"""The browser's process: started so that nothing of it can outlive this one.

A small shell stands between: it starts Chromium with the two ends of the debugging pipe, waits
for it and removes its folder. It also holds the end of a pipe that closes with this process, so
even a SIGKILL leaves neither a browser nor a folder behind. Chromium runs in a session of its
own: a Ctrl-C in the terminal reaches Python only, which closes it in order.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

from tapworld_env.devices.handset import display
from tapworld_env.devices.handset.chromium import Window, browser_flags
from tapworld_env.errors import EnvironmentSetupError

__all__ = ["BrowserProcess"]

# Often the browser's command is itself a script that starts the browser: hence a process group of
# its own, killed as a whole. 3 and 4 are the descriptors Chromium reads from and writes to; the
# shell lets go of its copies, else a crashed browser would not show as the end of the pipe. 5 ends
# with Python: some browsers go on when their pipe has closed.
_SUPERVISOR = """
folder=$1; shift
trap '' INT HUP
trap 'kill -s KILL -- "-$browser" 2>/dev/null' TERM
setsid "$@" 2>"$folder/stderr" 5<&- &
browser=$!
echo "$browser" >"$folder/group"
exec 3<&- 4>&-
(read -r _ <&5; kill -s TERM "$$") &
watch=$!
exec 5<&-
wait "$browser"
wait "$browser"
kill -s KILL -- "-$browser" 2>/dev/null
kill "$watch" 2>/dev/null
# A process that is being killed may still make a file or a folder.
for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$folder" 2>/dev/null
    [ -e "$folder" ] || break
    sleep 0.1
done
"""
_PIPE_BYTES = 1 << 20
_FIRST_FREE = 10


class BrowserProcess:
    """One Chromium and its folder.

    Args:
        executable: The browser.
        density: Pixels per CSS pixel.
        window: Size of its windows on a display of its own; without, it runs headless.

    Attributes:
        write_fd: Descriptor to send protocol messages to (non-blocking).
        read_fd: Descriptor to read protocol messages from.
        folder: The temporary profile folder.
    """

    def __init__(self, executable: Path, density: float, window: Window | None = None) -> None:
        """Start the browser.

        Raises:
            EnvironmentSetupError: The folder cannot be made or the browser not started.
        """
        try:
            self.folder = Path(tempfile.mkdtemp(prefix="tapworld-handset-"))
        except OSError as error:
            raise EnvironmentSetupError(
                f"cannot make a temporary folder for Chromium ({error}); free disk space or set "
                f"TMPDIR to a writable folder"
            ) from error
        try:
            command = [
                *(display.command(self.folder, window) if window is not None else []),
                str(executable),
                *browser_flags(executable, self.folder / "profile", density, window),
            ]
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        child_read, self.write_fd = _pipe()
        self.read_fd, child_write = _pipe()
        child_life, self._life_fd = _pipe()
        os.set_blocking(self.write_fd, False)
        try:
            self._pid: int | None = os.posix_spawn(
                "/bin/sh",
                ["sh", "-c", _SUPERVISOR, "tapworld-handset", str(self.folder), *command],
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, child_read, 3),
                    (os.POSIX_SPAWN_DUP2, child_write, 4),
                    (os.POSIX_SPAWN_DUP2, child_life, 5),
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
                setsid=True,
            )
        except OSError as error:
            for descriptor in (self.write_fd, self.read_fd, self._life_fd):
                os.close(descriptor)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise EnvironmentSetupError(f"cannot start {executable}: {error}") from error
        finally:
            os.close(child_read)
            os.close(child_write)
            os.close(child_life)

    @property
    def group(self) -> int | None:
        """Process group of Chromium, or ``None`` before it was started or after it ended."""
        try:
            return int((self.folder / "group").read_text())
        except (OSError, ValueError):
            return None

    def last_words(self, lines: int = 8) -> str:
        """Return the end of Chromium's standard error, while its folder is there."""
        try:
            text = (self.folder / "stderr").read_text(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.strip().splitlines()[-lines:])

    def close(self, patience_s: float = 5.0) -> None:
        """Kill the browser, wait for it and remove its folder; safe to call twice."""
        if self._pid is None:
            return
        pid, self._pid = self._pid, None
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        for descriptor in (self.write_fd, self.read_fd, self._life_fd):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        if not _wait(pid, patience_s):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            _wait(pid, patience_s)
        shutil.rmtree(self.folder, ignore_errors=True)

    def abandon(self) -> None:
        """Forget the browser without ending it: for a forked child, which does not own it."""
        if self._pid is None:
            return
        self._pid = None
        for descriptor in (self.write_fd, self.read_fd, self._life_fd):
            with contextlib.suppress(OSError):
                os.close(descriptor)


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are neither inherited nor among the first descriptors."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE))
        os.close(low)
    # A screenshot is half a megabyte: with the default 64 KB both sides would take turns.
    with contextlib.suppress(OSError):
        fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return ends[0], ends[1]


def _wait(pid: int, patience_s: float) -> bool:
    """Reap a child within the time; whether it ended."""
    deadline = time.monotonic() + patience_s
    pause = 0.001
    while True:
        try:
            if os.waitpid(pid, os.WNOHANG)[0] == pid:
                return True
        except ChildProcessError:
            return True
        if time.monotonic() > deadline:
            return False
        # waitpid has no timeout, so it is polled with growing pauses.
        time.sleep(pause)
        pause = min(pause * 2, 0.05)
