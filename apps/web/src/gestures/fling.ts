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
/** Longest wait for the browser to begin, and in the middle of what it does, in frames. */
const IDLE_FRAMES = 10;
const STUCK_FRAMES = 20;
/** Something else scrolls there, without end. */
const MOST_FRAMES = 400;
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
  /** The finger was lifted with this velocity, in dp a second: what it scrolled comes to its end, and scrolls on from there if that is fast enough. */
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
      const dragged = from[axis] - to[axis];
      const way = Math.sign(dragged) * Math.max(0, Math.abs(dragged) - SLOP);
      const candidates = touched.filter(({ node }) => way !== 0 && canScroll(node, axis));
      if (candidates.length === 0) return;
      const moved = await whatMoved(candidates, axis, way);
      // What goes no further than the finger ends where the browser has brought it.
      if (!moved || distance === 0) return;
      // Where the drag itself ended is not left to the browser, which guesses ahead of a fast finger.
      const end = (axis === "y" ? moved.top : moved.left) + way;
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

/** What the finger scrolled, once it is there: the browser scrolls on a thread of its own and tells of it frames later, on a busy machine in parts. */
async function whatMoved(candidates: readonly Scroller[], axis: Axis, way: number): Promise<Scroller | null> {
  let last = "";
  for (let calm = 0, left = MOST_FRAMES; ; left -= 1) {
    await frame();
    const moved = candidates.find(({ node, left: x, top: y }) => node.isConnected && offsetOf(node, axis) !== (axis === "y" ? y : x));
    const now = candidates.map(({ node }) => offsetOf(node, axis)).join();
    calm = now === last ? calm + 1 : 0;
    last = now;
    if (calm >= (!moved ? IDLE_FRAMES : isThere(moved, axis, way) ? 2 : STUCK_FRAMES) || left === 0) return moved ?? null;
  }
}

/** Whether it went as far as the finger. How far it can go is not asked: that would lay the page out, and lists grow with each layout. */
function isThere({ node, left, top }: Scroller, axis: Axis, way: number): boolean {
  const gone = Math.abs(offsetOf(node, axis) - (axis === "y" ? top : left));
  // The browser keeps whole pixels of the screen.
  return gone >= Math.abs(way) - 2;
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
