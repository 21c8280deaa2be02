"""A phone of paper: a few screens in Python, enough to try an interpreter on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tapworld_env.actions import Action, Back, Clear, OpenApp, Scroll, Tap, Type
from tapworld_env.observations import Element

ROW = 100
TOP, BOTTOM = 200, 700


def element(index: int, element_id: str = "", **fields: Any) -> Element:
    """An element with defaults that a test does not care about."""
    values: dict[str, Any] = {
        "text": "", "description": "", "role": "button", "bounds": (0, 0, 100, 50),
        "clickable": True,
    }  # fmt: skip
    return Element(index=index, id=element_id, **{**values, **fields})


@dataclass
class PaperPhone:
    """One app with a tab bar, a list of rows, a text field, a dialog and a deeper screen.

    Rows outside the window are in the tree only when `rendered` (else absent, as in a
    virtualised list). With `keyboard`, a soft keyboard covers the tab bar while the field has the
    focus.
    """

    rows: int = 30
    rendered: bool = False
    scroll: int = 0
    foreground: str = "launcher"
    dialog: bool = False
    deep: int = 0
    field_text: str = "old"
    field_focused: bool = False
    keyboard: bool = False
    disabled: frozenset[str] = frozenset()
    log: list[Action] = field(default_factory=list)
    error: str | None = None

    def info(self) -> dict[str, Any]:
        return {
            "elements": tuple(self.elements()),
            "foreground": self.foreground,
            "action_error": self.error,
        }

    def elements(self) -> list[Element]:
        if self.foreground != "pay":
            return [element(0, "launcher-pay", text="Pay")]
        made: list[Element] = []

        def add(element_id: str, **fields: Any) -> None:
            made.append(
                element(len(made), element_id, enabled=element_id not in self.disabled, **fields)
            )

        covered = not self.dialog
        if not self.deep:
            shown = covered and not self.keyboard_up
            add("tab-home", text="Home", bounds=(0, 900, 100, 950), visible=shown)
        add(
            "field", role="textfield", value=self.field_text, bounds=(0, 100, 400, 150),
            visible=covered, focused=self.field_focused,
        )  # fmt: skip
        add(
            "list", role="list", scrollable=True, clickable=False,
            bounds=(0, TOP, 400, BOTTOM), visible=covered,
        )  # fmt: skip
        holder = len(made) - 1
        for row in range(self.rows):
            top = TOP + row * ROW - self.scroll
            inside = top >= TOP and top + ROW <= BOTTOM
            if inside or self.rendered:
                add(
                    f"row-{row}", text=f"Person {row}\n@p{row}", parent=holder,
                    bounds=(0, top, 400, top + ROW), visible=inside and covered,
                )  # fmt: skip
        if self.keyboard_up:
            add("keyboard", role="", clickable=False, package="shell", bounds=(0, 800, 400, 1000))
            add("key-p", text="p", package="shell", bounds=(0, 800, 40, 850))
        if self.dialog:
            add("dialog", role="dialog", clickable=False, bounds=(0, 300, 400, 600))
            add("cancel", text="Cancel", bounds=(0, 550, 100, 600))
        return made

    @property
    def keyboard_up(self) -> bool:
        return self.keyboard and self.field_focused

    def act(self, action: Action) -> None:
        self.log.append(action)
        self.error = None
        match action:
            case OpenApp(app):
                self.foreground = app
            case Back():
                self._back()
            case Scroll(direction):
                step = 4 * ROW if direction == "down" else -4 * ROW
                most = max(0, self.rows * ROW - (BOTTOM - TOP))
                self.scroll = min(max(self.scroll + step, 0), most)
            case Tap():
                self._tap(action)
            case Clear() if self.field_focused:
                self.field_text = ""
            case Type(text) if self.field_focused:
                self.field_text += text
            case Clear() | Type():
                self.error = "no field has the focus"
            case _:
                pass

    def _back(self) -> None:
        if self.keyboard_up:
            self.field_focused = False
        elif self.dialog:
            self.dialog = False
        elif self.deep:
            self.deep -= 1
        else:
            self.foreground = "launcher"

    def _tap(self, tap: Tap) -> None:
        hit = [e for e in self.elements() if e.visible and e.center == (tap.x, tap.y)]
        self.field_focused = any(e.id == "field" for e in hit)
        if any(e.id == "row-3" for e in hit):
            self.dialog = True

    def tapped(self) -> list[Tap]:
        return [action for action in self.log if isinstance(action, Tap)]
