"""What every device must do; a test class per device inherits from :class:`DeviceContract`.

The suite drives a snapshot through names only, so that it also runs over real apps: a subclass
says which element writes, which takes text, which scrolls.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tapworld_env.actions import (
    Answer,
    Back,
    Clear,
    Done,
    DoubleTap,
    Drag,
    Enter,
    Home,
    Infeasible,
    LongPress,
    OpenApp,
    Recents,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from tapworld_env.devices.base import Device
from tapworld_env.errors import ActionRejected, DeviceLost, SnapshotRejected
from tapworld_env.observations import Element, Observation
from tapworld_scenarios.snapshot import AppState, Snapshot

LONG_TEXT = "Grüße, 日本語 and 😀 e\u0301 שלום " * 700


class DeviceContract:
    """Subclasses give the fixtures ``device`` (class-wide), ``snapshot`` and the names below."""

    app = "notes"
    other_app = "clock"
    field = "title"
    writes = "add"  # a tap on it changes the app's database
    dark_theme = "night"

    @pytest.fixture
    def device(self) -> Device:
        raise NotImplementedError

    @pytest.fixture
    def snapshot(self) -> Snapshot:
        raise NotImplementedError

    @pytest.fixture
    def phone(self, device: Device, snapshot: Snapshot) -> Device:
        device.load(snapshot)
        return device

    @staticmethod
    def find(observation: Observation, name: str) -> Element:
        found = [e for e in observation.elements if e.id == name]
        assert found, f"no {name} among {[e.id for e in observation.elements]}"
        return found[0]

    def tap(self, phone: Device, name: str) -> Observation:
        phone.act(Tap(*self.find(phone.observe(pixels=False), name).center))
        return phone.observe(pixels=False)

    def value(self, phone: Device) -> str | None:
        return self.find(phone.observe(pixels=False), self.field).value

    def write(self, phone: Device) -> None:
        """Make the app write to its database."""
        self.tap(phone, self.writes)

    # Looking

    def test_pixels_are_an_rgb_array_of_the_screens_size(self, phone: Device) -> None:
        pixels = phone.observe(elements=False).pixels
        assert pixels is not None
        assert pixels.shape == (phone.screen.height, phone.screen.width, 3)
        assert pixels.dtype == np.uint8
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 1

    def test_what_is_not_asked_for_is_not_there(self, phone: Device) -> None:
        assert phone.observe(pixels=False).pixels is None
        assert phone.observe(elements=False).elements == ()

    def test_elements_lie_on_the_screen_and_know_their_place(self, phone: Device) -> None:
        observation = phone.observe(pixels=False)
        for index, element in enumerate(observation.elements):
            left, top, right, bottom = element.bounds
            assert element.index == index
            assert 0 <= left <= right <= phone.screen.width
            assert 0 <= top <= bottom <= phone.screen.height
            assert element.parent is None or 0 <= element.parent < len(observation.elements)
        assert observation.settled
        assert observation.foreground == self.app

    # State

    def test_equal_snapshots_give_equal_screens(self, phone: Device, snapshot: Snapshot) -> None:
        first = phone.observe()
        self.write(phone)
        phone.act(Home())
        phone.load(snapshot)
        second = phone.observe()
        assert first.pixels is not None
        assert second.pixels is not None
        assert np.array_equal(first.pixels, second.pixels)
        assert first.elements == second.elements

    def test_a_dump_of_an_untouched_phone_has_the_same_databases(
        self, phone: Device, snapshot: Snapshot
    ) -> None:
        dumped = phone.dump()
        assert {a: s.database for a, s in dumped.apps.items()} == {
            a: s.database for a, s in snapshot.apps.items()
        }
        assert dumped.settings == snapshot.settings
        assert dumped.foreground == snapshot.foreground

    def test_a_dump_loads_to_the_same_screen(self, phone: Device) -> None:
        self.write(phone)
        phone.act(Wait(5000))
        dumped = phone.dump()
        before = phone.observe()
        phone.load(dumped)
        after = phone.observe()
        assert phone.dump() == dumped
        assert before.pixels is not None
        assert after.pixels is not None
        assert np.array_equal(before.pixels, after.pixels)

    def test_writing_changes_only_the_app_that_wrote(
        self, phone: Device, snapshot: Snapshot
    ) -> None:
        self.write(phone)
        dumped = phone.dump()
        assert dumped.apps[self.app].database != snapshot.apps[self.app].database
        assert dumped.apps[self.app].database.startswith(b"SQLite format 3\0")
        assert dumped.apps[self.other_app].database == snapshot.apps[self.other_app].database

    def test_the_settings_show(self, phone: Device, snapshot: Snapshot) -> None:
        light = phone.observe(elements=False).pixels
        phone.load(replace(snapshot, settings=replace(snapshot.settings, theme=self.dark_theme)))
        dark = phone.observe(elements=False).pixels
        assert light is not None
        assert dark is not None
        assert dark.mean() < light.mean()

    @pytest.mark.parametrize(
        "break_it",
        [
            lambda s, app: s.with_app(app, AppState(b"not a database")),
            lambda s, app: s.with_app(app, AppState(s.apps[app].database[:-100])),
            lambda s, app: s.with_app("nosuchapp", s.apps[app]),
            lambda s, app: replace(s, foreground="nosuchapp"),
            lambda s, app: replace(s, settings=replace(s.settings, theme="nosuchtheme")),
            lambda s, app: s.with_app(
                app, replace(s.apps[app], ui={"stack": [{"route": "nosuchroute"}]})
            ),
        ],
        ids=["no database", "torn database", "app", "foreground", "theme", "route"],
    )
    def test_a_broken_snapshot_is_rejected_and_changes_nothing(
        self, phone: Device, snapshot: Snapshot, break_it
    ) -> None:
        before = phone.observe(pixels=False)
        with pytest.raises(SnapshotRejected):
            phone.load(break_it(snapshot, self.app))
        assert phone.observe(pixels=False).elements == before.elements

    # Touching

    def test_a_tap_at_its_centre_hits_the_element(self, phone: Device) -> None:
        seen = self.tap(phone, self.field)
        assert self.find(seen, self.field).focused

    def test_ending_actions_do_nothing_on_the_phone(self, phone: Device) -> None:
        before = phone.dump()
        for action in (Done(), Infeasible(), Answer("42")):
            phone.act(action)
        assert phone.dump() == before

    @pytest.mark.parametrize("text", ["plain", "two\nlines 😀", LONG_TEXT], ids=len)
    def test_typing_any_text(self, phone: Device, text: str) -> None:
        self.tap(phone, self.field)
        phone.act(Clear())
        phone.act(Type(text))
        assert self.value(phone) == text

    def test_typing_appends_and_clear_empties(self, phone: Device) -> None:
        self.tap(phone, self.field)
        phone.act(Type("ab"))
        phone.act(Type("c"))
        assert (self.value(phone) or "").endswith("abc")
        phone.act(Clear())
        assert self.value(phone) == ""

    @pytest.mark.parametrize("action", [Type("x"), Clear(), Enter()], ids=lambda a: a.kind)
    def test_typing_without_focus_is_rejected(self, phone: Device, action) -> None:
        before = phone.dump()
        with pytest.raises(ActionRejected, match="focus"):
            phone.act(action)
        assert phone.dump() == before

    @pytest.mark.parametrize(
        "action",
        [
            Tap(-1, 5),
            Tap(5, 99_999),
            LongPress(99_999, 5),
            Swipe(5, 5, 5, -3),
            Drag(5, 5, 99_999, 5),
            OpenApp("nosuch"),
        ],
        ids=str,
    )
    def test_an_impossible_action_is_rejected_and_changes_nothing(
        self, phone: Device, action
    ) -> None:
        before = phone.dump()
        with pytest.raises(ActionRejected):
            phone.act(action)
        assert phone.dump() == before

    def test_home_recents_and_open_app(self, phone: Device) -> None:
        phone.act(Home())
        assert phone.observe(pixels=False).foreground == "launcher"
        phone.act(OpenApp(self.other_app))
        assert phone.observe(pixels=False).foreground == self.other_app
        phone.act(Recents())
        assert phone.observe(pixels=False).foreground == "recents"
        self.tap(phone, f"recent-{self.app}")
        assert phone.observe(pixels=False).foreground == self.app

    def test_back_leaves_the_app_for_the_launcher(self, phone: Device) -> None:
        for _ in range(10):
            phone.act(Back())
        assert phone.observe(pixels=False).foreground == "launcher"
        self.tap(phone, f"launcher-{self.app}")
        assert phone.observe(pixels=False).foreground == self.app

    # The end

    def test_fifty_rapid_taps_lose_nothing(self, phone: Device) -> None:
        at = self.find(phone.observe(pixels=False), self.field).center
        for _ in range(50):
            phone.act(Tap(*at))
        assert self.find(phone.observe(pixels=False), self.field).focused


class ListContract:
    """For devices whose snapshot shows the toy list (rows ``row-0`` and on in ``list``)."""

    @staticmethod
    def top_row(phone: Device) -> int:
        rows = [
            int(e.id.removeprefix("row-"))
            for e in phone.observe(pixels=False).elements
            if e.id.startswith("row-") and e.visible
        ]
        return min(rows)

    def test_scrolling_moves_about_two_thirds_of_a_page(self, phone: Device) -> None:
        seen = [e for e in phone.observe(pixels=False).elements if e.visible]
        shown = sum(e.id.startswith("row-") for e in seen)
        phone.act(Scroll("down"))
        assert 0.4 * shown <= self.top_row(phone) <= shown
        phone.act(Scroll("up"))
        assert self.top_row(phone) == 0

    def test_a_swipe_moves_the_content_with_the_finger(self, phone: Device) -> None:
        middle, height = phone.screen.width / 2, phone.screen.height
        phone.act(Swipe(middle, height * 0.8, middle, height * 0.4, 300))
        assert self.top_row(phone) > 0

    def test_tap_double_tap_and_long_press_differ(self, phone: Device) -> None:
        rows = {e.id: e for e in phone.observe(pixels=False).elements}
        phone.act(Tap(*rows["row-0"].center))
        phone.act(DoubleTap(*rows["row-1"].center))
        phone.act(LongPress(*rows["row-2"].center))
        after = {e.id: e.text for e in phone.observe(pixels=False).elements}
        assert [after[f"row-{i}"] for i in range(4)] == [
            "Note 0 (tapped)",
            "Note 1 (twice)",
            "Note 2 (held)",
            "Note 3",
        ]

    def test_a_drag_takes_up_what_it_starts_on(self, phone: Device) -> None:
        rows = {e.id: e for e in phone.observe(pixels=False).elements}
        phone.act(Drag(*rows["row-1"].center, *rows["row-2"].center))
        after = {e.id: e.text for e in phone.observe(pixels=False).elements}
        assert [after[f"row-{i}"] for i in (1, 2)] == ["Note 1 (held)", "Note 2"]


def assert_closed(device: Device) -> None:
    device.close()
    device.close()
    with pytest.raises(DeviceLost):
        device.observe()
