"""Mailboxes: coherent rows, and content that reads as if people wrote it."""

from __future__ import annotations

import re
import sqlite3

import pytest

from tapworld_scenarios.profiles import Persona, personas

from .conftest import opened

SCRIPTS = {
    "ja": "[\u3040-\u30ff\u4e00-\u9fff]", "hi": "[\u0900-\u097f]",
    "de": r"\b(und|nicht|wir|bitte|ist)\b", "es": r"\b(para|gracias|que|los|está)\b",
    "fr": r"\b(vous|pour|merci|est|les)\b", "pt": r"\b(você|não|pra|com|obrigado)\b",
    "sw": r"\b(asante|kwa|ya|na|saa)\b", "en": r"\b(the|and|you|for|with)\b",
}  # fmt: skip


def column(connection: sqlite3.Connection, sql: str) -> list:
    return [row[0] for row in connection.execute(sql)]


def one(connection: sqlite3.Connection, sql: str, *values: object) -> int:
    return connection.execute(sql, values).fetchone()[0]


def test_size_and_kinds(mail: sqlite3.Connection) -> None:
    assert 150 <= one(mail, "SELECT COUNT(*) FROM messages") <= 600
    assert 15 <= one(mail, "SELECT COUNT(*) FROM contacts") <= 40
    folders = dict(mail.execute("SELECT folder, COUNT(*) FROM threads GROUP BY folder"))
    assert folders.keys() == {"inbox", "archive", "sent", "spam", "trash"}
    assert min(folders.values()) >= 5
    assert folders["inbox"] >= 30
    for condition in ("is_starred", "is_important", "snoozed_until IS NOT NULL"):
        assert one(mail, f"SELECT COUNT(*) FROM threads WHERE {condition}") >= 2, condition
    lengths = column(mail, "SELECT COUNT(*) FROM messages GROUP BY thread_id")
    assert {1, 2, 3} <= set(lengths)
    assert 6 <= max(lengths) <= 12
    for table in ("labels", "message_labels", "files", "drafts", "attachments",
                  "blocked_senders", "search_history"):  # fmt: skip
        assert one(mail, f"SELECT COUNT(*) FROM {table}") >= 2, table
    unread = one(mail, "SELECT COUNT(*) FROM messages m JOIN threads t ON t.id = m.thread_id"
                       " WHERE t.folder = 'inbox' AND m.is_read = 0")  # fmt: skip
    assert 5 <= unread <= 60


def test_rows_agree_with_each_other(persona: Persona, mail: sqlite3.Connection) -> None:
    assert one(mail, "SELECT COUNT(*) FROM accounts WHERE is_primary = 1") == 1
    assert column(mail, "SELECT email FROM accounts WHERE is_primary = 1") == [persona.email]
    wrong = (
        "SELECT COUNT(*) FROM threads t WHERE last_at <>"
        " (SELECT MAX(sent_at) FROM messages WHERE thread_id = t.id)"
    )
    assert one(mail, wrong) == 0
    assert one(mail, "SELECT COUNT(*) FROM messages WHERE sent_at >= ?", persona.clock_ms) == 0
    times = {"drafts": "updated_at", "files": "modified_at", "blocked_senders": "blocked_at"}
    for table, time in {**times, "search_history": "searched_at"}.items():
        assert one(mail, f"SELECT MAX({time}) FROM {table}") <= persona.clock_ms, table
    snoozed = "SELECT MIN(snoozed_until) FROM threads WHERE snoozed_until IS NOT NULL"
    assert one(mail, snoozed) > persona.clock_ms
    own = (
        "SELECT COUNT(*) FROM messages"
        " WHERE is_outgoing <> (from_email IN (SELECT email FROM accounts))"
    )
    assert one(mail, own) == 0
    assert one(mail, "SELECT COUNT(*) FROM messages WHERE is_outgoing AND NOT is_read") == 0
    nobody = "SELECT COUNT(*) FROM messages WHERE id NOT IN (SELECT message_id FROM recipients)"
    assert one(mail, nobody) == 0
    to_self = (
        "SELECT COUNT(*) FROM recipients r JOIN messages m ON m.id = r.message_id"
        " WHERE r.email = m.from_email"
    )
    assert one(mail, to_self) == 0
    other = (
        "SELECT COUNT(*) FROM messages m JOIN messages e ON e.id = m.in_reply_to"
        " WHERE e.thread_id <> m.thread_id OR e.id >= m.id"
    )
    assert one(mail, other) == 0
    later = (
        "SELECT COUNT(*) FROM messages"
        " WHERE forwarded_from >= id OR (forwarded_from IS NULL) <> (quoted = '')"
    )
    assert one(mail, later) == 0
    assert one(mail, "SELECT COUNT(*) FROM messages WHERE forwarded_from IS NOT NULL") >= 2
    partly = (
        "SELECT COUNT(*) FROM (SELECT m.thread_id, l.label_id, COUNT(*) n FROM message_labels l"
        " JOIN messages m ON m.id = l.message_id GROUP BY 1, 2) x WHERE n <>"
        " (SELECT COUNT(*) FROM messages WHERE thread_id = x.thread_id)"
    )
    assert one(mail, partly) == 0, "a thread carries a label with all its messages"


