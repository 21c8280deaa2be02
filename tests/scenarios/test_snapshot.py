"""Equal states have equal digests, however a device wrote them."""

from __future__ import annotations

from tapworld_scenarios import AppState, PhoneSettings, Snapshot


def state(settings: PhoneSettings, database: bytes = b"one") -> Snapshot:
    return Snapshot({"mail": AppState(database)}, settings, None)


def test_a_whole_number_from_a_phone_is_the_same_text_size() -> None:
    # JSON written by a phone has 1 where Python has 1.0.
    assert state(PhoneSettings(font_scale=1)).digest() == state(PhoneSettings()).digest()


def test_different_states_have_different_digests() -> None:
    states = [
        state(PhoneSettings()),
        state(PhoneSettings(font_scale=1.3)),
        state(PhoneSettings(dark=True)),
        state(PhoneSettings(dark=False)),
        state(PhoneSettings(), b"two"),
    ]
    assert len({one.digest() for one in states}) == len(states)


def test_a_switch_that_was_never_touched_is_in_no_digest() -> None:
    # The digest of this state before there was a dark switch.
    assert state(PhoneSettings()).digest() == (
        "6c8ed39eacf6a264e398d100a226ced8dd246de63c28b4878d5af2207052a5d6"
    )
