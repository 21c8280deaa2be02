import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";

import { isActive, useScope } from "./scope";
import { FIELD_SHEET, type Entry, type Json, type JsonObject } from "./state";

export interface Navigation {
  push(route: string, params?: JsonObject): void;
  replace(route: string, params?: JsonObject): void;
  /** Close this screen without asking its back handler. */
  back(): void;
  tab(route: string): void;
  popTo(route: string): void;
  readonly canGoBack: boolean;
}

export function useNavigation(): Navigation {
  const { store } = useScope();
  return useMemo(
    () => ({
      push: store.push,
      replace: store.replace,
      back: () => {
        store.closeDialog();
        store.pop();
      },
      tab: store.tab,
      popTo: store.popTo,
      // Read when asked for: while a screen is on top, it does not change.
      get canGoBack() {
        return store.get().stack.length > 1;
      },
    }),
    [store],
  );
}

/** The entry of the screen this is called in (of the screen below, in a dialog). */
function useEntry(): Entry {
  const { store, entryKey } = useScope();
  const last = useRef<Entry | null>(null);
  const find = () => store.get().stack[store.keys().indexOf(entryKey)] ?? last.current;
  const found = find();
  if (!found) throw new Error("This screen is not on the stack");
  last.current = found;
  return found;
}

export function useParams<P = JsonObject>(): P {
  return useEntry().params as P;
}

/** Like `useState`, but kept in the UI state of this screen (or dialog), first value included. `T` must be JSON;
 * it is not constrained to it, so that literals widen as they do in `useState`.
 */
export function useScreenState<T>(
  key: string,
  initial: T | (() => T),
): [T, (next: T | ((old: T) => T)) => void] {
  const { store, owner } = useScope();
  const first = useRef<T | undefined>(undefined);
  if (first.current === undefined && store.read(owner, key) === undefined) {
    first.current = typeof initial === "function" ? (initial as () => T)() : initial;
  }
  // The first value counts from the start: if it appeared only when it is written below, every screen would be drawn twice.
  const value = useSyncExternalStore(store.subscribe, () => {
    const stored = store.read(owner, key);
    return (stored === undefined ? first.current : stored) as T;
  });
  useLayoutEffect(() => {
    if (store.read(owner, key) === undefined) store.write(owner, key, first.current as Json, true);
  }, [store, owner, key]);
  const set = useCallback(
    (next: T | ((old: T) => T)) => {
      const old = (store.read(owner, key) ?? first.current) as T;
      store.write(owner, key, (typeof next === "function" ? (next as (old: T) => T)(old) : next) as Json);
    },
    [store, owner, key],
  );
  return [value, set];
}

export function useDialogs(): { open(name: string, params?: JsonObject): void; close(): void } {
  const { store } = useScope();
  return useMemo(() => ({ open: store.openDialog, close: store.closeDialog }), [store]);
}

export function useDialogParams<P = JsonObject>(): P {
  const { store } = useScope();
  const last = useRef<JsonObject>({});
  const params = useSyncExternalStore(store.subscribe, () => store.get().dialog?.params);
  if (params) last.current = params;
  return last.current as P;
}

/** Let the screen answer back itself: return true when it did. */
export function useBackHandler(handler: () => boolean): void {
  const { store, entryKey } = useScope();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => store.setBackHandler(entryKey, () => latest.current()), [store, entryKey]);
}

/** Whether the sheet of the field `id` is open. On a screen it is the screen's dialog; inside a dialog, part of that dialog's state. */
export function useFieldSheet(id: string): { open: boolean; show(): void; hide(): void } {
  const scope = useScope();
  const { store, owner } = scope;
  const open = useSyncExternalStore(store.subscribe, () => {
    const { dialog } = store.get();
    if (owner === "dialog") return dialog?.state.sheet === id;
    return isActive(scope) && dialog?.name === FIELD_SHEET && dialog.params.field === id;
  });
  return {
    open,
    show: () => {
      if (owner === "dialog") store.write("dialog", "sheet", id);
      else store.openDialog(FIELD_SHEET, { field: id });
    },
    hide: () => {
      if (owner === "dialog") store.write("dialog", "sheet", "");
      else store.closeDialog();
    },
  };
}
