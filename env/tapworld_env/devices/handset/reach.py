"""What a finger would meet on the screen, without the apps being told.

Two ways that must agree: the browser's own hit test, which costs microseconds a point, and real
touches, which a listener ahead of the apps notes and keeps from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapworld_env.devices.handset.page import Page
from tapworld_env.errors import DeviceError
from tapworld_env.observations import Screen

__all__ = ["Box", "hit_test", "touch_test"]

Box = tuple[float, float, float, float]

# Everything a point meets, innermost first; equal targets are described once.
_DESCRIBE = """
  const number = new Map();
  const targets = [];
  const describe = (node) => {
    if (!node) return -1;
    if (!number.has(node)) {
      const boxes = [];
      for (let at = node; at && at.getBoundingClientRect; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        boxes.push([box.left, box.top, box.right, box.bottom]);
      }
      number.set(node, targets.length);
      targets.push(boxes);
    }
    return number.get(node);
  };
"""

_HIT = f"""
function(points) {{
  {_DESCRIBE}
  const met = points.map(([x, y]) => describe(document.elementFromPoint(x, y)));
  return {{ met, targets }};
}}
"""

_LISTEN = f"""
function() {{
  {_DESCRIBE}
  const met = [];
  const note = (event) => {{
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "touchstart") met.push(describe(event.changedTouches[0].target));
  }};
  const kinds = ["touchstart", "touchmove", "touchend", "touchcancel", "pointerdown", "pointerup",
    "mousedown", "mouseup", "click"];
  for (const kind of kinds) addEventListener(kind, note, {{ capture: true, passive: false }});
  globalThis.tapworldTouches = () => {{
    for (const kind of kinds) removeEventListener(kind, note, {{ capture: true }});
    delete globalThis.tapworldTouches;
    return {{ met, targets }};
  }};
}}
"""
_TOUCHED = "function() { return tapworldTouches(); }"


def hit_test(page: Page, screen: Screen, points: Sequence[tuple[float, float]]) -> list[Any]:
    """What the browser's hit test finds at each point; see ``Handset.hit_test``."""
    found = page.call(_HIT, [[x / screen.density, y / screen.density] for x, y in points])
    return _boxes(found, screen)


def touch_test(page: Page, screen: Screen, points: Sequence[tuple[float, float]]) -> list[Any]:
    """What a real touch meets at each point; see ``Handset.touch_test``."""
    page.call(_LISTEN)
    sent = []
    for x, y in points:
        at = [{"x": x / screen.density, "y": y / screen.density}]
        for kind, where in (("touchStart", at), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": where}
            sent.append(page.session.send("Input.dispatchTouchEvent", event))
    for future in sent:
        page.session.wait(future, "a touch")
    found = page.call(_TOUCHED)
    if len(found["met"]) != len(points):
        raise DeviceError(
            f"{len(points)} touches were sent, {len(found['met'])} arrived; are all points on the "
            f"screen of {screen.width}x{screen.height}?"
        )
    return _boxes(found, screen)


def _boxes(found: dict[str, Any], screen: Screen) -> list[tuple[Box, ...]]:
    most = (screen.width, screen.height) * 2
    targets = [
        tuple(
            tuple(min(max(edge * screen.density, 0), most[i]) for i, edge in enumerate(box))
            for box in boxes
        )
        for boxes in found["targets"]
    ]
    return [() if index < 0 else targets[index] for index in found["met"]]  # type: ignore
