import type { Changes } from "./changes";
import { frame, turn } from "./turns";

/** What keeps the screen from its rest, in words; null where nothing does. */
export type Pending = () => string | null;

/** Wait for a whole frame and the turn after it without a change, with fonts and pictures loaded and no work due soon.
 *
 * A frame brings all that happens without being asked: scrolls that the browser did on its own, their events, observers.
 * What these change is counted by the end of the turn, and then another frame is waited for.
 *
 * @param eachFrame Called at every frame, for what follows from the page but is told by no event.
 * @returns null at rest; after `capMs` of real time, what is still going on.
 */
export async function settled(changes: Changes, root: HTMLElement, pending: Pending, capMs: number, eachFrame: () => void): Promise<string | null> {
  const end = performance.now() + capMs;
  for (;;) {
    const before = changes.count();
    await frame();
    eachFrame();
    await turn();
    const changed = changes.count() !== before;
    const reason = pending() ?? loading(root);
    if (!changed && reason === null) return null;
    if (performance.now() > end) return reason ?? "the page changes in every frame";
  }
}

function loading(root: HTMLElement): string | null {
  if (document.fonts.status !== "loaded") return "a font is loading";
  for (const picture of root.querySelectorAll("img")) if (!picture.complete) return "a picture is loading";
  return null;
}
