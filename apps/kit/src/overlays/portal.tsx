import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from "react";

import { ScopeProvider, useScope } from "../navigation/scope";

/** Holds what components deep in a screen draw over the whole app; on Android there is no DOM portal to do it. */
export interface OverlayStore {
  get(): ReadonlyMap<number, ReactNode>;
  set(id: number, node: ReactNode | null): void;
  subscribe(listener: () => void): () => void;
  id(): number;
}

export function createOverlays(): OverlayStore {
  let nodes: ReadonlyMap<number, ReactNode> = new Map();
  let next = 0;
  const listeners = new Set<() => void>();
  return {
    get: () => nodes,
    set(id, node) {
      if (node === null && !nodes.has(id)) return;
      const copy = new Map(nodes);
      if (node === null) copy.delete(id);
      else copy.set(id, node);
      nodes = copy;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    id: () => next++,
  };
}

const OverlayContext = createContext<OverlayStore | null>(null);
export const OverlayProvider = OverlayContext.Provider;

/** What closes the overlay around; the scrim and menus call it. */
const DismissContext = createContext<() => void>(() => undefined);
export const DismissProvider = DismissContext.Provider;
export const useDismiss = () => useContext(DismissContext);

/** Where a sheet keeps its scroll in the dialog's state; a field's sheet over a dialog must not share it. */
export const SheetScrollKey = createContext("scroll");

function useOverlays(): OverlayStore {
  const store = useContext(OverlayContext);
  if (!store) throw new Error("Overlays need an AppRoot around them");
  return store;
}

export function Portal({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  const overlays = useOverlays();
  const scope = useScope();
  const [id] = useState(() => overlays.id());
  useLayoutEffect(() => {
    overlays.set(
      id,
      <ScopeProvider value={scope}>
        <DismissProvider value={onDismiss}>{children}</DismissProvider>
      </ScopeProvider>,
    );
  });
  useLayoutEffect(() => () => overlays.set(id, null), [overlays, id]);
  return null;
}

export function OverlayHost() {
  const overlays = useOverlays();
  const nodes = useSyncExternalStore(overlays.subscribe, overlays.get);
  return [...nodes].map(([id, node]) => <PortalSlot key={id}>{node}</PortalSlot>);
}

function PortalSlot({ children }: { children: ReactNode }) {
  return children;
}
