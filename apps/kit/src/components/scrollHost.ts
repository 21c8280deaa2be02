import { createContext } from "react";

/** Lets a list inside a scrolling screen grow with the screen's scroll instead of scrolling itself. */
export interface ScrollHost {
  subscribe(onNearEnd: () => void): () => void;
}

/** Room below the last row of a list that scrolls itself, in dp: a floating button lies over it. */
export const BottomRoomContext = createContext(0);

export const ScrollHostContext = createContext<ScrollHost | null>(null);

export function createScrollHost(): ScrollHost & { nearEnd(): void } {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nearEnd() {
      for (const listener of [...listeners]) listener();
    },
  };
}
