/** How far a list goes on by itself after a finger left it with some speed. */

// The constants of Android's OverScroller, at 160 pixels per inch: one pixel is one dp.
const FRICTION = 0.015;
const PHYSICAL = 9.80665 * 39.37 * 160 * 0.84;
const DECELERATION = Math.log(0.78) / Math.log(0.9);
const INFLEXION = 0.35;
/** Slower than this a finger has put the list down, in dp a second. */
const SLOWEST = 50;
const FASTEST = 8000;

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

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Watches which scrolling elements lie below a finger that comes down. */
export function watchFlings(): Flings {
  let below: Scroller[] = [];
  window.addEventListener("touchstart", (event) => {
    below = [];
    for (let node = event.target as HTMLElement | null; node; node = node.parentElement) {
      below.push({ node, left: node.scrollLeft, top: node.scrollTop });
    }
  }, { capture: true, passive: true });
  return {
    forget() {
      below = [];
    },
    async fling(vx, vy) {
      const touched = below;
      below = [];
      const vertical = Math.abs(vy) >= Math.abs(vx);
      // Content follows the finger: a finger that moves up scrolls down.
      const distance = -flingDistance(vertical ? vy : vx);
      if (distance === 0) return;
      // What the browser scrolled on its own thread arrives with the next frame.
      await frame();
      await frame();
      const moved = touched.find(({ node, left, top }) => node.isConnected && (vertical ? node.scrollTop !== top : node.scrollLeft !== left));
      if (!moved) return;
      const { node } = moved;
      if (vertical) node.scrollTop += distance;
      else node.scrollLeft += pageWise(node, distance);
    },
  };
}

/** Pages that snap are turned one at a time, however fast. */
function pageWise(node: HTMLElement, distance: number): number {
  if (!getComputedStyle(node).scrollSnapType.includes("mandatory")) return distance;
  return Math.sign(distance) * Math.min(Math.abs(distance), node.clientWidth / 2);
}
