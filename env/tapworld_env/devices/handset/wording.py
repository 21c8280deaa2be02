"""Other words on the screen, drawn by the phone itself, and where each letter stands.

The apps are not told: their state keeps the true words, and the true ones come back when asked
for. So a reader can be trained on words that nobody can know by heart, in the phone's own type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tapworld_env.devices.handset.page import Page
from tapworld_env.observations import Screen

__all__ = ["Letter", "drawn_letters", "drawn_words", "reword"]


class Letter(NamedTuple):
    """One letter on the screen: where its middle is, in pixels."""

    letter: str
    x: float
    y: float


# Latin words and numbers only: other scripts would need made-up words of their own.
_TEXTS = r"""
  const word = /\p{Script=Latin}+|\d+/gu;
  const texts = () => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!/^(SCRIPT|STYLE)$/.test(node.parentElement.tagName) && node.nodeValue.trim()) {
        found.push(node);
      }
    }
    return found;
  };
"""

_WORDS = f"""
function() {{
  {_TEXTS}
  const found = new Set();
  for (const node of texts()) for (const one of node.nodeValue.match(word) ?? []) found.add(one);
  return [...found];
}}
"""

# Labels are reworded like the texts that they repeat, or an element's label would no longer be
# found among its texts.
#
# It ends when the new words are drawn: the page knows of nothing that it would have to wait for.
_REWORD = f"""
async function(words) {{
  {_TEXTS}
  for (const back of globalThis.tapworldTrueWords ?? []) back();
  globalThis.tapworldTrueWords = [];
  const known = new Map(Object.entries(words ?? {{}}));
  const changed = (text) => text.replace(word, (one) => known.get(one) ?? one);
  for (const node of texts()) {{
    const text = node.nodeValue;
    globalThis.tapworldTrueWords.push(() => {{ node.nodeValue = text; }});
    node.nodeValue = changed(text);
  }}
  for (const node of document.querySelectorAll("[aria-label]")) {{
    const text = node.getAttribute("aria-label");
    globalThis.tapworldTrueWords.push(() => {{ node.setAttribute("aria-label", text); }});
    node.setAttribute("aria-label", changed(text));
  }}
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  tapworldLook.hurry(20);
  await drawn();
  await drawn();
  await drawn();
  tapworldLook.calm();
}}
"""

# A letter counts as drawn where a finger would meet its text or what holds it: not under another
# screen, not scrolled out, not behind the dots of a text that was cut short.
_LETTERS = f"""
function() {{
  {_TEXTS}
  const found = [];
  const range = document.createRange();
  for (const node of texts()) {{
    const holder = node.parentElement;
    const around = holder.getBoundingClientRect();
    if (around.bottom < 0 || around.top > innerHeight) continue;
    for (let at = 0; at < node.length; at += 1) {{
      if (!/[\\p{{L}}\\d]/u.test(node.nodeValue[at])) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      if (x < around.left || x > around.right || y < around.top || y > around.bottom) continue;
      const met = document.elementFromPoint(x, y);
      if (met === null || !(met.contains(holder) || holder.contains(met))) continue;
      found.push([node.nodeValue[at], x, y]);
    }}
  }}
  return found;
}}
"""


def drawn_words(page: Page) -> list[str]:
    """Every Latin word and every number in the page's texts, once each, in reading order."""
    return page.call(_WORDS)


def reword(page: Page, words: Mapping[str, str] | None) -> None:
    """Put other words in place of the true ones; ``None`` brings the true ones back."""
    page.call(_REWORD, None if words is None else dict(words))


def drawn_letters(page: Page, screen: Screen) -> list[Letter]:
    """The letters and digits that can be seen, with their middles in pixels."""
    scale = screen.density
    return [Letter(letter, x * scale, y * scale) for letter, x, y in page.call(_LETTERS)]
