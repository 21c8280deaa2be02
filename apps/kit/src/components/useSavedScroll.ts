import { useRef } from "react";

import { useScope } from "../navigation/scope";

/** The scroll offset kept in the UI state under `key`; written silently, since nothing is drawn from it. */
export function useSavedScroll(key: string): { offset: number; onOffset: (offset: number) => void; active: boolean } {
  const { store, owner, active } = useScope();
  const first = useRef<number | null>(null);
  if (first.current === null) {
    const kept = store.read(owner, key);
    first.current = typeof kept === "number" ? kept : 0;
  }
  return { offset: first.current, active, onOffset: (offset) => store.write(owner, key, offset, true) };
}
