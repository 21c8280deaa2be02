import { useRef, type TouchEvent } from "react";

export type Direction = "up" | "down" | "left" | "right";

/** How far a finger moves before it is a swipe, in dp. */
const FAR = 40;

/** Handlers that call `onSwipe` when a finger that came down on the element is lifted far from there. */
export function useSwipe(onSwipe: (direction: Direction) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.changedTouches[0];
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0];
      const from = start.current;
      start.current = null;
      const direction = touch && from ? swipeDirection(touch.clientX - from.x, touch.clientY - from.y) : null;
      if (direction) onSwipe(direction);
    },
  };
}

/** The direction of a movement that is long and straight enough, else null. */
export function swipeDirection(dx: number, dy: number): Direction | null {
  const [along, across] = Math.abs(dx) > Math.abs(dy) ? [dx, dy] : [dy, dx];
  if (Math.abs(along) < FAR || Math.abs(along) < 1.5 * Math.abs(across)) return null;
  if (along === dx) return dx < 0 ? "left" : "right";
  return dy < 0 ? "up" : "down";
}
