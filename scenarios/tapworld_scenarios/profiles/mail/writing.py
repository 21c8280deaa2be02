"""Writes threads and messages, with ids in time order, and decides where they lie."""

from __future__ import annotations

import datetime as dt
import mimetypes
import random
import sqlite3
from dataclasses import dataclass

from tapworld_scenarios.profiles.dates import written_date, written_time
from tapworld_scenarios.profiles.mail.preferences import settings_of
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["write_threads"]

_INBOX_DAYS = 26
_MIMES = {
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ics": "text/calendar", "pdf": "application/pdf", "jpg": "image/jpeg", "png": "image/png",
    "zip": "application/zip", "csv": "text/csv", "txt": "text/plain", "mp3": "audio/mpeg",
}  # fmt: skip


def mime_of(name: str) -> str:
    """Return the MIME type that the ending of a file name stands for."""
    ending = name.rsplit(".", 1)[-1]
    return _MIMES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"


@dataclass
class _Placed:
    """A thread with what the mailbox says about it."""

    thread: Thread
    thread_id: int
    folder: str
    starred: bool
    important: bool
    muted: bool
    snoozed_until: int | None = None


def write_threads(persona: Persona, threads: list[Thread], connection: sqlite3.Connection) -> None:
    """Write ``threads`` (oldest first) with messages, recipients, attachments and labels."""
    rng = rng_for(persona.id, "mail", "places")
    placed = [_place(persona, thread, index + 1, rng) for index, thread in enumerate(threads)]
    _snooze(persona, placed, rng)
    for entry in placed:
        _write_thread(entry, persona, connection)
    letters = [(letter, entry) for entry in placed for letter in entry.thread.letters]
    order = sorted(range(len(letters)), key=lambda i: (letters[i][0].at, i))
    labels = _write_labels(persona, connection)
    newest: dict[int, int] = {}
    ids: dict[int, int] = {}
    for message_id, index in enumerate(order, start=1):
        letter, entry = letters[index]
        ids[id(letter)] = message_id
        forwarded = ids.get(id(letter.forward))
        earlier = newest.get(entry.thread_id)
        _write_message(persona, message_id, letter, entry, earlier, forwarded, rng, connection)
        newest[entry.thread_id] = message_id
        for label_id in labels.get(entry.thread.topic, ()):
            if entry.folder not in ("spam", "trash"):
                connection.execute(
                    "INSERT INTO message_labels (message_id, label_id) VALUES (?, ?)",
                    (message_id, label_id),
                )


def _place(persona: Persona, thread: Thread, thread_id: int, rng: random.Random) -> _Placed:
    age = persona.now - thread.ends
    draws = [rng.random() for _ in range(4)]
    if thread.spam:
        folder = "spam"
    elif all(letter.sender is None for letter in thread.letters):
        folder = "sent"
    elif draws[0] < 0.06 and age > dt.timedelta(days=2):
        folder = "trash"
    elif draws[0] > 0.95 or (age < dt.timedelta(days=_INBOX_DAYS) and draws[0] < 0.88):
        folder = "inbox"
    else:
        folder = "archive"
    live = folder in ("inbox", "archive")
    personal = thread.topic in ("work", "family", "friends", "home", "school", "health")
    return _Placed(
        thread,
        thread_id,
        folder,
        starred=live and draws[1] < (0.14 if personal else 0.05),
        important=live and draws[2] < (0.3 if personal else 0.06),
        muted=live and draws[3] < 0.025,
    )


def _snooze(persona: Persona, placed: list[_Placed], rng: random.Random) -> None:
    """Put a few threads of the inbox off until one of the next days."""
    inbox = [entry for entry in placed if entry.folder == "inbox"]
    for entry in rng.sample(inbox, rng.randint(3, 6)):
        wake = persona.now.date() + dt.timedelta(days=rng.choice((1, 2, 4, 7)))
        at = dt.datetime.combine(wake, dt.time(rng.choice((8, 9, 18))), tzinfo=persona.zone)
        entry.snoozed_until = _ms(at)


