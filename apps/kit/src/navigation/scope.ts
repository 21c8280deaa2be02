import { createContext, useContext } from "react";

import type { NavigationStore, Owner } from "./store";

/** Which entry (or dialog) the components below belong to, and whether it is the one on screen. */
export interface Scope {
  store: NavigationStore;
  owner: Owner;
  /** Key of the stack entry below a dialog, or the owner itself. */
  entryKey: number;
  active: boolean;
}

const ScopeContext = createContext<Scope | null>(null);

export const ScopeProvider = ScopeContext.Provider;

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error("Navigation hooks need an AppRoot around them");
  return scope;
}

export function useIsActive(): boolean {
  return useContext(ScopeContext)?.active ?? true;
}
