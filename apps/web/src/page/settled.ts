import type { Changes } from "./changes";
import { frame, turn } from "./turns";

/** What keeps the screen from its rest, in words; null where nothing does. */
export type Pending = () => string | null;

export interface Rest {
  /** Wait for a whole frame and the turn after it without a change, with fonts and pictures loaded and no work due soon.
   *
   * A frame brings all that happens without being asked: scrolls that the browser did on its own, their events, observers.
   * What these change is counted by the end of the turn, and then another frame is waited for.
   *
   * @param capMs Longest wait, in milliseconds of real time.
   * @param early Whether such a frame counts that came before this call, but after all that happened.
   * @returns null at rest; at the end of the wait, what is still going on.
   */
  settled(capMs: number, early: boolean): Promise<string | null>;
  /** Something happened that may lead to changes: no frame before it counts. */
  stir(): void;
}

interface Parts {
  changes: Changes;
  root: HTMLElement;
  pending: Pending;
  /** Called at every frame, for what follows from the page but is told by no event. */
  eachFrame: () => void;
}

/** What may lead to changes without being one. */
const STIRRING = ["input", "focusin", "focusout", "keydown", "paste", "cut"];
/** Frames that are waited for ahead of a look; a page that moves on its own does not keep itself awake. */
const AHEAD = 2;

export function createRest({ changes, root, pending, eachFrame }: Parts): Rest {
  let stirs = 0;
  /** The moment that was followed by a whole quiet frame. */
  let rested = -1;
  let watching = false;
  /** A finger came down and the click that the browser makes of it is still to come, if there is one. */
  let touched = false;

  const moment = () => changes.count() + stirs;
  const reason = () => pending() ?? loading(root);

  /** @param late Count changes only from the beginning of the frame on, which still holds all that came before. */
  async function quietFrame(late = false): Promise<string | null> {
    let before = moment();
    await frame();
    if (late) before = moment();
    eachFrame();
    await turn();
    const changed = moment() !== before;
    const found = reason();
    if (!changed && found === null) rested = before;
    return found ?? (changed ? "the page changes in every frame" : null);
  }

  /** Wait for rest from now on: the look that comes next need not begin with it. */
  async function ahead(): Promise<void> {
    if (watching) return;
    watching = true;
    try {
      for (let left = AHEAD; left > 0 && rested !== moment(); left -= 1) await quietFrame(true);
    } finally {
      watching = false;
    }
  }

  function stir(): void {
    stirs += 1;
  }

  const options = { capture: true, passive: true };
  for (const type of STIRRING) window.addEventListener(type, stir, options);
  window.addEventListener("touchstart", () => {
    touched = true;
    stir();
  }, options);
  // A click is the last thing that comes of a tap; swipes and holds have none, and are waited for when somebody looks.
  window.addEventListener("click", () => {
    touched = false;
    stir();
    void ahead();
  }, options);

  return {
    stir,
    async settled(capMs, early) {
      const end = performance.now() + capMs;
      if (early) {
        eachFrame();
        if (!touched && rested === moment() && reason() === null) return null;
      }
      for (;;) {
        const found = await quietFrame();
        if (found === null) return null;
        if (performance.now() > end) return found;
      }
    },
  };
}

function loading(root: HTMLElement): string | null {
  if (document.fonts.status !== "loaded") return "a font is loading";
  for (const picture of root.querySelectorAll("img")) if (!picture.complete) return "a picture is loading";
  return null;
}
