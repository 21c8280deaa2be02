import { useBackHandler, useScreenState } from "@tapworld/kit";
import { useEffect } from "react";

export interface Selection {
  /** Chosen threads that are on the list still; empty: nothing is being selected. */
  ids: number[];
  active: boolean;
  has(id: number): boolean;
  toggle(id: number): void;
  set(ids: number[]): void;
  clear(): void;
}

/** The selection of a list, kept in its screen's state; back leaves it first. */
export function useSelection(listed: readonly number[]): Selection {
  const [chosen, setChosen] = useScreenState<number[]>("selection", []);
  // Threads that were moved away meanwhile are no longer chosen, nor when undo brings them back.
  const ids = chosen.filter((id) => listed.includes(id));
  const stale = ids.length < chosen.length;
  useEffect(() => {
    if (stale) setChosen((old) => old.filter((id) => listed.includes(id)));
  });
  useBackHandler(() => {
    if (ids.length === 0) return false;
    setChosen([]);
    return true;
  });
  return {
    ids,
    active: ids.length > 0,
    has: (id) => ids.includes(id),
    toggle: (id) => setChosen(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    set: setChosen,
    clear: () => setChosen([]),
  };
}
