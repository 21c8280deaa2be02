import { memo, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type ComponentType } from "react";
import { View } from "react-native";

import { CrashBoundary } from "../app/Crashed";
import type { AppDefinition } from "../app/defineApp";
import { DismissProvider, OverlayHost } from "../overlays/portal";
import { useSession } from "../session/SessionProvider";
import { useTheme } from "../theme/ThemeProvider";
import { HIDDEN, leaveFocus, SHOWN, watchScrolls } from "./hiddenScreen";
import { ScopeProvider, type Scope } from "./scope";
import { FIELD_SHEET } from "./state";
import type { NavigationStore } from "./store";

/** Draws the stack, its hidden lower screens included so that they keep their scroll, tabs kept beside it, and what lies over it. */
export function Navigator({ store, app }: { store: NavigationStore; app: AppDefinition }) {
  const keys = useSyncExternalStore(store.subscribe, store.keys);
  const mounted = useSyncExternalStore(store.subscribe, store.mounted);
  const top = keys[keys.length - 1]!;
  useOutdated(store);
  return (
    <>
      {mounted.map((key) => (
        <StackScreen key={key} store={store} entryKey={key} active={key === top} component={app.screens[store.routeOf(key)]!} />
      ))}
      <DialogLayer store={store} app={app} topKey={top} />
      <OverlayHost />
    </>
  );
}

/** Tabs are not kept over a change of looks or language. */
function useOutdated(store: NavigationStore): void {
  const theme = useTheme();
  const session = useSession();
  const before = useRef({ theme, session });
  useLayoutEffect(() => {
    if (before.current.theme !== theme || before.current.session !== session) store.outdate();
    before.current = { theme, session };
  });
}

interface StackScreenProps {
  store: NavigationStore;
  entryKey: number;
  active: boolean;
  component: ComponentType;
}

const StackScreen = memo(function StackScreen({ store, entryKey, active, component: Component }: StackScreenProps) {
  const view = useRef<View>(null);
  // The same element for good: going under another screen and coming back draws nothing again.
  const content = useMemo(
    () => (
      <ScopeProvider value={{ store, owner: entryKey, entryKey }}>
        <CrashBoundary onCrash={() => store.touched(entryKey)}>
          <Component />
        </CrashBoundary>
      </ScopeProvider>
    ),
    [store, entryKey, Component],
  );
  useLayoutEffect(() => {
    store.opened(entryKey);
    return watchScrolls(view.current, () => store.touched(entryKey));
  }, [store, entryKey]);
  useLayoutEffect(() => {
    if (!active) leaveFocus(view.current);
  }, [active]);
  return (
    <View ref={view} style={active ? SHOWN : HIDDEN} {...(active ? {} : { "aria-hidden": true })}>
      {content}
    </View>
  );
});

function DialogLayer({ store, app, topKey }: { store: NavigationStore; app: AppDefinition; topKey: number }) {
  const name = useSyncExternalStore(store.subscribe, () => store.get().dialog?.name);
  const scope = useMemo<Scope>(() => ({ store, owner: "dialog", entryKey: topKey }), [store, topKey]);
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
