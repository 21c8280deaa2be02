"""Pictures from the display's memory: those the browser would take, never an older frame."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tapworld_env.actions import Action, Back, Home, OpenApp, Scroll, Tap, Wait
from tapworld_env.devices.handset import Handset, pictures, scripts
from tapworld_env.devices.handset.choosing import choose_browser
from tapworld_env.devices.handset.chromium import CHROMIUM_VARIABLE, Window
from tapworld_env.devices.handset.display import _attach, pitch, places_for
from tapworld_env.devices.handset.pictures import Framebuffer, Screenshots
from tapworld_env.errors import DeviceLost, EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import Snapshot

from .conftest import BUNDLE
from .killing import kill_display
from .shell_phone import phone_state

pytestmark = pytest.mark.phone

SMALL = Screen(412, 915, 1.0)
SCREENS = {"small": SMALL, "full": Screen(), "landscape": Screen(2400, 1080, 2.625)}


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset(screen=SMALL, capture="framebuffer") as phone:
        yield phone


def by_the_browser(phone: Handset) -> NDArray[np.uint8]:
    """What the browser says the screen looks like."""
    framebuffer = phone._page.pictures
    assert isinstance(framebuffer, Framebuffer)
    screenshots = Screenshots(phone._page)
    phone._page.call(scripts.REVEAL)  # the corner's colour for the next picture
    screenshots.ask()
    screenshots.take(good=True)
    phone._page.call(scripts.MARK, f"#{framebuffer._colour:06x}")
    return screenshots.picture(phone.screen.width, phone.screen.height)


def seen(phone: Handset) -> NDArray[np.uint8]:
    pixels = phone.observe(elements=False).pixels
    assert pixels is not None
    return pixels


def use(phone: Handset) -> None:
    for _ in range(100):
        phone.act(Wait(0))
        phone.observe()


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize(
    "state",
    [
        phone_state(foreground="mail"),
        phone_state(theme="midnight", foreground="pay", locale="de-DE"),
    ],
    ids=["mail", "dark pay"],
)
def test_both_ways_give_equal_pictures(screen: Screen, state: Snapshot) -> None:
    taken = []
    for capture in ("framebuffer", "screenshot"):
        with Handset(screen=screen, capture=capture) as phone:
            assert phone.capture == capture
            phone.load(state)
            taken.append(seen(phone))
    assert taken[0].shape == (screen.height, screen.width, 3)
    assert np.array_equal(*taken)


def test_a_picture_is_never_that_of_an_earlier_frame(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    choices = random.Random(3)
    before, changes = seen(phone), 0
    for _ in range(60):
        tap = Tap(choices.randrange(412), choices.randrange(915))
        others: list[Action] = [OpenApp("pay"), OpenApp("mail"), Home(), Back(), Scroll("down")]
        phone.act(choices.choice([tap, tap, *others]))
        after = seen(phone)
        assert np.array_equal(after, by_the_browser(phone))
        changes += not np.array_equal(before, after)
        before = after
    assert changes > 20


def test_the_picture_after_a_load_is_of_what_was_loaded(phone: Handset) -> None:
    states = [
        phone_state(foreground=app, theme=theme)
        for app in ("mail", "pay", None)
        for theme in ("daylight", "midnight")
    ]
    choices = random.Random(5)
    before, changes = np.zeros(0), 0
    for _ in range(40):
        phone.load(choices.choice(states))
        # With the colour on its way, an action in between, or a page that is not painted any more.
        for _ in range(choices.choice([0, 0, 0, 1, 3])):
            phone.observe(pixels=False)
        if choices.random() < 0.3:
            phone.act(OpenApp(choices.choice(["mail", "pay"])))
        after = seen(phone)
        assert np.array_equal(after, by_the_browser(phone))
        changes += not np.array_equal(before, after)
        before = after
    assert changes > 20


def test_a_load_whose_first_frame_is_not_its_last_is_seen_at_rest(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    seen(phone)
    phone._page.call(
        """function() {
          const load = this.load.bind(this);
          this.load = async (state) => {
            this.load = load;
            await load(state);
            requestAnimationFrame(() => {
              const late = document.createElement("p");
              document.getElementById("phone").append(late);
              late.style.cssText = "position: fixed; inset: 0; z-index: 99; background: #123456";
              setTimeout(() => late.remove(), 100);
            });
          };
        }"""
    )
    phone.load(phone_state(foreground="pay"))
    after = seen(phone)
    assert np.array_equal(after, by_the_browser(phone))
    assert not (after == [0x12, 0x34, 0x56]).all()


def test_a_second_look_gives_the_same_picture_and_the_caller_may_write_to_it(
    phone: Handset,
) -> None:
    phone.load(phone_state(foreground="mail"))
    first = seen(phone)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(seen(phone), kept)
    phone.observe(pixels=False)
    assert np.array_equal(seen(phone), kept)


def test_a_screen_of_the_marks_own_colour_is_seen_all_the_same(
    phone: Handset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_SAME_COLOUR_S", 0.2)
    phone.load(phone_state(foreground="mail"))
    seen(phone)
    framebuffer = phone._page.pictures
    assert isinstance(framebuffer, Framebuffer)
    coming = framebuffer._colour
    assert coming is not None
    phone._page.call(
        """function(colour) {
          const cover = document.body.appendChild(document.createElement("div"));
          cover.id = "cover";
          cover.style.cssText = "position: fixed; inset: 0; z-index: 9; background: " + colour;
        }""",
        f"#{coming:06x}",
    )
    phone.act(Back())
    expected = [coming >> 16, coming >> 8 & 0xFF, coming & 0xFF]
    assert (seen(phone) == expected).all()
    phone._page.call('function() { document.getElementById("cover").remove(); }')


def test_phones_on_one_display_do_not_cover_each_other(toy_snapshot: Snapshot) -> None:
    made = [
        Handset(screen=Screen(), bundle=BUNDLE, capture="framebuffer", shared=True)
        for _ in range(4)
    ]
    try:
        for phone in made:
            phone.load(toy_snapshot)
        first = seen(made[0])
        made[1].act(Home())
        assert np.array_equal(seen(made[0]), first)
        for phone in (made[0], *made[2:]):
            assert np.array_equal(seen(phone), first)
        assert not np.array_equal(seen(made[1]), first)
        # A display holds three of this size and a page that takes another's place.
        groups = [phone.process_group for phone in made]
        assert len(set(groups[:3])) == 1
        assert groups[3] != groups[0]
        made[0].close()
        made.append(Handset(screen=Screen(), bundle=BUNDLE, capture="framebuffer"))
        made[-1].load(toy_snapshot)
        assert made[-1].process_group == groups[1]
        assert np.array_equal(seen(made[-1]), first)
    finally:
        for phone in made:
            phone.close()


def test_a_display_that_is_killed_takes_its_phone_along_and_a_fresh_one_works(
    toy_snapshot: Snapshot,
) -> None:
    options: dict[str, Any] = {"bundle": BUNDLE, "screen": SMALL, "capture": "framebuffer"}
    with Handset(shared=False, **options) as phone:
        phone.load(toy_snapshot)
        kill_display(phone)
        with pytest.raises(DeviceLost, match="fresh"):
            use(phone)
    with Handset(shared=False, **options) as fresh:
        fresh.load(toy_snapshot)
        assert fresh.observe().foreground == "notes"


def test_the_display_draws_a_thousand_frames_a_second(phone: Handset) -> None:
    # At 60 a frame in which nothing changes keeps the next touch waiting for 16.7 ms.
    display = phone._browser._display
    assert display is not None
    client = display._client
    resources = client.screen().root.xrandr_get_screen_resources()
    shown = client.xrandr_get_crtc_info(resources.crtcs[0], resources.config_timestamp)
    mode = next(mode for mode in resources.modes if mode.id == shown.mode)
    assert mode.dot_clock / (mode.h_total * mode.v_total) == 1000
    assert (mode.width, mode.height) == (shown.width, shown.height)


def test_windows_lie_a_whole_number_of_css_pixels_apart() -> None:
    for window in (Window(412, 915, 2.625), Window(412, 915, 1.0), Window(411, 731, 3.5)):
        distance = pitch(window)
        assert distance is not None
        assert distance >= window.pixels[1]
        assert distance / window.density == int(distance / window.density)
        assert places_for(window) >= 2
    assert pitch(Window(412, 915, 1.3333)) is None


def test_a_server_that_names_no_memory_is_told() -> None:
    with pytest.raises(EnvironmentSetupError, match=r"no such option.*capture=\"screenshot\""):
        _attach("no such option: -shmem\n")


def test_what_captures_need_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CHROMIUM_VARIABLE, raising=False)
    with pytest.raises(ValueError, match="auto, framebuffer, screenshot"):
        choose_browser("screencast", None, SMALL)  # type: ignore[arg-type]
    with pytest.raises(EnvironmentSetupError, match="leave one of the two out"):
        choose_browser("framebuffer", "/usr/bin/chromium", SMALL)
    odd = Screen(549, 1219, 1.3333)
    assert choose_browser("auto", None, odd)[1] is None
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(EnvironmentSetupError, match="screenshot"):
        Handset(screen=odd, capture="framebuffer")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentSetupError, match="apt-get install chromium-shell xvfb"):
        choose_browser("framebuffer", None, SMALL)


def test_a_browser_that_is_asked_for_takes_its_own_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(CHROMIUM_VARIABLE, raising=False)
    executable, window = choose_browser("auto", None, SMALL)
    assert window == Window(412, 915, 1.0)
    assert choose_browser("screenshot", None, SMALL)[1] is None
    assert choose_browser("auto", executable, SMALL) == (executable, None)
    monkeypatch.setenv(CHROMIUM_VARIABLE, str(executable))
    assert choose_browser("auto", None, SMALL) == (executable, None)