def test_everybody_is_a_contact(persona: Persona, mail: sqlite3.Connection) -> None:
    contacts = dict(mail.execute("SELECT email, name FROM contacts"))
    assert len(contacts) == one(mail, "SELECT COUNT(*) FROM contacts")
    for person in persona.people:
        assert contacts[person.email] == person.name
    known = set(column(mail, "SELECT from_email FROM messages WHERE is_outgoing = 0"))
    assert len({person.email for person in persona.people} & known) >= len(persona.people) * 0.8


def test_settings_have_every_key_and_differ() -> None:
    seen = set()
    for profile in personas():
        rows = opened(profile, "mail").execute("SELECT key, value FROM settings ORDER BY key")
        settings = dict(rows.fetchall())
        assert len(settings) == 19
        seen.add(tuple(settings.items()))
    assert len(seen) >= 8


def test_written_as_people_write(mail: sqlite3.Connection) -> None:
    subjects = column(mail, "SELECT subject FROM threads")
    bodies = column(mail, "SELECT body FROM messages")
    assert len(set(subjects)) / len(subjects) >= 0.93
    assert len(set(bodies)) / len(bodies) >= 0.95
    weekly = max(subjects.count(subject) for subject in set(subjects))
    assert weekly >= 4, "some subjects come every week, as in life"
    drafts = column(mail, "SELECT subject || body FROM drafts")
    names = column(mail, "SELECT name FROM files UNION SELECT name FROM attachments")
    for text in [*subjects, *bodies, *drafts, *names]:
        assert text.strip()
        assert not re.search(r"[{}]|\[[^\]]*\|", text), text
        assert not re.search(r"lorem|ipsum|TODO|None\b", text), text
        assert not re.search(r"  |\b(the the|de el|a el|im im)\b", text.lower()), text


def test_hundreds_of_distinct_pieces() -> None:
    bodies = {
        body
        for profile in personas()
        for body in column(opened(profile, "mail"), "SELECT body FROM messages")
    }
    assert len(bodies) >= 2500


def test_languages_of_the_persona_are_there(persona: Persona, mail: sqlite3.Connection) -> None:
    bodies = column(mail, "SELECT body FROM messages")
    for language in persona.languages:
        found = [body for body in bodies if re.search(SCRIPTS[language], body.lower())]
        share = len(found) / len(bodies)
        assert share >= (0.4 if language == persona.languages[0] else 0.02), (language, share)


@pytest.mark.parametrize("profile", ["kenji"])
def test_nobody_hears_the_wrong_language(profile: str) -> None:
    connection = opened(profile, "mail")
    english = {person.email for person in personas()[profile].people if person.language == "en"}
    for email in english:
        for body in column(connection, f"SELECT body FROM messages WHERE from_email = '{email}'"):
            assert not re.search("[\u3040-\u309f]{3}", body), body
