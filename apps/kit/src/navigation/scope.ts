import { createContext, useContext, useSyncExternalStore } from "react";

import type { NavigationStore, Owner } from "./store";

/** Which entry (or dialog) the components below belong to. It stays the same while the screen comes and goes, so that neither draws it again. */
export interface Scope {
  store: NavigationStore;
  owner: Owner;
  /** Key of the stack entry below a dialog, or the owner itself. */
  entryKey: number;
}

/** Whether it is on top: what hides under another screen is not drawn again. */
export function isActive({ store, owner, entryKey }: Scope): boolean {
  return owner === "dialog" || store.isTop(entryKey);
}

const ScopeContext = createContext<Scope | null>(null);

export const ScopeProvider = ScopeContext.Provider;

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error("Navigation hooks need an AppRoot around them");
  return scope;
}

/** The scope, where there is one: components may stand outside of an app. */
export const useOptionalScope = () => useContext(ScopeContext);

/** Draws the component again when its screen comes on top or goes under another. */
export function useIsActive(): boolean {
  const scope = useScope();
  return useSyncExternalStore(scope.store.subscribe, () => isActive(scope));
}
