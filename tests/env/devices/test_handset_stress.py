"""The real apps under stress: the phone recovers or says what happened."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tapworld_env import PhoneEnv
from tapworld_env.actions import Back, Clear, Home, OpenApp, Scroll, Swipe, Tap, Type, Wait
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.errors import ActionRejected, DeviceLost, DeviceTimeout, SnapshotRejected
from tapworld_env.observations import Observation, Screen
from tapworld_env.ui_xml import elements_to_xml
from tapworld_env.vector import PhoneVectorEnv
from tapworld_scenarios import Snapshot

from .killing import kill_browser
from .screen_crawl import with_ui
from .shell_phone import User, phone_state
from .stress import (
    LETHAL,
    TEXTS,
    crash_page,
    hang,
    mailbox,
    run_script,
    without_tables,
)

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]
SMALL = Screen(412, 915, 1.0)
WATCHDOG_S, CAP_MS = 3.0, 400
TASK = {"configuration": "mail.star_conversation/i1/bruno/paper/search-results/p1"}
FORM = [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]
ROW_TEXT = "Bo Berg"


@pytest.fixture(scope="module")
def phones() -> Iterator[list[Handset]]:
    made: list[Handset] = []
    yield made
    for phone in made:
        phone.close()


@pytest.fixture
def phone(phones: list[Handset]) -> Handset:
    """The phone of this module; another one where a test has lost it."""
    if not phones or phones[-1]._page.session.lost is not None:
        phones.append(Handset(screen=SMALL, settle_cap_ms=CAP_MS))
    return phones[-1]


@pytest.fixture(scope="module")
def inbox() -> Snapshot:
    return phone_state(foreground="mail")


@pytest.fixture(scope="module")
def fresh_pixels(inbox: Snapshot) -> Any:
    with Handset(screen=SMALL, shared=False) as fresh:
        fresh.load(inbox)
        return fresh.observe().pixels


def assert_like_fresh(phone: Handset, inbox: Snapshot, fresh_pixels: Any) -> None:
    phone.load(inbox)
    look = phone.observe()
    assert look.settled
    assert look.errors == ()
    assert np.array_equal(look.pixels, fresh_pixels)  # type: ignore[arg-type]


# What ends a phone


@pytest.fixture(scope="module")
def env() -> Iterator[PhoneEnv]:
    # A browser of its own: it is killed here.
    options = {"shared": False, "timeout_s": WATCHDOG_S, "settle_cap_ms": CAP_MS}
    env = PhoneEnv(screen=SMALL, device_options=options)
    yield env
    env.close()


@pytest.mark.parametrize("name", LETHAL)
def test_a_lost_phone_ends_the_episode_and_the_next_reset_is_like_new(
    env: PhoneEnv, name: str
) -> None:
    hurt, kinds = LETHAL[name]
    first, _ = env.reset(options=TASK)
    device: Any = env.device
    hurt(device)
    began = time.monotonic()
    reward, terminated, truncated, info = 1.0, True, False, dict[str, Any]()
    # The news of a death may come after an answer that was under way.
    while "fault" not in info and time.monotonic() < began + 10:
        _, reward, terminated, truncated, info = env.step({"action": "tap", "x": 200, "y": 400})
    assert time.monotonic() - began < 2 * (WATCHDOG_S + CAP_MS / 1000)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["fault"]["kind"] in kinds
    assert "make a fresh" in info["fault"]["message"]
    again, info = env.reset(options=TASK)
    assert info["settled"]
    assert np.array_equal(first["pixels"], again["pixels"])


def test_a_late_phone_stays_lost_and_its_renderer_goes(inbox: Snapshot) -> None:
    with Handset(screen=SMALL, timeout_s=1.0) as keeps, Handset(screen=SMALL, timeout_s=1.0) as bad:
        keeps.load(inbox)
        bad.load(inbox)
        hang(bad)
        with pytest.raises(DeviceTimeout, match="make a fresh"):
            bad.dump()
        began = time.monotonic()
        with pytest.raises(DeviceLost, match="make a fresh"):
            bad.observe()
        assert time.monotonic() - began < 0.5
        assert keeps.observe().settled


def test_one_phones_fault_does_not_hurt_the_others() -> None:
    options = {"timeout_s": WATCHDOG_S, "settle_cap_ms": CAP_MS}
    envs = PhoneVectorEnv(3, screen=SMALL, observe="pixels", device_options=options)
    waits = [{"action": "wait"}] * 3
    try:
        first, _ = envs.reset(options=TASK)
        for hurt, lost in ((crash_page, [1]), (hang, [1]), (kill_browser, [0, 1, 2])):
            hurt(envs.envs[1].unwrapped.device)  # type: ignore[arg-type, attr-defined]
            truncated, info = np.zeros(3, bool), dict[str, Any]()
            for _ in range(50):  # the news of a death may come a step later
                _, _, _, truncated, info = envs.step(waits)
                if truncated.any():
                    break
            assert np.flatnonzero(truncated).tolist() == lost
            assert [kind for kind in info["fault"]["kind"] if kind] != []
            if hurt is not kill_browser:
                assert not envs.step(waits)[3].any()  # which resets the lost one
        again, info = envs.reset(options=TASK)
        assert np.array_equal(first["pixels"], again["pixels"])
        assert info["settled"].all()
    finally:
        envs.close()


# Scripts that fail or never end


def test_an_app_that_fails_says_so_and_the_phone_goes_on(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any
) -> None:
    user = User(phone)
    phone.load(inbox.with_app("pay", without_tables()))
    phone.act(OpenApp("pay"))
    look = phone.observe(pixels=False)
    assert "no such table" in look.errors[0]
    assert "crashed" in {e.id for e in look.elements}
    user.do(Home(), OpenApp("mail"))
    assert "threads" in user.ids()
    # The shade asks every app; the other's notices are there all the same.
    user.swipe(0.5, 0.01, 0.5, 0.6)
    look = user.look()
    assert "no such table" in look.errors[0]
    assert {"shade", "notification-0"} <= {e.id for e in look.elements}
    user.do(Back())
    assert "threads" in user.ids()
    assert_like_fresh(phone, inbox, fresh_pixels)


def test_an_app_that_fails_as_it_is_loaded_is_refused(phone: Handset, inbox: Snapshot) -> None:
    phone.load(inbox)
    before = phone.observe()
    with pytest.raises(SnapshotRejected, match="no such table"):
        phone.load(inbox.with_app("mail", without_tables()))
    after = phone.observe()
    assert np.array_equal(before.pixels, after.pixels)  # type: ignore[arg-type]
    assert before.elements == after.elements


@pytest.mark.parametrize(
    ("script", "rests"),
    [
        ("setInterval(() => { throw new Error('on purpose'); }, 0)", None),
        ("Promise.reject(new Error('on purpose'))", True),
        (
            "(function f() { document.body.dataset.x = performance.now();"
            " document.getElementById('phone').dataset.x = performance.now();"
            " requestAnimationFrame(f); })()",
            False,
        ),
    ],
    ids=["timer", "promise", "animation"],
)
def test_what_a_state_left_running_does_not_reach_the_next(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any, script: str, rests: bool | None
) -> None:
    phone.load(inbox)
    run_script(phone, script)
    phone.act(Wait(0))
    look = phone.observe()
    if rests is not None:
        assert look.settled is rests
    if rests is not False:
        deadline = time.monotonic() + 5
        errors = look.errors
        while not errors and time.monotonic() < deadline:
            phone.act(Wait(0))
            errors = phone.observe(pixels=False).errors
        assert "on purpose" in errors[0]
    assert_like_fresh(phone, inbox, fresh_pixels)
    phone.act(Wait(100))
    look = phone.observe()
    assert look.settled
    assert look.errors == ()


# What an app may let run, in the page's own words.
TICK = "document.querySelector('[data-testid=threads]').dataset.at = performance.now();"


@pytest.mark.parametrize(
    ("script", "named"),
    [
        (f"setInterval(() => {{ {TICK} }}, 4)", "a setInterval of 4 ms"),
        (f"setInterval(() => {{ {TICK} }}, 90)", "a setInterval of 90 ms"),
        (f"(function f() {{ {TICK} setTimeout(f, 20); }})()", "a setTimeout of 20 ms"),
        (f"(function f() {{ {TICK} requestIdleCallback(f); }})()", "requestIdleCallback"),
        (f"(function f() {{ {TICK} requestAnimationFrame(f); }})()", "requestAnimationFrame"),
    ],
)
def test_what_ticks_for_ever_never_rests_and_is_named(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any, script: str, named: str
) -> None:
    phone.load(inbox)
    run_script(phone, script)
    phone.act(Wait(0))
    began = time.monotonic()
    look = phone.observe(pixels=False)
    assert time.monotonic() - began < WATCHDOG_S
    assert look.settled is False
    assert "screen of mail does not come to rest" in look.errors[0]
    assert named in look.errors[0]
    assert '"threads" changed last' in look.errors[0]
    assert_like_fresh(phone, inbox, fresh_pixels)


@pytest.mark.parametrize("rounds", ["1", "Infinity"])
def test_nothing_moves_by_itself(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any, rounds: str
) -> None:
    phone.load(inbox)
    run_script(
        phone,
        "document.querySelector('[data-testid=threads]').animate([{ opacity: 0 }, { opacity: 1 }],"
        f" {{ duration: 60000, iterations: {rounds} }})",
    )
    phone.act(Wait(0))
    look = phone.observe()
    assert look.settled
    assert np.array_equal(look.pixels, fresh_pixels)  # type: ignore[arg-type]


@pytest.mark.parametrize("period_ms", [50, 1000])
def test_a_clock_that_shows_the_phones_time_rests(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any, period_ms: int
) -> None:
    phone.load(inbox)
    clock = (
        "let shown = ''; setInterval(() => { const now = new Date().toLocaleTimeString();"
        " if (shown && now !== shown) document.getElementById('phone').dataset.now = now;"
        f" shown = now; }}, {period_ms})"
    )
    run_script(phone, clock)
    for _ in range(3):
        phone.act(Wait(0))
        look = phone.observe()
        assert look.settled
        assert look.errors == ()
        assert np.array_equal(look.pixels, fresh_pixels)  # type: ignore[arg-type]


def test_errors_that_nobody_looked_at_are_left_behind_too(
    phone: Handset, inbox: Snapshot, fresh_pixels: Any
) -> None:
    phone.load(inbox)
    run_script(phone, "setInterval(() => { throw new Error('on purpose'); }, 0)")
    phone.dump()
    time_for_it = "new Promise((resolve) => setTimeout(resolve, 50))"
    phone._page.call(f"function() {{ return {time_for_it}; }}")
    assert_like_fresh(phone, inbox, fresh_pixels)
    phone._page.call(f"function() {{ return {time_for_it}; }}")
    assert phone.observe().errors == ()


# Much data


def test_a_database_of_20_megabytes(phone: Handset) -> None:
    state = mailbox(2000, "x " * 5000)
    large = state.apps["mail"].database
    assert len(large) > 20_000_000
    phone.load(state)
    user = User(phone)
    user.tap("row-0")
    assert user.look().errors == ()
    after = phone.dump().apps["mail"].database  # reading marks the conversation as read
    assert len(after) >= len(large)
    assert after != large


def test_a_list_of_10_000_rows(phone: Handset) -> None:
    phone.load(mailbox(10_000))
    first = phone.observe()
    assert rows_in_sight(first) > 3
    counts, look = [], first
    for _ in range(12):
        phone.act(Swipe(206, 800, 206, 150, 60))
        look = phone.observe(pixels=False)
        assert look.settled
        counts.append(len(look.elements))
    # What an observation costs does not grow with the way behind.
    assert max(counts) < 4 * len(first.elements)
    assert int(top_row(look).removeprefix("row-")) > 800
    phone.act(Scroll("up"))
    there = phone.observe()
    phone.load(phone.dump())
    back = phone.observe()
    assert np.array_equal(there.pixels, back.pixels)  # type: ignore[arg-type]
    assert top_row(there) == top_row(back)
    User(phone).tap(top_row(back))
    assert User(phone).find("threads") is None


def drawn_rows(phone: Handset) -> int:
    count = "document.querySelectorAll('[data-testid^=row-]').length"
    return int(phone._page.call(f"function() {{ return {count}; }}"))


def test_a_far_offset_draws_what_is_seen_and_scrolls_on_without_a_jump(phone: Handset) -> None:
    state = mailbox(1500)
    drawn = {}
    for offset in (0, 30_000, 80_000):
        place = {"stack": [{"route": "inbox", "params": {}, "state": {"scroll": offset}}]}
        phone.load(with_ui(state, "mail", {**place, "dialog": None}))
        assert rows_in_sight(phone.observe(pixels=False)) > 3
        drawn[offset] = drawn_rows(phone)
    assert max(drawn.values()) < 120, drawn
    # Rows that come before the first one take their room from what was kept for them.
    ways = []
    for _ in range(5):
        before = whole_rows(phone.observe(pixels=False), phone.screen.height)
        phone.act(Scroll("up"))
        after = phone.observe()
        moved = {
            top - before[row]
            for row, top in whole_rows(after, phone.screen.height).items()
            if row in before
        }
        assert max(moved) - min(moved) <= 1, moved
        ways.append(moved.pop())
    assert max(ways) - min(ways) <= 1, ways
    assert drawn_rows(phone) < 200
    kept = phone.dump()
    phone.load(kept)
    assert np.array_equal(after.pixels, phone.observe().pixels)  # type: ignore[arg-type]
    assert phone.dump() == kept


def whole_rows(look: Observation, height: int) -> dict[str, float]:
    """Where rows begin; those that reach beyond the screen are cut in the observation."""
    return {
        e.id: e.bounds[1]
        for e in look.elements
        if ROW_TEXT in e.text and e.bounds[1] > 0 and e.bounds[3] < height
    }


def rows_in_sight(look: Observation) -> int:
    return sum(e.visible and ROW_TEXT in e.text for e in look.elements)


def top_row(look: Observation) -> str:
    return next(e.id for e in look.elements if e.visible and ROW_TEXT in e.text)


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_is_typed_shown_saved_and_read_back(phone: Handset, name: str) -> None:
    text = TEXTS[name]
    phone.load(phone_state(foreground="mail", mail_ui={"stack": FORM}))
    user = User(phone)
    user.tap("name")
    user.do(Clear(), Type(text))
    look = user.look()
    assert user.seen("name").value == text
    assert ElementTree.fromstring(elements_to_xml(look.elements)) is not None
    typed = phone.dump()
    phone.load(typed)
    assert phone.dump() == typed
    assert user.seen("name").value == text
    # And in the data: the same words as the subject of a mail.
    subject = text[:2000]
    state = mailbox(1, subject=subject)
    phone.load(state)
    look = phone.observe()
    assert look.settled
    assert any(subject in e.text for e in look.elements)
    assert ElementTree.fromstring(elements_to_xml(look.elements)) is not None


# Fingers


def test_50_rapid_taps_all_count(phone: Handset) -> None:
    state = phone_state(foreground="mail", mail_ui={"stack": FORM})
    phone.load(state)
    user = User(phone)
    user.tap("phone")
    user.do(Clear())
    key = user.seen("key-1").center
    for _ in range(50):
        phone.act(Tap(*key))
    assert user.seen("phone").value == "1" * 50


@pytest.mark.parametrize(
    "point", [(-1, 5), (5, -0.01), (412, 5), (5, 915), (1e300, 5), (math.nan, 5), (5, math.inf)]
)
def test_a_tap_off_the_screen_is_an_action_error(
    phone: Handset, inbox: Snapshot, point: tuple[float, float]
) -> None:
    phone.load(inbox)
    before = phone.observe(pixels=False)
    with pytest.raises(ActionRejected, match=r"off the screen|finite number"):
        phone.act(Tap(*point))
    assert phone.observe(pixels=False).elements == before.elements


@pytest.mark.parametrize(
    "action",
    [Wait(10**12), Wait(-1), Swipe(5, 5, 9, 9, 10**12), Tap("a", 5)],  # type: ignore[arg-type]
    ids=str,
)
def test_an_action_with_impossible_fields_is_no_end_of_the_phone(
    phone: Handset, inbox: Snapshot, action: Any
) -> None:
    phone.load(inbox)
    with pytest.raises(ActionRejected):
        phone.act(action)
    assert phone.observe(pixels=False).settled


def test_the_environment_reports_them_and_goes_on(env: PhoneEnv) -> None:
    first, _ = env.reset(options=TASK)
    for x, y in ((-1, 5), (1e300, 5), (math.nan, 5), (5, 915)):
        for action in (Tap(x, y), {"action": "tap", "x": x, "y": y}):
            seen, _, terminated, truncated, info = env.step(action)
            assert info["action_error"]
            assert (terminated, truncated) == (False, False)
            assert np.array_equal(first["pixels"], seen["pixels"])
