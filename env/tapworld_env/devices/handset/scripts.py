"""The JavaScript a handset runs in its page; ``this`` is ``window.tapworld`` where it is called."""

from __future__ import annotations

__all__ = [
    "ABOUT",
    "BOOT",
    "CLEAR",
    "DUMP",
    "ENTER",
    "FLING",
    "HAS_FOCUS",
    "HURRY",
    "LOAD",
    "LOOK",
    "MARK",
    "NAVIGATE",
    "NOTHING",
    "PULSE",
    "PUT",
    "REVEAL",
    "SCROLLABLE",
    "STATE",
    "WAIT",
    "WATCH",
]

# Gives the object itself once it is ready; module scripts have run when the load event fires.
BOOT = """
new Promise((resolve, reject) => {
  const go = () => {
    if (!window.tapworld) { reject(new Error("it did not define window.tapworld")); return; }
    Promise.resolve(window.tapworld.ready).then(() => resolve(window.tapworld), reject);
  };
  if (document.readyState === "complete") go();
  else window.addEventListener("load", go, { once: true });
})
"""

ABOUT = """
function() {
  return { version: this.version, apps: this.apps, size: [innerWidth, innerHeight] };
}
"""

# One round trip when the page holds every database or those that they are like; otherwise it names
# those it lacks. With `reveal` the first frame of the new state is the first without the mark;
# `frame` is what the page's state was then, null if it has changed since.
LOAD = """
async function(text, likenesses, cap, fresh, reveal) {
  const state = JSON.parse(text);
  const digests = [...new Set(Object.values(state.apps).map((app) => app.database))];
  let missing = this.missing(digests);
  const like = missing.filter((digest) => digest in likenesses);
  if (like.length > 0 && this.patch) {
    this.patch(Object.fromEntries(like.map((digest) => [digest, likenesses[digest]])));
    missing = this.missing(digests);
  }
  if (missing.length > 0) return { missing };
  // Scripts that failed meanwhile: whatever they left running would go on in the new state.
  if (!fresh && this.errors().length > 0) return { failed: true };
  tapworldLook.hurry(200);
  try {
    await this.load(state);
    let frame = null;
    if (reveal) {
      (requestAnimationFrame.unwatched || requestAnimationFrame)(() => {
        tapworldLook.reveal();
        frame = tapworldLook.state();
      });
    }
    const settled = await this.settled(cap);
    if (frame !== tapworldLook.state()) frame = null;
    return { settled, frame };
  } catch (error) {
    return { rejected: String((error && error.message) || error) };
  } finally {
    tapworldLook.calm();
  }
}
"""

PUT = "function(digest, content) { this.put({ [digest]: content }); }"

# Installed with BOOT. What it adds to the page lies in a closed shadow tree, so that nobody who
# watches the page is told.
#
# `tapworldLook.state()` differs whenever what is drawn may differ.
#
# `tapworldLook.mark(colour)` gives the last pixels of the screen a colour, `reveal()` takes it
# away: who reads the display's memory sees by it which frame is there.
#
# `tapworldLook.draw(false)` makes the page transparent until `draw(true)`: everything is laid out
# and touched as ever, but nothing is painted, for whom only elements matter. At 1080x2400 painting
# takes two thirds of a step's processor time.
WATCH = """
(() => {
  const host = document.documentElement.appendChild(document.createElement("tapworld-look"));
  const root = host.attachShadow({ mode: "closed" });
  const corner = root.appendChild(document.createElement("div"));
  corner.style.cssText = "position: fixed; right: 0; bottom: 0; width: 4px; height: 4px;"
    + " z-index: 2147483647; pointer-events: none; will-change: opacity; opacity: 0";
  const curtain = new CSSStyleSheet();
  curtain.replaceSync("body { opacity: 0 !important }");
  let drawn = true;
  let changes = 0;
  const changed = () => { changes += 1; };
  const observer = new MutationObserver(changed);
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, all);
  for (const type of ["scroll", "load", "focusin", "focusout"]) {
    addEventListener(type, changed, { capture: true, passive: true });
  }
  addEventListener("resize", changed);
  globalThis.tapworldLook = {
    state() {
      if (observer.takeRecords().length > 0) changed();
      // A field's value is a property: setting it is no mutation.
      const values = [...document.querySelectorAll("input, textarea")].map((field) => field.value);
      return JSON.stringify([changes, values]);
    },
    mark(colour) {
      corner.style.background = colour;
      corner.style.opacity = 1;
    },
    reveal() { corner.style.opacity = 0; },
    draw(on) {
      if (on === drawn) return;
      drawn = on;
      const others = document.adoptedStyleSheets.filter((sheet) => sheet !== curtain);
      document.adoptedStyleSheets = on ? others : [...others, curtain];
    },
    hurry() {},
    calm() {},
  };
})()
"""

# Installed after WATCH where there is no display whose rate could be raised.
#
# Chromium ends a frame in which nothing was drawn only after its whole 16.7 ms, and the next touch
# or frame waits for that: a step that needs three frames took 50 ms. `tapworldLook.hurry(n)` makes
# the next n frames follow one another at once, or those until `calm()`: a pixel behind the phone
# moves in each of them. Each costs about 2 ms of processor time, so nobody asks for more than
# needed.
PULSE = """
(() => {
  const host = document.documentElement.appendChild(document.createElement("tapworld-pulse"));
  const root = host.attachShadow({ mode: "closed" });
  const pixel = root.appendChild(document.createElement("div"));
  pixel.style.cssText = "position: fixed; right: 0; bottom: 0; width: 1px; height: 1px;"
    + " z-index: -1; pointer-events: none; will-change: transform; background: #000;"
    + " opacity: 0.001";
  // The page waits for the frames that its apps ask for, not for these.
  const ask = (requestAnimationFrame.unwatched || requestAnimationFrame).bind(window);
  let left = 0;
  let waiting = false, odd = false;
  const beat = () => {
    waiting = false;
    odd = !odd;
    // So little that no picture shows it.
    pixel.style.transform = odd ? "translateX(0.001px)" : "translateX(0)";
    if (left > 0) next();
  };
  const next = () => {
    left -= 1;
    waiting = true;
    ask(beat);
  };
  tapworldLook.hurry = (frames) => {
    left = frames;
    if (!waiting) next();
  };
  // The frame that is on its way still changes the pixel: the last one too must end at once.
  tapworldLook.calm = () => { left = 0; };
})()
"""

