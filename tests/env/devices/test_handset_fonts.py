"""Texts in the phone's four languages are drawn with the fonts of the bundle, on every machine."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tapworld_env.actions import Clear, Tap, Type
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE

from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

FORM = {"stack": [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]}
WORDS = {
    "en-US": "Café “naïve” – 20 €",
    "de-DE": "Größe, Fußweg ÄÖÜ",
    "hi-IN": "नमस्ते, सोमवार",
    "ja-JP": "日曜日 こんにちは カタカナ",
}


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


def fonts(phone: Handset) -> dict[str, bool]:
    """The fonts that the page draws its texts with, and whether they came with it."""
    session = phone._page.session
    session.call("DOM.enable")
    session.call("CSS.enable")
    root = session.call("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    body = session.call("DOM.querySelector", {"nodeId": root, "selector": "body"})["nodeId"]
    found: dict[str, bool] = {}
    nodes = session.call("DOM.querySelectorAll", {"nodeId": body, "selector": "*"})["nodeIds"]
    for node in nodes:
        for font in session.call("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            found[font["familyName"]] = font["isCustomFont"]
    return found


@pytest.mark.parametrize("locale", sorted(WORDS))
def test_no_text_needs_a_font_of_the_machine(phone: Handset, locale: str) -> None:
    for state in (
        phone_state(locale=locale),
        phone_state(locale=locale, foreground="pay"),
        phone_state(locale=locale, foreground="mail", mail_ui=FORM),
    ):
        phone.load(state)
        user = User(phone)
        field = user.find("name")
        if field is not None:
            user.do(Tap(*field.center), Clear(), Type(WORDS[locale]))
        assert user.look().settled
        used = fonts(phone)
        assert used, "no text is drawn"
        assert all(used.values()), used


def test_pixels_do_not_depend_on_which_fonts_were_loaded_before(phone: Handset) -> None:
    state = phone_state(locale="ja-JP", foreground="mail")
    for locale in ("hi-IN", "ja-JP"):
        phone.load(phone_state(locale=locale))
        phone.observe()
    phone.load(state)
    warm = phone.observe(elements=False).pixels
    with Handset() as fresh:
        fresh.load(state)
        cold = fresh.observe(elements=False).pixels
    assert warm is not None
    assert cold is not None
    assert np.array_equal(warm, cold)