def _write_thread(entry: _Placed, persona: Persona, connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO threads (id, account_id, subject, folder, is_starred, is_important, is_muted,"
        " snoozed_until, last_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.thread_id,
            2 if entry.thread.work and persona.work_email else 1,
            entry.thread.subject,
            entry.folder,
            entry.starred,
            entry.important,
            entry.muted,
            entry.snoozed_until,
            _ms(entry.thread.ends),
        ),
    )


def _write_message(
    persona: Persona,
    message_id: int,
    letter: Letter,
    entry: _Placed,
    earlier: int | None,
    forwarded: int | None,
    rng: random.Random,
    connection: sqlite3.Connection,
) -> None:
    me = Mailbox(persona.name, persona.email)
    if entry.thread.work and persona.work_email:
        me = Mailbox(persona.name, persona.work_email)
    sender = letter.sender or me
    subject = entry.thread.subject if earlier is None else f"Re: {entry.thread.subject}"
    is_last = letter is entry.thread.letters[-1]
    connection.execute(
        "INSERT INTO messages (id, thread_id, from_name, from_email, subject, body, quoted,"
        " sent_at, is_read, is_outgoing, in_reply_to, forwarded_from)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            message_id,
            entry.thread_id,
            sender.name,
            sender.email,
            subject,
            _signed(persona, letter),
            "" if letter.forward is None else _quoted(persona, entry.thread, letter.forward),
            _ms(letter.at),
            letter.sender is None or not is_last or _read(persona, entry, rng),
            letter.sender is None,
            earlier,
            forwarded,
        ),
    )
    for kind, boxes in (("to", letter.to), ("cc", letter.cc)):
        for box in boxes:
            target = box or me
            connection.execute(
                "INSERT INTO recipients (message_id, kind, name, email) VALUES (?, ?, ?, ?)",
                (message_id, kind, target.name, target.email),
            )
    for name in letter.files:
        connection.execute(
            "INSERT INTO attachments (message_id, name, mime, size_bytes) VALUES (?, ?, ?, ?)",
            (message_id, name, mime_of(name), rng.randint(18, 2400) * 1024 + rng.randint(0, 1023)),
        )


def _signed(persona: Persona, letter: Letter) -> str:
    """Return the body with the owner's signature, where the app would have added it."""
    signature = persona.voice.signature
    if letter.sender is None and settings_of(persona)["signature_enabled"] == "1" and signature:
        return f"{letter.body}\n\n{signature}"
    return letter.body


def _quoted(persona: Persona, thread: Thread, letter: Letter) -> str:
    """Return what the app puts below a forward (``apps/mail/src/data/compose.ts``)."""
    sender = letter.sender or Mailbox(persona.name, persona.email)
    language = persona.languages[0]
    day = written_date(persona, language, letter.at.date())
    time = written_time(persona, language, letter.at.hour, letter.at.minute)
    lines = [
        "---------- Forwarded mail ----------",
        f"From: {sender.name} <{sender.email}>",
        f"Date: {day}, {time}",
        f"Subject: {thread.subject.removeprefix('Fwd: ')}",
        f"To: {persona.name}",
        "",
        letter.body,
    ]
    return "\n".join(lines)


def _read(persona: Persona, entry: _Placed, rng: random.Random) -> bool:
    age = persona.now - entry.thread.ends
    draw = rng.random()
    if entry.folder == "spam":
        return draw < 0.1
    if entry.folder != "inbox":
        return draw < 0.96
    if age < dt.timedelta(days=2):
        return draw < 0.3
    return draw < 0.7


def _write_labels(persona: Persona, connection: sqlite3.Connection) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for label_id, label in enumerate(persona.labels, start=1):
        connection.execute(
            "INSERT INTO labels (id, name, color, position) VALUES (?, ?, ?, ?)",
            (label_id, label.name, label.color, label_id - 1),
        )
        for topic in label.topics:
            found.setdefault(topic, []).append(label_id)
    return found


def _ms(at: dt.datetime) -> int:
    return int(at.timestamp()) * 1000
