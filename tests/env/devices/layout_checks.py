"""What the eye would notice: text that is cut off, lies on other text, or leaves the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Element

# Texts that end in an ellipsis are cut on purpose; everything else is drawn in full, inside what
# it belongs to. Two texts may lie on each other only where one of them floats.
_FLAWS = """
function() {
  const SLACK = 2;
  const found = [];
  const texts = [];
  const style = new Map();
  const css = (node) => {
    if (!style.has(node)) style.set(node, getComputedStyle(node));
    return style.get(node);
  };
  const box = (r) => ({ left: r.left, top: r.top, right: r.right, bottom: r.bottom });
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const empty = (r) => r.right - r.left < 1 || r.bottom - r.top < 1;
  const scrolls = (node, axis) => ["auto", "scroll"].includes(css(node)["overflow" + axis]);
  const walker = document.createTreeWalker(document.getElementById("phone"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.textContent.trim()) continue;
    const node = text.parentElement;
    if (node.closest("[data-still]")) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const drawn = box(range.getBoundingClientRect());
    if (empty(drawn)) continue;
    const name = JSON.stringify(text.textContent.trim().slice(0, 40));
    // What an ellipsis cut away is not drawn.
    let shown = drawn;
    let cut = false;
    for (let up = node; up; up = up.parentElement) {
      const s = css(up);
      if (s.textOverflow === "ellipsis" || (s.webkitLineClamp !== "none" && s.webkitLineClamp)) {
        shown = meet(shown, box(up.getBoundingClientRect()));
        cut = true;
        break;
      }
      if (s.display !== "inline") break;
    }
    let seen = shown;
    let inPressable = false;
    for (let up = node; up && up !== document.body; up = up.parentElement) {
      const s = css(up);
      const edge = box(up.getBoundingClientRect());
      const sx = scrolls(up, "X"), sy = scrolls(up, "Y");
      if (!inPressable && (up.dataset.press || up.tagName === "BUTTON")) {
        inPressable = true;
        if (shown.left < edge.left - SLACK || shown.right > edge.right + SLACK
            || shown.top < edge.top - SLACK || shown.bottom > edge.bottom + SLACK) {
          found.push(`${name} sticks out of ${up.dataset.testid || up.tagName}`);
        }
      }
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const visible = meet(seen, edge);
      if (empty(visible)) { seen = visible; break; }
      if (!sy && s.overflowY !== "visible" && !cut
          && (seen.top < edge.top - SLACK || seen.bottom > edge.bottom + SLACK)) {
        found.push(`${name} is cut off in height`);
      }
      if (!sx && s.overflowX !== "visible" && !cut
          && (seen.left < edge.left - SLACK || seen.right > edge.right + SLACK)) {
        found.push(`${name} is cut off in width`);
      }
      seen = visible;
    }
    if (empty(seen)) continue;
    if (seen.right > innerWidth + SLACK || seen.left < -SLACK) {
      found.push(`${name} leaves the screen`);
    }
    texts.push({ node, name, seen });
  }
  const floats = (node, until) => {
    for (let up = node; up && up !== until; up = up.parentElement) {
      if (["absolute", "fixed"].includes(css(up).position)) return true;
    }
    return false;
  };
  for (let i = 0; i < texts.length; i += 1) {
    for (let j = i + 1; j < texts.length; j += 1) {
      const a = texts[i], b = texts[j];
      const both = meet(a.seen, b.seen);
      if (both.right - both.left <= SLACK || both.bottom - both.top <= SLACK + 1) continue;
      if (a.node === b.node || a.node.contains(b.node) || b.node.contains(a.node)) continue;
      let common = a.node;
      while (!common.contains(b.node)) common = common.parentElement;
      if (floats(a.node, common) || floats(b.node, common)) continue;
      found.push(`${a.name} lies on ${b.name}`);
    }
  }
  return found;
}
"""

_HITS = """
function(points) {
  return points.map(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    const target = hit && hit.closest("[data-press], button, input, textarea");
    return target ? target.dataset.testid || "" : null;
  });
}
"""


def text_flaws(phone: Handset) -> list[str]:
    """Cut, overlapping or lost texts on the screen, in words."""
    return list(phone._page.call(_FLAWS))


def missed_taps(phone: Handset, elements: Sequence[Element]) -> list[str]:
    """Visible clickable elements whose centre belongs to another control."""
    clickable = [e for e in elements if e.clickable and e.visible]
    points: list[Any] = [[v / phone.screen.density for v in e.center] for e in clickable]
    hits = phone._page.call(_HITS, points)
    return [
        f"{e.id or e.text!r} is missed at {e.center}: {hit!r} is there"
        for e, hit in zip(clickable, hits, strict=True)
        if hit != e.id
    ]
