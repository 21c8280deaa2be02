/** Distance in dp after which a finger has left the key where it came down. */
const FLICK = 18;

/** Which of a key's flicks a movement means: left, up, right, down; null for none. */
export function flickOf(dx: number, dy: number): 0 | 1 | 2 | 3 | null {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < FLICK) return null;
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 0 : 2;
  return dy < 0 ? 1 : 3;
}
