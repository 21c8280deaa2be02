"""Drafts, files of the phone, blocked senders and past searches."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
from typing import Any

from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.mail.conversations import CONTENT
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.mail.writing import mime_of
from tapworld_scenarios.profiles.personas import Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["write_leftovers"]


def write_leftovers(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write what lies about in the mail app besides threads."""
    pieces = load_yaml(CONTENT / persona.languages[0] / "drafts.yaml")
    _write_files(persona, pieces, connection)
    _write_drafts(persona, pieces, connection)
    rng = rng_for(persona.id, "mail", "blocked")
    for email in pieces["blocked"]:
        at = moment(persona, rng.randint(20, 150), 12, rng.randint(0, 59))
        connection.execute(
            "INSERT INTO blocked_senders (email, blocked_at) VALUES (?, ?)", (email, _ms(at))
        )
    wording = _wording(persona, rng)
    for index, query in enumerate(pieces["searches"]):
        at = moment(persona, 12 - 3 * index, 9, rng.randint(0, 59))
        connection.execute(
            "INSERT INTO search_history (query, searched_at) VALUES (?, ?)",
            (wording.fill(query).lower(), _ms(at)),
        )


def _write_files(persona: Persona, pieces: dict[str, Any], connection: sqlite3.Connection) -> None:
    rng = rng_for(persona.id, "mail", "files")
    found = []
    for name in pieces["files"]:
        at = moment(persona, rng.uniform(1, 120), rng.randint(8, 22), rng.randint(0, 59))
        found.append((at, _wording(persona, rng).fill(name)))
    for at, name in sorted(found):
        size = rng.randint(9, 4200) * 1024 + rng.randint(0, 1023)
        connection.execute(
            "INSERT INTO files (name, mime, size_bytes, modified_at) VALUES (?, ?, ?, ?)",
            (name, mime_of(name), size, _ms(at)),
        )


def _write_drafts(persona: Persona, pieces: dict[str, Any], connection: sqlite3.Connection) -> None:
    """Write new mails to people, and one unfinished reply and forward."""
    rng = rng_for(persona.id, "mail", "drafts")
    people = [person for person in persona.people if person.language == persona.languages[0]]
    planned: list[tuple[dt.datetime, dict[str, object]]] = []
    for index, piece in enumerate(pieces["drafts"]):
        wording = _wording(persona, rng)
        to = "" if index == 1 else _address(rng.choice(people))
        columns: dict[str, object] = {
            "to_text": to,
            "subject": wording.fill(piece["subject"]),
            "body": wording.fill(piece["body"]),
        }
        planned.append((_draft_time(persona, rng), columns))
    planned.append((_draft_time(persona, rng), _answer(pieces, connection, rng, "reply")))
    planned.append((_draft_time(persona, rng), _answer(pieces, connection, rng, "forward")))
    for at, columns in sorted(planned, key=lambda entry: entry[0]):
        row = {"account_id": 1, **columns, "updated_at": _ms(at)}
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO drafts ({names}) VALUES ({marks})", tuple(row.values()))


def _answer(
    pieces: dict[str, Any], connection: sqlite3.Connection, rng: random.Random, mode: str
) -> dict[str, object]:
    rows = connection.execute(
        "SELECT m.id, m.thread_id, t.account_id, m.from_name, m.from_email, t.subject"
        " FROM messages m JOIN threads t ON t.id = m.thread_id"
        " JOIN contacts c ON c.email = m.from_email AND c.kind <> 'service'"
        " WHERE t.folder = 'inbox' AND m.is_outgoing = 0"
        " AND NOT EXISTS (SELECT 1 FROM messages n WHERE n.thread_id = t.id AND n.id > m.id)"
        " ORDER BY m.id DESC LIMIT 12"
    ).fetchall()
    message_id, thread_id, account_id, name, email, subject = rng.choice(rows)
    columns: dict[str, object] = {
        "account_id": account_id,
        "thread_id": thread_id,
        "in_reply_to": message_id,
        "mode": mode,
    }
    if mode == "reply":
        columns |= {"to_text": f"{name} <{email}>", "subject": f"Re: {subject}"}
        return columns | {"body": rng.choice(pieces["replies"])}
    return columns | {"subject": f"Fwd: {subject}", "body": pieces["forwards"]["info"]}


def _draft_time(persona: Persona, rng: random.Random) -> dt.datetime:
    return moment(persona, rng.uniform(0, 16), rng.randint(8, 22), rng.randint(0, 59))


def _address(person: Person) -> str:
    return f"{person.name} <{person.email}>"


def _wording(persona: Persona, rng: random.Random) -> Wording:
    return Wording(persona, persona.languages[0], rng, persona.now, {})


def _ms(at: dt.datetime) -> int:
    return int(at.timestamp()) * 1000
