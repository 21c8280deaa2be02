"""Databases that are like one the page holds are made there, exactly."""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapworld_env.actions import Tap
from tapworld_env.devices.handset import Handset, scripts
from tapworld_env.devices.handset.likeness import HeldDatabases
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import AppState, Snapshot

from .shell_phone import phone_state

SMALL = Screen(412, 915, 1.0)


def applied(base: bytes, likeness: dict[str, Any]) -> bytes:
    """What the page makes of it."""
    made = bytearray(base[: likeness["size"]].ljust(likeness["size"], b"\0"))
    for at, part in likeness["parts"]:
        content = base64.b64decode(part)
        made[at : at + len(content)] = content
    return bytes(made)


@given(
    old=st.integers(20_000, 70_000),
    size=st.integers(20_000, 70_000),
    edits=st.lists(
        st.tuples(st.integers(0, 69_999), st.binary(min_size=1, max_size=9)), max_size=6
    ),
)
def test_what_is_made_of_the_parts_is_the_database(
    old: int, size: int, edits: list[tuple[int, bytes]]
) -> None:
    base = bytes(index * 7919 >> 5 & 0xFF for index in range(old))
    content = bytearray(base[:size].ljust(size, b"\7"))
    for at, new in edits:
        if at + len(new) <= size:
            content[at : at + len(new)] = new
    held = HeldDatabases()
    held.note({"mail": AppState(base)})
    state = AppState(bytes(content))
    for digest, likeness in held.likenesses({"mail": state}).items():
        assert digest == state.digest != AppState(base).digest
        assert likeness["base"] == AppState(base).digest
        assert applied(base, likeness) == state.database


def test_the_nearest_of_the_same_app_is_taken_and_none_that_is_hardly_like_it() -> None:
    content = bytes(40 * 4096)
    near = b"\1" + content[1:]
    nearer_but_of_pay = content[:-1] + b"\1"
    far = b"".join(b"\2" + bytes(4095) for _ in range(30)) + bytes(10 * 4096)
    held = HeldDatabases()
    held.note({"mail": AppState(far)})
    assert held.likenesses({"mail": AppState(content)}) == {}
    held.note({"mail": AppState(near)})
    held.note({"pay": AppState(nearer_but_of_pay)})
    (likeness,) = held.likenesses({"mail": AppState(content)}).values()
    assert likeness["base"] == AppState(near).digest
    assert [at for at, _ in likeness["parts"]] == [0]
    assert held.likenesses({"mail": AppState(near)}) == {}


def test_what_was_used_longest_ago_is_forgotten() -> None:
    held = HeldDatabases()
    states = [AppState(bytes([number]) * (1 << 20)) for number in range(10)]
    for state in states:
        held.note({"mail": state})
    held.note({"mail": states[2]})
    first, third = (state.database[:-1] + b"\xff" for state in (states[0], states[2]))
    assert held.likenesses({"mail": AppState(first)}) == {}
    assert len(held.likenesses({"mail": AppState(third)})) == 1


def written(state: Snapshot, app: str, sql: str) -> Snapshot:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(state.apps[app].database)
    connection.execute(sql)
    connection.commit()
    changed = replace(state.apps[app], database=connection.serialize())
    return replace(state, apps={**state.apps, app: changed})


def after_a_write(phone: Handset) -> bytes:
    """Mail's database after the first star was tapped: read from the page, as it was written to."""
    star = next(
        e for e in phone.observe(pixels=False).elements if e.id.startswith("star-") and e.visible
    )
    phone.act(Tap(*star.center))
    return phone.dump().apps["mail"].database


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset(screen=SMALL) as phone:
        yield phone


@pytest.mark.phone
def test_only_what_differs_is_sent_and_the_state_is_exact(
    phone: Handset, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = phone_state(foreground="mail")
    second = written(first, "mail", "UPDATE threads SET subject = 'Quite another one'")
    expected = []
    for state in (second, first):
        phone._page.held = HeldDatabases()
        phone.load(state)
        expected.append(after_a_write(phone))
    called: list[str] = []
    page, call = phone._page, phone._page.call

    def listen(function: str, *arguments: Any, **options: Any) -> Any:
        called.append(function)
        return call(function, *arguments, **options)

    monkeypatch.setattr(page, "call", listen)
    third = written(second, "pay", "PRAGMA user_version = 77")
    for state in (first, third, second):
        phone.load(state)
    assert called.count(scripts.LOAD) == 3
    assert scripts.PUT not in called
    assert after_a_write(phone) == expected[0]
    phone.load(first)
    assert after_a_write(phone) == expected[1] != expected[0]


@pytest.mark.phone
def test_a_page_that_lost_what_it_was_sent_gets_all_of_it(phone: Handset) -> None:
    first = phone_state(foreground="mail")
    unknown = written(first, "mail", "UPDATE threads SET subject = 'Never sent'")
    wanted = written(first, "mail", "UPDATE threads SET subject = 'Sent whole'")
    phone._page.held = HeldDatabases()
    phone._page.held.note(unknown.apps)
    assert phone._page.held.likenesses(wanted.apps)
    phone.load(wanted)
    texts = [e.text for e in phone.observe(pixels=False).elements]
    assert any("Sent whole" in text for text in texts)
    assert not any("Never sent" in text for text in texts)
