"""Hidden, covered and off-screen things are marked as such, in the elements and in the XML."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from tapworld_env.actions import Scroll
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.observations import Screen
from tapworld_env.ui_xml import elements_to_xml

from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]
FORM = {"stack": [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]}


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset(screen=Screen(412, 915, 1.0)) as device:
        yield device


def listed_and_shown(phone: Handset) -> tuple[dict[str, bool], set[str]]:
    """Ids with their mark, and the ids that the XML shows."""
    elements = phone.observe(pixels=False).elements
    tree = ElementTree.fromstring(elements_to_xml(elements))
    shown = {node.get("resource-id", "").rpartition("/")[2] for node in tree.iter("node")}
    return {e.id: e.visible for e in elements if e.id}, shown


def test_what_a_dialog_covers_is_marked(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    before, _ = listed_and_shown(phone)
    dialog = {"name": "move", "params": {"ids": [1], "leave": False}}
    covering = {"stack": [{"route": "inbox"}], "dialog": dialog}
    phone.load(phone_state(foreground="mail", mail_ui=covering))
    assert any(e.role == "dialog" and e.visible for e in phone.observe(pixels=False).elements)
    after, shown = listed_and_shown(phone)
    covered = {name for name, visible in before.items() if visible and after.get(name) is False}
    assert any(name.startswith("row-") for name in covered)
    assert not covered & shown


def test_what_the_keyboard_covers_is_marked(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    listed, _ = listed_and_shown(phone)
    user = User(phone)
    seen = {name for name, visible in listed.items() if visible}
    user.tap("name")
    top = user.seen("keyboard").bounds[1]
    listed, shown = listed_and_shown(phone)
    covered = {name for name in seen if listed.get(name) is False}
    assert covered
    assert not covered & shown
    assert {"keyboard", "key-a"} <= shown
    for element in user.look().elements:
        if element.package == "mail" and element.visible:
            assert element.center[1] < top


def test_a_row_that_is_scrolled_away_is_marked(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    listed, shown = listed_and_shown(phone)
    assert listed["row-0"]
    assert "row-0" in shown
    below = next(
        name for name, visible in listed.items() if name.startswith("row-") and not visible
    )
    assert below not in shown
    phone.act(Scroll("down"))
    listed, shown = listed_and_shown(phone)
    assert listed["row-0"] is False
    assert "row-0" not in shown
    assert any(visible for name, visible in listed.items() if name.startswith("row-"))
