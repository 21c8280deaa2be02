"""Ways to hurt a handset, and data that is hard to carry."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from functools import lru_cache

from tapworld_env.devices.handset import Handset
from tapworld_scenarios import AppState, Snapshot

from .killing import kill_browser, kill_renderer
from .shell_phone import phone_state

__all__ = [
    "LETHAL",
    "TEXTS",
    "crash_page",
    "hang",
    "mailbox",
    "run_script",
    "without_tables",
]

TEXTS = {
    "emoji": "😀 👩‍👩‍👧‍👦 🇩🇪",
    "right to left": "שלום עולם مرحبا \u202eabc\u202c",
    "combining marks": "e\u0301 " + "a" + "\u0301" * 100,
    "control characters": "a\x01b\x1bc\x7fd",
    "20 000 characters": ("Grüße 日本語 😀 e\u0301 שלום " * 1000)[:20_000],
}


def run_script(phone: Handset, script: str) -> None:
    """Let the page run a script, as an app would; does not wait for its end."""
    phone._page.session.send("Runtime.evaluate", {"expression": script})


def crash_page(phone: Handset) -> None:
    phone._page.session.send("Page.crash")


def drop_connection(phone: Handset) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, phone._browser._process.write_fd)
    os.close(nothing)


def hang(phone: Handset) -> None:
    run_script(phone, "for (;;);")


def leave_the_page(phone: Handset) -> None:
    run_script(phone, "location.href = 'about:blank'")


LETHAL: dict[str, tuple[Callable[[Handset], None], set[str]]] = {
    "renderer killed": (kill_renderer, {"DeviceLost"}),
    "page crashed": (crash_page, {"DeviceLost"}),
    "browser killed": (kill_browser, {"DeviceLost"}),
    # A browser on a display goes on without its pipe, so all there is to notice is silence.
    "connection dropped": (drop_connection, {"DeviceLost", "DeviceTimeout"}),
    "page left": (leave_the_page, {"DeviceLost"}),
    "main thread hung": (hang, {"DeviceTimeout"}),
}


def without_tables() -> AppState:
    """A whole SQLite file in which the app finds nothing that it needs."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE other (id INTEGER)")
    return AppState(connection.serialize())


@lru_cache
def mailbox(conversations: int, body: str = "", subject: str = "Number") -> Snapshot:
    """Ada's phone with so many more conversations on top of the inbox."""
    state = phone_state(foreground="mail")
    connection = sqlite3.connect(":memory:")
    connection.deserialize(state.apps["mail"].database)
    top = connection.execute("SELECT max(last_at) FROM threads").fetchone()[0] + 1
    connection.execute("PRAGMA journal_mode = MEMORY")
    for number in range(conversations):
        thread, at = 10_000 + number, top + conversations - number
        name = f"{subject} {number}"
        connection.execute(
            "INSERT INTO threads (id, account_id, subject, folder, last_at) "
            "VALUES (?, 1, ?, 'inbox', ?)",
            (thread, name, at),
        )
        connection.execute(
            "INSERT INTO messages (thread_id, from_name, from_email, subject, body, sent_at) "
            "VALUES (?, 'Bo Berg', 'bo@bulk.example', ?, ?, ?)",
            (thread, name, body, at),
        )
    connection.commit()
    return state.with_app("mail", AppState(connection.serialize()))
