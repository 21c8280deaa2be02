import { useEffect, type RefObject } from "react";

import { HOLD_MS } from "../keyboard/hold";

/** How far a finger may tremble while it holds, in dp. */
const SLOP = 12;

const PREFIX = "launcher-";

function swallow(event: TouchEvent): void {
  event.stopPropagation();
  if (event.cancelable) event.preventDefault();
}

/** The app whose icon lies at a point of `root`, or null. */
function iconAt(root: HTMLElement, x: number, y: number): string | null {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>(`[data-testid^="${PREFIX}"][data-press]`);
  return hit && root.contains(hit) ? hit.dataset.testid!.slice(PREFIX.length) : null;
}

/** Icons of the launcher are taken up by a long press and dropped on the place of another one.
 *
 * Which touches are that follows from the moments of their events alone; the finger that carries an icon neither turns pages nor opens anything.
 */
export function useIconDrag(ref: RefObject<HTMLElement | null>, onDrop: (app: string, place: string) => void): void {
  useEffect(() => {
    const root = ref.current!;
    let start: { x: number; y: number; at: number; app: string } | null = null;
    let carried = false;
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]!;
      const app = iconAt(root, touch.clientX, touch.clientY);
      carried = false;
      start = app ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp, app } : null;
    };
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0]!;
      if (!start) return;
      if (!carried && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLOP) {
        if (event.timeStamp - start.at < HOLD_MS) {
          start = null;
          return;
        }
        carried = true;
        event.target?.dispatchEvent(new TouchEvent("touchcancel", { bubbles: true, changedTouches: [touch] }));
      }
      if (carried) swallow(event);
    };
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (carried && start && touch) {
        swallow(event);
        const place = iconAt(root, touch.clientX, touch.clientY);
        if (place) onDrop(start.app, place);
      }
      start = null;
    };
    // Capturing and not passive: nothing else may begin to scroll or take the touch for a swipe.
    const options = { capture: true, passive: false };
    root.addEventListener("touchstart", onStart, options);
    root.addEventListener("touchmove", onMove, options);
    root.addEventListener("touchend", onEnd, options);
    return () => {
      root.removeEventListener("touchstart", onStart, options);
      root.removeEventListener("touchmove", onMove, options);
      root.removeEventListener("touchend", onEnd, options);
    };
  }, [ref, onDrop]);
}
