"""Typing that survives any text, because it is read back.

``input text`` is ASCII only and loses order in long texts; React Native's fields lose trailing
characters under it. So text goes through the clipboard or the input method of uiautomator2, the
field is read back, and what is wrong is set as a whole.
"""

from __future__ import annotations

from collections.abc import Callable

from tapworld_env.devices.emulator.automator import Automator
from tapworld_env.errors import ActionRejected, DeviceError
from tapworld_env.observations import Element

__all__ = ["clear_field", "focused_field", "press_enter", "type_text"]

# What UiSelector calls "the focused one": its mask says that only this field counts.
_FOCUSED = {"mask": 0x020000, "childOrSibling": [], "childOrSiblingSelector": [], "focused": True}
# XML cannot hold these, so the hierarchy shows a dot in their place.
_UNSEEN = dict.fromkeys((c for c in range(32) if c not in (9, 10, 13)), ".")
Look = Callable[[], tuple[Element, ...]]


def focused_field(elements: tuple[Element, ...]) -> Element | None:
    """The field that typing goes into."""
    return next((e for e in elements if e.focused and e.role == "textfield"), None)


def type_text(automator: Automator, look: Look, text: str) -> None:
    """Enter text into the focused field where its caret is.

    Args:
        automator: Types.
        look: Gives the elements as they are now.
        text: Any text.

    Raises:
        ActionRejected: No field has the focus, or it takes none of this text.
    """
    before = _require(look(), "type").value or ""
    if not text:
        return
    automator.call("setClipboard", None, text)
    if automator.call("getClipboard") == text:
        automator.call("pasteClipboard")
        if _is_inserted(before, text, _value(look())):
            return
    automator.call("setText", _FOCUSED, before + text)
    after = _value(look())
    if after == before:
        raise ActionRejected(f"type: the focused field takes nothing of {text[:40]!r}")


def clear_field(automator: Automator, look: Look) -> None:
    """Empty the focused field.

    Raises:
        ActionRejected: No field has the focus.
        DeviceError: It cannot be emptied.
    """
    _require(look(), "clear")
    automator.call("clearInputText")
    if _value(look()):
        automator.call("clearTextField", _FOCUSED)
        left = _value(look())
        if left:
            raise DeviceError(f"clear: the field still holds {left[:40]!r}")


def press_enter(automator: Automator, look: Look) -> None:
    """Press the enter key in the focused field.

    Raises:
        ActionRejected: No field has the focus.
    """
    _require(look(), "enter")
    automator.call("pressKey", "enter")


def _require(elements: tuple[Element, ...], action: str) -> Element:
    field = focused_field(elements)
    if field is None:
        raise ActionRejected(f"{action}: no text field has the focus; tap one first")
    return field


def _value(elements: tuple[Element, ...]) -> str:
    field = focused_field(elements)
    return "" if field is None else field.value or ""


def _is_inserted(before: str, text: str, after: str) -> bool:
    """Whether ``after`` is ``before`` with ``text`` put in at some place.

    >>> _is_inserted("ad", "bc", "abcd"), _is_inserted("ad", "bc", "adb")
    (True, False)
    """
    before, text, after = (part.translate(_UNSEEN) for part in (before, text, after))
    if len(after) != len(before) + len(text):
        return False
    return any(
        after == before[:place] + text + before[place:]
        for place in range(len(before), -1, -1)
        if after.startswith(before[:place])
    )
