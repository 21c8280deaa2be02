"""Elements read back from uiautomator's XML."""

from __future__ import annotations

import pytest

from tapworld_env.devices.emulator.tree import elements_from_xml
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.errors import DeviceError
from tapworld_env.observations import Screen
from tapworld_env.ui_xml import elements_to_xml
from tapworld_scenarios.snapshot import Snapshot

SCREEN = Screen(100, 200, 1.0)
# As React Native on Android draws a row, a field, a switch, and what is around them.
ANDROID = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0">
 <node class="android.widget.FrameLayout" package="org.tapworld.mail" bounds="[0,0][100,200]">
  <node class="android.widget.ScrollView" resource-id="list" scrollable="true" package="org.tapworld.mail" bounds="[0,10][100,150]">
   <node class="android.view.ViewGroup" package="org.tapworld.mail" bounds="[0,10][100,150]">
    <node class="android.view.ViewGroup" resource-id="row-1" content-desc="From Ada" clickable="true" package="org.tapworld.mail" bounds="[0,-20][100,40]">
     <node class="android.view.ViewGroup" package="org.tapworld.mail" bounds="[0,10][50,40]">
      <node class="android.widget.TextView" text="Ada" package="org.tapworld.mail" bounds="[0,10][50,20]"/>
      <node class="android.widget.TextView" text="Hello" package="org.tapworld.mail" bounds="[0,20][50,30]"/>
     </node>
     <node class="android.widget.Button" resource-id="star" clickable="true" selected="true" package="org.tapworld.mail" bounds="[80,10][100,30]"/>
     <node class="android.widget.TextView" resource-id="date" text="9 Dec" package="org.tapworld.mail" bounds="[60,10][80,30]"/>
    </node>
   </node>
  </node>
  <node class="android.widget.EditText" resource-id="search" text="Search mail" hint="Search mail" clickable="true" focused="true" package="org.tapworld.mail" bounds="[0,150][100,170]"/>
  <node class="android.widget.EditText" resource-id="name" text="Ada &amp;&#10;co" hint="Name" clickable="true" package="org.tapworld.mail" bounds="[0,170][100,180]"/>
  <node class="android.widget.Switch" resource-id="on" checkable="true" checked="false" enabled="false" package="org.tapworld.mail" bounds="[0,180][100,190]"/>
 </node>
 <node class="android.widget.TextView" resource-id="com.android.systemui:id/clock" text="9:30" package="com.android.systemui" bounds="[0,0][20,10]"/>
</hierarchy>
"""  # noqa: E501


def test_androids_tree_becomes_the_handsets_model() -> None:
    found = {e.id: e for e in elements_from_xml(ANDROID, SCREEN)}
    assert list(found) == ["list", "row-1", "star", "date", "search", "name", "on", "clock"]
    row = found["row-1"]
    assert (row.text, row.description, row.clickable) == ("Ada\nHello", "From Ada", True)
    assert row.bounds == (0, 0, 100, 40)
    assert (row.parent, found["star"].parent, found["date"].parent) == (0, 1, 1)
    assert (found["star"].role, found["star"].checked) == ("button", True)
    assert (found["search"].value, found["search"].text) == ("", "Search mail")
    assert found["search"].focused
    assert (found["name"].value, found["name"].text) == ("Ada &\nco", "Ada &\nco")
    assert (found["on"].role, found["on"].checked, found["on"].enabled) == ("switch", False, False)
    assert (found["list"].role, found["list"].scrollable) == ("list", True)
    assert (found["clock"].package, row.package) == ("shell", "mail")


def test_what_the_handset_writes_is_read_back_as_it_was(toy_snapshot: Snapshot) -> None:
    with FakeDevice() as device:
        device.load(toy_snapshot)
        shown = [e for e in device.observe(pixels=False).elements if e.visible]
    back = elements_from_xml(elements_to_xml(shown, hints=True), device.screen)
    keep = (
        "id",
        "text",
        "role",
        "bounds",
        "clickable",
        "focused",
        "value",
        "scrollable",
        "package",
    )
    assert [[getattr(e, name) for name in keep] for e in back] == [
        [getattr(e, name) for name in keep] for e in shown
    ]


@pytest.mark.parametrize(
    "xml", ["", "no xml", "<hierarchy><node text='a' clickable='true'/></hierarchy>"]
)
def test_what_is_no_hierarchy_is_told(xml: str) -> None:
    with pytest.raises(DeviceError):
        elements_from_xml(xml, SCREEN)
