import type { Changes } from "./changes";

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Wait for two frames in a row without a change, with fonts and pictures loaded.
 *
 * @param eachFrame Called at every frame, for what follows from the page but is told by no event.
 * @returns false when `capMs` of real time went by first.
 */
export async function settled(changes: Changes, root: HTMLElement, pending: () => boolean, capMs: number, eachFrame: () => void): Promise<boolean> {
  const end = performance.now() + capMs;
  let quiet = 0;
  let last = changes.count();
  while (quiet < 2) {
    if (performance.now() > end) return false;
    await frame();
    eachFrame();
    const now = changes.count();
    const calm = now === last && !pending() && document.fonts.status === "loaded" && picturesLoaded(root);
    quiet = calm ? quiet + 1 : 0;
    last = now;
  }
  return true;
}

function picturesLoaded(root: HTMLElement): boolean {
  for (const picture of root.querySelectorAll("img")) if (!picture.complete) return false;
  return true;
}
