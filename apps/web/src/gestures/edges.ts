/** Swipes from the screen's edges, where the theme navigates by gestures. */
export type EdgeGesture = "back" | "home" | "recents";

interface Start {
  x: number;
  y: number;
  at: number;
  edge: "side" | "bottom";
  target: EventTarget | null;
}

/** Where an edge begins, in dp. */
const SIDE = 22;
const BOTTOM = 30;
/** Movement after which a touch is the phone's and no longer the app's, and after which it counts. */
const CLAIM = 16;
const FAR = 56;
/** A finger that takes its time on the way up asks for recents, in milliseconds. */
const SLOW_MS = 600;

/** Where a touch that begins at (x, y) may lead, on a screen of that size. */
export function edgeOf(x: number, y: number, width: number, height: number): Start["edge"] | null {
  if (y > height - BOTTOM) return "bottom";
  return x < SIDE || x > width - SIDE ? "side" : null;
}

/** What a movement from an edge means, else null. */
export function edgeGesture(edge: Start["edge"], dx: number, dy: number, ms: number): EdgeGesture | null {
  if (edge === "bottom") return dy > -FAR ? null : ms >= SLOW_MS ? "recents" : "home";
  return Math.abs(dx) >= FAR && Math.abs(dx) > Math.abs(dy) ? "back" : null;
}

/** Watch the edges; what the phone takes never reaches the app, which is told that its touch was cancelled. */
export function watchEdges(enabled: () => boolean, claimed: () => void, done: (gesture: EdgeGesture) => void): void {
  let start: Start | null = null;
  let mine = false;
  let last = { x: 0, y: 0, at: 0 };
  const options = { capture: true, passive: false };
  const swallow = (event: Event) => {
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  };

  window.addEventListener("touchstart", (event) => {
    start = null;
    mine = false;
    const touch = event.touches[0];
    if (!touch || event.touches.length > 1 || !enabled()) return;
    const edge = edgeOf(touch.clientX, touch.clientY, window.innerWidth, window.innerHeight);
    last = { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
    if (edge) start = { ...last, edge, target: event.target };
  }, options);

  window.addEventListener("touchmove", (event) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    last = { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
    const inward = start.edge === "bottom" ? start.y - touch.clientY : Math.abs(touch.clientX - start.x);
    const across = start.edge === "bottom" ? Math.abs(touch.clientX - start.x) : Math.abs(touch.clientY - start.y);
    if (!mine && inward > CLAIM && inward > across) {
      mine = true;
      claimed();
      start.target?.dispatchEvent(new TouchEvent("touchcancel", { bubbles: true, changedTouches: [touch] }));
    }
    if (mine) swallow(event);
  }, options);

  window.addEventListener("touchend", (event) => {
    const from = start;
    start = null;
    if (!from || !mine) return;
    mine = false;
    swallow(event);
    const gesture = edgeGesture(from.edge, last.x - from.x, last.y - from.y, last.at - from.at);
    if (gesture) done(gesture);
  }, options);
}
