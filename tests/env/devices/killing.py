"""The processes of a handset's browser, and how they are killed."""

from __future__ import annotations

import contextlib

import psutil

from tapworld_env.devices.handset import Handset

__all__ = ["browser_processes", "kill_browser", "kill_display", "kill_renderer"]


def browser_processes(phone: Handset) -> list[psutil.Process]:
    """Every process of the phone's browser, its leader first."""
    group = phone.process_group
    assert group is not None
    leader = psutil.Process(group)
    return [leader, *leader.children(recursive=True)]


def kill_renderer(phone: Handset) -> None:
    for process in browser_processes(phone):
        if "--type=renderer" in _command_of(process):
            _kill(process)


def kill_browser(phone: Handset) -> None:
    browsers = [
        process for process in browser_processes(phone) if _is_browser(_command_of(process))
    ]
    assert browsers
    for browser in browsers:
        _kill(browser)


def kill_display(phone: Handset) -> None:
    displays = [
        process
        for process in browser_processes(phone)
        if _command_of(process) and _command_of(process)[0].endswith("Xvfb")
    ]
    assert displays
    for display in displays:
        _kill(display)


def _is_browser(command: list[str]) -> bool:
    # Debian's command and the supervisor are scripts around the browser; its children have a type.
    return (
        any(part.startswith("--remote-debugging-pipe") for part in command[1:])
        and not any(part.startswith("--type=") for part in command)
        and not command[0].endswith("/sh")
    )


def _command_of(process: psutil.Process) -> list[str]:
    """The command line; empty for a process that has ended."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:  # also what a zombie raises
        return []


def _kill(process: psutil.Process) -> None:
    # Whoever is killed first takes others with it, before their turn comes.
    with contextlib.suppress(psutil.NoSuchProcess):
        process.kill()