# Read before a picture is asked for, which must show everything.
STATE = """
function() {
  tapworldLook.draw(true);
  return tapworldLook.state();
}
"""

# Sent ahead of touches, which wait for a frame, where the page has PULSE.
HURRY = "function(frames) { tapworldLook.hurry(frames); }"

NOTHING = "function() {}"
MARK = "function(colour) { tapworldLook.mark(colour); }"
REVEAL = "function() { tapworldLook.reveal(); }"

# Waits for rest, then looks. Without `draw` nothing need be painted from now on, and rest may have
# come before. `before` is a state read before a picture was asked for: if it still holds, nothing
# changed since, and that picture shows what is seen here. With `reveal` the picture is the first
# frame without the mark.
LOOK = """
async function(cap, elements, draw, before, reveal) {
  tapworldLook.draw(draw);
  if (reveal) {
    tapworldLook.reveal();
    before = tapworldLook.state();
  }
  tapworldLook.hurry(200);
  const settled = cap === null ? null : await this.settled(cap, !draw);
  tapworldLook.calm();
  const seen = { settled, foreground: this.foreground(), errors: this.errors() };
  if (elements) seen.tree = this.tree();
  seen.same = before !== null && tapworldLook.state() === before;
  return JSON.stringify(seen);
}
"""

DUMP = "function() { return JSON.stringify(this.dump()); }"

NAVIGATE = """
function(name, app) {
  if (name === "open") this.open(app);
  else if (name === "back") this.back();
  else if (name === "home") this.home();
  else this.recents();
}
"""

# How fast the finger was when it was lifted, in CSS pixels a second; waits for what it scrolled.
FLING = "function(vx, vy) { if (this.fling) return this.fling(vx, vy); }"

WAIT = "function(ms) { this.wait(ms); }"
CLEAR = "function() { return this.clear(); }"
ENTER = "function() { return this.enter(); }"

HAS_FOCUS = """
function() {
  const active = document.activeElement;
  if (!active) return false;
  const field = active.tagName === "INPUT" || active.tagName === "TEXTAREA";
  return (field && !active.readOnly && !active.disabled) || active.isContentEditable;
}
"""

# The rectangle of the innermost thing under the point that can still scroll that way; without a
# point, under the middle of the screen, else of the largest on the screen. "end" when what scrolls
# there has nothing more to show on that side, null when nothing scrolls.
#
# The finger comes down at `margin`, a share of the length, from the far edge; where a toast or a
# button lies over that place, the rectangle ends before it.
SCROLLABLE = """
function(point, horizontal, forward, margin) {
  const scrolls = (node) => {
    const style = getComputedStyle(node);
    const overflow = horizontal ? style.overflowX : style.overflowY;
    if (overflow !== "auto" && overflow !== "scroll") return false;
    return horizontal
      ? node.scrollWidth - node.clientWidth > 1 : node.scrollHeight - node.clientHeight > 1;
  };
  const more = (node) => {
    const at = horizontal ? node.scrollLeft : node.scrollTop;
    const last = horizontal
      ? node.scrollWidth - node.clientWidth : node.scrollHeight - node.clientHeight;
    return forward ? at < last - 1 : at > 0;
  };
  const edges = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
  };
  const uncovered = (node) => {
    const box = edges(node);
    const [low, high] = horizontal ? [0, 2] : [1, 3];
    const cross = horizontal ? (box[1] + box[3]) / 2 : (box[0] + box[2]) / 2;
    const free = (at) => {
      const front = horizontal
        ? document.elementFromPoint(at, cross) : document.elementFromPoint(cross, at);
      return front !== null && node.contains(front);
    };
    box[low] = Math.max(box[low], 0);
    box[high] = Math.min(box[high], horizontal ? innerWidth : innerHeight);
    const length = box[high] - box[low], step = 4;
    const begin = forward ? box[high] - margin * length : box[low] + margin * length;
    if (free(begin)) return box;
    for (let at = begin; at > box[low] && at < box[high]; at += forward ? -step : step) {
      if (!free(at)) continue;
      box[forward ? high : low] = at;
      break;
    }
    return box;
  };
  const [x, y] = point || [innerWidth / 2, innerHeight / 2];
  let ended = false;
  for (let node = document.elementFromPoint(x, y); node; node = node.parentElement) {
    if (!scrolls(node)) continue;
    if (more(node)) return uncovered(node);
    ended = true;
  }
  if (ended) return "end";
  if (point) return null;
  let best = null, most = 0;
  for (const node of document.querySelectorAll("*")) {
    if (!scrolls(node)) continue;
    const [left, top, right, bottom] = edges(node);
    const size = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0))
      * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    // Covered ones, such as the screens under the top one, are not what a finger reaches.
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (size > most && front && node.contains(front)) {
      most = size;
      best = node;
    }
  }
  if (best === null) return null;
  return more(best) ? uncovered(best) : "end";
}
"""
