import { useMemo, useRef } from "react";

import { isActive, useScope } from "../navigation/scope";
import { anchorOf, type Anchor } from "./rowWindow";
import type { Activity } from "./scrollArea.types";

/** The scroll offset kept in the UI state under `key`; written silently, since nothing is drawn from it. */
export function useSavedScroll(key: string): { offset: number; onOffset: (offset: number) => void; activity: Activity } {
  const scope = useScope();
  const { store, owner } = scope;
  const activity = useMemo<Activity>(() => ({ get: () => isActive(scope), subscribe: scope.store.subscribe }), [scope]);
  const first = useRef<number | null>(null);
  if (first.current === null) {
    const kept = store.read(owner, key);
    first.current = typeof kept === "number" ? kept : 0;
  }
  return { offset: first.current, activity, onOffset: (offset) => store.write(owner, key, offset, true) };
}

/** Where a list's far offset lies, kept beside it as `<key>Anchor`; nearer offsets need none. */
export function useSavedAnchor(key: string): { kept: Anchor | null; keep: (anchor: Anchor | null) => void } {
  const { store, owner } = useScope();
  const name = `${key}Anchor`;
  return {
    kept: anchorOf(store.read(owner, name)),
    keep: (anchor) => store.write(owner, name, anchor ? { ...anchor } : undefined, true),
  };
}
