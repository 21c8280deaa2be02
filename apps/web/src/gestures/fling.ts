import { elementStyle } from "../page/elementStyle";
import { frame } from "../page/turns";

/** How far a list goes on by itself after a finger left it with some speed. */

// The constants of Android's OverScroller, at 160 pixels per inch: one pixel is one dp.
const FRICTION = 0.015;
const PHYSICAL = 9.80665 * 39.37 * 160 * 0.84;
const DECELERATION = Math.log(0.78) / Math.log(0.9);
const INFLEXION = 0.35;
/** Slower than this a finger has put the list down, in dp a second. */
const SLOWEST = 50;
const FASTEST = 8000;
/** Longest wait for the browser, in frames. */
const FRAMES = 20;
/** How much of a drag the browser swallows before it scrolls, in dp. */
const SLOP = 15;

/** Distance in dp of a fling of `velocity` dp a second, with its sign. */
export function flingDistance(velocity: number): number {
  const speed = Math.min(Math.abs(velocity), FASTEST);
  if (speed < SLOWEST) return 0;
  const brake = Math.log((INFLEXION * speed) / (FRICTION * PHYSICAL));
  const distance = FRICTION * PHYSICAL * Math.exp((DECELERATION / (DECELERATION - 1)) * brake);
  return Math.sign(velocity) * Math.round(distance);
}

interface Scroller {
  node: HTMLElement;
  left: number;
  top: number;
}

export interface Flings {
  /** The finger was lifted with this velocity, in dp a second: scroll on what it had scrolled. */
  fling(vx: number, vy: number): Promise<void>;
  /** The touch that is going on belongs to somebody else. */
  forget(): void;
}

/** Watches which scrolling elements lie below a finger that comes down.
 *
 * @param commit Draws what changed before it returns.
 */
export function watchFlings(commit: (change: () => void) => void): Flings {
  let below: Scroller[] = [];
  let from = { x: 0, y: 0 };
  let to = from;
  window.addEventListener("touchstart", (event) => {
    below = [];
    from = to = pointOf(event) ?? from;
    for (let node = event.target as HTMLElement | null; node; node = node.parentElement) {
      // Asking an element for its scroll is dear, asking for its style is not.
      if (scrolls(node, "x") || scrolls(node, "y")) below.push({ node, left: node.scrollLeft, top: node.scrollTop });
    }
  }, { capture: true, passive: true });
  window.addEventListener("touchend", (event) => {
    to = pointOf(event) ?? to;
  }, { capture: true, passive: true });
  return {
    forget() {
      below = [];
    },
    async fling(vx, vy) {
      const touched = below;
      below = [];
      const axis: Axis = Math.abs(vy) >= Math.abs(vx) ? "y" : "x";
      // Content follows the finger: a finger that moves up scrolls down.
      const distance = -flingDistance(axis === "y" ? vy : vx);
      const candidates = touched.filter(({ node }) => distance !== 0 && canScroll(node, axis));
      if (candidates.length === 0) return;
      const moved = await whatMoved(candidates, axis);
      if (!moved) return;
      // Where the drag itself ended is not left to the browser, which guesses ahead of a fast finger.
      const dragged = from[axis] - to[axis];
      const start = axis === "y" ? moved.top : moved.left;
      const end = start + Math.sign(dragged) * Math.max(0, Math.abs(dragged) - SLOP);
      scrollTo(moved.node, axis, end + pageWise(moved.node, axis, distance), commit);
    },
  };
}

type Axis = "x" | "y";

function pointOf(event: TouchEvent): { x: number; y: number } | null {
  const touch = event.changedTouches[0];
  return touch ? { x: touch.clientX, y: touch.clientY } : null;
}

const offsetOf = (node: HTMLElement, axis: Axis) => (axis === "y" ? node.scrollTop : node.scrollLeft);
const lengthOf = (node: HTMLElement, axis: Axis) => (axis === "y" ? node.scrollHeight : node.scrollWidth);

function scrolls(node: HTMLElement, axis: Axis): boolean {
  const style = elementStyle(node, false, false);
  const overflow = axis === "y" ? style.overflowY : style.overflowX;
  return overflow === "auto" || overflow === "scroll";
}

function canScroll(node: HTMLElement, axis: Axis): boolean {
  return scrolls(node, axis) && lengthOf(node, axis) > (axis === "y" ? node.clientHeight : node.clientWidth);
}

/** What the finger scrolled, once it stands still: the browser scrolls on a thread of its own and tells of it frames later. */
async function whatMoved(candidates: readonly Scroller[], axis: Axis): Promise<Scroller | null> {
  let last = "";
  for (let left = FRAMES, calm = 0; left > 0; left -= 1) {
    await frame();
    const moved = candidates.find(({ node, left: x, top: y }) => node.isConnected && offsetOf(node, axis) !== (axis === "y" ? y : x));
    const now = candidates.map(({ node }) => offsetOf(node, axis)).join();
    calm = now === last ? calm + 1 : 0;
    last = now;
    if (calm >= (moved ? 2 : FRAMES / 2)) return moved ?? null;
  }
  return null;
}

/** Scroll to `target` or to the end; lists draw more rows on the way, as soon as they hear of it. */
function scrollTo(node: HTMLElement, axis: Axis, target: number, commit: (change: () => void) => void): void {
  for (let before = NaN; offsetOf(node, axis) !== before; ) {
    before = offsetOf(node, axis);
    if (axis === "y") node.scrollTop = target;
    else node.scrollLeft = target;
    commit(() => node.dispatchEvent(new Event("scroll")));
  }
}

/** Pages that snap are turned one at a time, however fast. */
function pageWise(node: HTMLElement, axis: Axis, distance: number): number {
  if (axis === "y" || !getComputedStyle(node).scrollSnapType.includes("mandatory")) return distance;
  return Math.sign(distance) * Math.min(Math.abs(distance), node.clientWidth / 2);
}
