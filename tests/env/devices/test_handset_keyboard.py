"""The soft keyboard: rises with the focus, types like `type`, goes by back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapworld_env.actions import Back, Clear, DoubleTap, Enter, LongPress, OpenApp, Swipe, Tap, Type
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_scenarios import Snapshot

from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]


# A key, tapped; held; or flicked.
HINDI_KEYS = (
    "devanagari-na devanagari-ma devanagari-sa devanagari-virama devanagari-ta devanagari-sign-e"
    " space shift devanagari-ba devanagari-sign-aa devanagari-ra devanagari-ta space"
    " symbols 1:hold devanagari-one"
)
KANA_KEYS = (
    "hiragana-ka modify hiragana-ta:up modify hiragana-ka:down hiragana-a:up ideographic-comma"
    " shift hiragana-sa:up hiragana-sa:hold hiragana-shi"
)
FLICKS = {"left": (-120, 0), "up": (0, -120), "right": (120, 0), "down": (0, 120)}


def form(**settings: Any) -> Snapshot:
    stack = [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]
    return phone_state(foreground="mail", mail_ui={"stack": stack}, **settings)


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


@pytest.fixture
def user(phone: Handset) -> User:
    phone.load(form())
    return User(phone)


def press(user: User, keys: str) -> None:
    for key in keys.split():
        user.tap(f"key-{key}")


def test_rises_with_the_focus_and_goes_by_back_first(user: User) -> None:
    assert user.find("keyboard") is None
    user.tap("name")
    assert user.seen("keyboard")
    route = user.phone.dump().apps["mail"].ui
    user.do(Back())
    assert user.find("keyboard") is None
    assert user.phone.dump().apps["mail"].ui == route
    user.do(Back())
    ui = user.phone.dump().apps["mail"].ui
    assert ui is not None
    assert [entry["route"] for entry in ui["stack"]] != ["contacts", "contact-form"] or ui["dialog"]


def test_a_hidden_keyboard_leaves_the_focus_and_comes_back_by_a_tap(user: User) -> None:
    user.tap("name")
    user.do(Clear(), Type("In"), Back())
    assert user.find("keyboard") is None
    assert user.seen("name").focused
    user.do(Type("ga"))
    assert user.find("keyboard") is None
    user.tap("name")
    assert user.seen("keyboard")
    press(user, "x")
    assert sorted(user.seen("name").value or "") == sorted("Ingax")


def test_a_held_backspace_deletes_for_as_long_as_it_is_held(user: User) -> None:
    user.tap("name")
    user.do(Clear(), Type("abcdefghijklmnopqrstuvwxyz" * 2))
    left = []
    for hold in (None, 1000, 1000):
        at = user.seen("key-backspace").center
        user.do(LongPress(*at) if hold is None else Swipe(*at, *at, hold))
        left.append(len(user.seen("name").value or ""))
    assert left == [52 - 5, 52 - 5 - 13, 52 - 5 - 13 - 13]


def test_a_held_letter_offers_others(user: User) -> None:
    user.tap("name")
    user.do(Clear())
    user.do(LongPress(*user.seen("key-e").center))
    assert user.seen("name").value == ""
    assert "key-alternatives" in user.ids()
    user.tap("key-e-acute")
    assert "key-alternatives" not in user.ids()
    press(user, "v")
    user.do(LongPress(*user.seen("key-a").center))
    press(user, "m")
    assert user.seen("name").value == "Évm"
    assert "key-alternatives" not in user.ids()


def test_the_languages_layout(user: User, phone: Handset) -> None:
    phone.load(form(locale="de-DE"))
    user.tap("name")
    user.do(Clear())
    top = sorted(
        (e.bounds[0], e.text) for e in user.look().elements
        if e.id.startswith("key-") and e.bounds[1] == user.seen("key-q").bounds[1]
    )  # fmt: skip
    assert "".join(text for _, text in top) == "QWERTZUIOPÜ"
    press(user, "g r u-diaeresis n")
    user.do(LongPress(*user.seen("key-s").center))
    user.tap("key-sharp-s")
    assert user.seen("name").value == "Grünß"


@pytest.mark.parametrize(
    ("locale", "keys", "text"),
    [
        ("hi-IN", HINDI_KEYS, "नमस्ते भारत १"),
        ("ja-JP", KANA_KEYS, "がっこう、スシ"),
    ],
)
def test_keys_of_other_scripts_and_type_give_the_same_state(
    user: User, phone: Handset, locale: str, keys: str, text: str
) -> None:
    phone.load(form(locale=locale))
    user.tap("name")
    user.do(Clear())
    for key in keys.split():
        name, _, way = key.partition(":")
        at = user.seen(f"key-{name}").center
        if way == "hold":
            user.do(LongPress(*at))
        elif way:
            dx, dy = FLICKS[way]
            user.do(Swipe(*at, at[0] + dx, at[1] + dy, 80))
        else:
            user.do(Tap(*at))
    assert user.seen("name").value == text
    keyed = phone.dump()
    phone.load(form(locale=locale))
    user.tap("name")
    user.do(Clear(), Type(text))
    assert phone.dump() == keyed


@pytest.mark.parametrize("locale", ["hi-IN", "ja-JP"])
def test_the_globe_leads_to_latin_letters_and_back(user: User, phone: Handset, locale: str) -> None:
    phone.load(form(locale=locale))
    user.tap("name")
    user.do(Clear())
    own = user.ids()
    assert "key-q" not in own
    press(user, "globe")
    press(user, "i n g a")
    assert user.seen("name").value == "Inga"
    user.tap("email")
    assert "key-at" in user.ids()
    user.tap("name")
    assert "key-q" in user.ids()  # the choice stays
    press(user, "globe")
    assert user.ids() == own
    # English has no other script: there is no globe.
    phone.load(form())
    user.tap("name")
    assert "key-globe" not in user.ids()


def test_keys_and_type_give_the_same_state_and_pixels(user: User, phone: Handset) -> None:
    user.tap("name")
    user.do(Clear())
    press(user, "i n g a space symbols 4 2 exclamation letters x backspace")
    keyed, picture = phone.dump(), phone.observe().pixels
    assert user.seen("name").value == "Inga 42!"
    phone.load(form())
    user.tap("name")
    user.do(Clear(), Type("Inga 42!"))
    assert phone.dump().apps["mail"].ui == keyed.apps["mail"].ui
    typed = phone.observe().pixels
    assert picture is not None
    assert (picture == typed).all()


def test_shift_holds_for_one_letter_or_locks(user: User) -> None:
    user.tap("name")
    user.do(Clear())
    press(user, "a b shift shift c d shift e")
    assert user.seen("name").value == "AbCDe"


def test_a_double_tap_locks_shift_also_where_it_is_on_by_itself(user: User) -> None:
    user.phone.load(form())
    user.tap("name")
    user.do(Clear())
    assert user.seen("key-a").text == "A"
    user.do(DoubleTap(*user.seen("key-shift").center))
    assert user.seen("key-shift").description == "Caps lock"
    press(user, "a b")
    assert user.seen("name").value == "AB"


def test_the_app_ends_where_the_keyboard_begins_and_the_field_stays_in_sight(user: User) -> None:
    user.phone.load(form())
    last = max(
        (e for e in user.look().elements if e.role == "textfield" and e.visible),
        key=lambda e: e.center[1],
    )
    user.tap(last.id)
    top = user.seen("keyboard").bounds[1]
    field = user.seen(last.id)
    assert field.focused
    assert field.bounds[3] <= top or field.bounds[1] < top - 100
    inside = [e for e in user.look().elements if e.package == "mail" and e.visible]
    assert inside
    assert all(e.center[1] < top for e in inside)


@pytest.mark.parametrize(
    ("field", "expected", "absent"),
    [
        ("email", "key-at", "key-comma"),
        ("phone", "key-hash", "key-q"),
        ("name", "key-comma", "key-at"),
    ],
)
def test_the_layout_follows_the_field(user: User, field: str, expected: str, absent: str) -> None:
    user.tap(field)
    assert expected in user.ids()
    assert absent not in user.ids()


def test_money_has_digits_and_the_amount_is_the_same(user: User, phone: Handset) -> None:
    user.do(OpenApp("pay"))
    user.tap("tab-home")
    user.tap("add-money")
    user.tap("amount")
    press(user, "1 2 period 5 0")
    assert user.seen("amount").value == "12.50"
    assert "key-a" not in user.ids()


def test_enter_key_does_what_enter_does(user: User, phone: Handset) -> None:
    user.do(OpenApp("mail"), Back(), Back())
    results = []
    for by_key in (True, False):
        phone.load(phone_state(foreground="mail", mail_ui={"stack": [{"route": "search"}]}))
        field = next(e for e in user.look().elements if e.role == "textfield")
        user.tap(field.id)
        user.do(Type("invoice"))
        if by_key:
            user.tap("key-enter")
        else:
            user.do(Enter())
        user.look()
        results.append(phone.dump().digest())
    assert results[0] == results[1]


def test_a_tap_on_something_else_hides_it_and_still_hits(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui={"stack": [{"route": "search"}]}))
    field = next(e for e in user.look().elements if e.role == "textfield")
    user.tap(field.id)
    assert user.find("keyboard") is not None
    user.tap("tab-contacts")
    assert user.find("keyboard") is None
    ui = phone.dump().apps["mail"].ui
    assert ui is not None
    assert ui["stack"][0]["route"] == "contacts"


def test_a_load_leaves_no_keyboard(user: User, phone: Handset) -> None:
    user.tap("name")
    assert user.find("keyboard") is not None
    phone.load(form())
    assert user.find("keyboard") is None


def test_notes_take_a_new_line_from_the_enter_key(user: User) -> None:
    user.tap("notes")
    user.do(Clear(), Type("one"))
    press(user, "enter t w o")
    assert user.seen("notes").value == "one\nTwo"


def test_sentences_begin_with_capitals_and_the_keys_show_them(user: User, phone: Handset) -> None:
    compose = {"stack": [{"route": "inbox"}, {"route": "compose"}]}
    phone.load(phone_state(foreground="mail", mail_ui=compose))
    user.tap("to")
    assert user.seen("key-h").text == "h"  # an address
    user.tap("subject")
    assert user.seen("key-h").text == "H"
    press(user, "h i period space")
    assert user.seen("key-y").text == "Y"
    press(user, "shift")
    assert user.seen("key-y").text == "y"
    press(user, "y o period")
    user.tap("body")
    press(user, "o k enter w e l l")
    assert user.seen("subject").value == "Hi. yo."
    assert user.seen("body").value == "Ok\nWell"
    keyed = phone.dump()
    phone.load(phone_state(foreground="mail", mail_ui=compose))
    user.tap("subject")
    user.do(Type("Hi. yo."))
    user.tap("body")
    user.do(Type("Ok\nWell"))
    assert phone.dump() == keyed


def test_a_suggestion_leaves_the_keyboard_up_and_the_caret_in_sight(
    user: User, phone: Handset
) -> None:
    compose = {"stack": [{"route": "inbox"}, {"route": "compose"}]}
    phone.load(phone_state(foreground="mail", mail_ui=compose))
    user.tap("to")
    for letters in ("ma", "so"):
        user.do(Type(letters))
        user.tap("to-suggestion-0")
        assert "keyboard" in user.ids()
        assert user.seen("to").focused
    value = user.seen("to").value or ""
    assert value.count("@") == 2
    # A double tap at the right end of the field is on the end of the text, not in its middle.
    _, top, right, bottom = user.seen("to").bounds
    user.do(DoubleTap(right - 30, (top + bottom) / 2), Type("!"))
    assert "hello@" in (user.seen("to").value or "")
    assert (user.seen("to").value or "").rindex("!") > value.index("@", value.index("@") + 1)


def test_the_cross_of_a_search_empties_it_and_leaves_the_keyboard_up(
    user: User, phone: Handset
) -> None:
    phone.load(phone_state(foreground="pay", mail_ui=None))
    user.tap("tab-activity")
    field = next(e.id for e in user.look().elements if e.role == "textfield")
    user.tap(field)
    assert user.seen("key-h").text == "h"  # a search begins no sentence
    user.do(Type("keys"))
    user.tap(f"{field}-clear")
    assert user.seen(field).focused
    assert (user.seen(field).value, user.find("keyboard") is None) == ("", False)
