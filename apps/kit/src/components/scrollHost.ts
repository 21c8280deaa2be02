import { createContext } from "react";

/** The content ends soon, and the kept offset lacks `missing` dp beyond its `length`. */
export type NearEnd = (missing: number, length: number) => void;

/** Lets a list inside a scrolling screen grow with the screen's scroll instead of scrolling itself. */
export interface ScrollHost {
  subscribe(onNearEnd: NearEnd): () => void;
}

/** Room below the last row of a list that scrolls itself, in dp: a floating button lies over it. */
export const BottomRoomContext = createContext(0);

export const ScrollHostContext = createContext<ScrollHost | null>(null);

export function createScrollHost(): ScrollHost & { nearEnd: NearEnd } {
  const listeners = new Set<NearEnd>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nearEnd(missing, length) {
      for (const listener of [...listeners]) listener(missing, length);
    },
  };
}
