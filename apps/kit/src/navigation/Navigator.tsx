import { memo, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type ComponentType } from "react";
import { View } from "react-native";

import { CrashBoundary } from "../app/Crashed";
import type { AppDefinition } from "../app/defineApp";
import { DismissProvider, OverlayHost } from "../overlays/portal";
import { HIDDEN, leaveFocus, SHOWN } from "./hiddenScreen";
import { ScopeProvider, type Scope } from "./scope";
import { FIELD_SHEET } from "./state";
import type { NavigationStore } from "./store";

/** Draws the stack, its hidden lower screens included so that they keep their scroll, and what lies over it. */
export function Navigator({ store, app }: { store: NavigationStore; app: AppDefinition }) {
  const keys = useSyncExternalStore(store.subscribe, store.keys);
  const routes = useSyncExternalStore(store.subscribe, () => store.get().stack.map((entry) => entry.route).join("\n")).split("\n");
  return (
    <>
      {keys.map((key, index) => (
        <StackScreen
          key={key}
          store={store}
          entryKey={key}
          active={index === keys.length - 1}
          component={app.screens[routes[index]!]!}
        />
      ))}
      <DialogLayer store={store} app={app} topKey={keys[keys.length - 1]!} />
      <OverlayHost />
    </>
  );
}

interface StackScreenProps {
  store: NavigationStore;
  entryKey: number;
  active: boolean;
  component: ComponentType;
}

const StackScreen = memo(function StackScreen({ store, entryKey, active, component: Component }: StackScreenProps) {
  const scope = useMemo<Scope>(() => ({ store, owner: entryKey, entryKey, active }), [store, entryKey, active]);
  const view = useRef<View>(null);
  useLayoutEffect(() => {
    if (!active) leaveFocus(view.current);
  }, [active]);
  return (
    <View ref={view} style={active ? SHOWN : HIDDEN}>
      <ScopeProvider value={scope}>
        <CrashBoundary>
          <Component />
        </CrashBoundary>
      </ScopeProvider>
    </View>
  );
});

function DialogLayer({ store, app, topKey }: { store: NavigationStore; app: AppDefinition; topKey: number }) {
  const name = useSyncExternalStore(store.subscribe, () => store.get().dialog?.name);
  const scope = useMemo<Scope>(() => ({ store, owner: "dialog", entryKey: topKey, active: true }), [store, topKey]);
  if (name === undefined || name === FIELD_SHEET) return null;
  const Component = app.dialogs?.[name];
  if (!Component) throw new Error(`App ${app.id} has no dialog "${name}"`);
  return (
    <ScopeProvider value={scope}>
      <DismissProvider value={store.closeDialog}>
        <Component key={name} />
      </DismissProvider>
    </ScopeProvider>
  );
}
