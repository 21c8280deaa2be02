import type { Changes } from "./changes";

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** After everything that was waiting for a turn: React's effects, messages, what a frame's events set off. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Wait for a whole frame and the turn after it without a change, with fonts and pictures loaded.
 *
 * A frame brings all that happens without being asked: scrolls that the browser did on its own, their events, observers.
 * What these change is counted by the end of the turn, and then another frame is waited for.
 *
 * @param eachFrame Called at every frame, for what follows from the page but is told by no event.
 * @returns false when `capMs` of real time went by first.
 */
export async function settled(changes: Changes, root: HTMLElement, pending: () => boolean, capMs: number, eachFrame: () => void): Promise<boolean> {
  const end = performance.now() + capMs;
  for (;;) {
    const before = changes.count();
    await frame();
    eachFrame();
    await turn();
    if (changes.count() === before && !pending() && document.fonts.status === "loaded" && picturesLoaded(root)) return true;
    if (performance.now() > end) return false;
  }
}

function picturesLoaded(root: HTMLElement): boolean {
  for (const picture of root.querySelectorAll("img")) if (!picture.complete) return false;
  return true;
}
