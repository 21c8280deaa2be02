from __future__ import annotations

from xml.etree import ElementTree

from tapworld_env import Element, elements_to_xml


def element(index: int, name: str, **more: object) -> Element:
    fields: dict[str, object] = {
        "text": "", "description": "", "role": "", "bounds": (0, 0, 10, 10), "package": "mail",
    }  # fmt: skip
    return Element(index=index, id=name, **{**fields, **more})  # pyright: ignore[reportArgumentType]


def test_any_text_survives_a_parser() -> None:
    text = "a < b & \"c\" 'd'\n\té 😀 \x07 שלום"
    root = ElementTree.fromstring(elements_to_xml([element(0, "a", text=text)]))
    assert root[0].get("text") == text.replace("\x07", ".")


def test_nodes_nest_and_hidden_ones_are_left_out() -> None:
    elements = [
        element(0, "list", role="list", scrollable=True),
        element(1, "hidden", parent=0, visible=False),
        element(2, "row-0", parent=1, role="button", clickable=True),
        element(3, "field", role="textfield", value="typed", text="label"),
        element(4, "switch", role="switch", checked=True),
    ]
    root = ElementTree.fromstring(elements_to_xml(elements))
    assert [node.get("resource-id") for node in root.iter("node")] == [
        f"org.tapworld.mail:id/{name}" for name in ("list", "row-0", "field", "switch")
    ]
    listed, field, switch = root
    assert listed[0].get("clickable") == "true"
    assert listed.get("scrollable") == "true"
    assert field.get("text") == "typed"
    assert field.get("class") == "android.widget.EditText"
    assert (switch.get("checkable"), switch.get("checked")) == ("true", "true")
    assert listed.get("bounds") == "[0,0][10,10]"
