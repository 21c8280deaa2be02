import { createKeptTabs } from "./keptTabs";
import {
  checkDialog, checkRoute, complete, entry, FIELD_SHEET, home,
  type DialogState, type Entry, type Json, type JsonObject, type PartialUIState, type Routes, type UIState,
} from "./state";

/** Says which entry a piece of screen state belongs to: a stack entry's key, or the open dialog. */
export type Owner = number | "dialog";

/** The UI state of one running app, with the operations on it. Keys identify entries for React and never leave. */
export interface NavigationStore {
  readonly routes: Routes;
  get(): UIState;
  keys(): readonly number[];
  /** Keys of all screens to be mounted, in the order in which they came: those of the stack and the tabs kept beside it. */
  mounted(): readonly number[];
  /** Whether the screen with this key is on top, under a dialog at most. */
  isTop(key: number): boolean;
  routeOf(key: number): string;
  subscribe(listener: () => void): () => void;

  /** A screen was drawn for the first time and has written its first values. */
  opened(key: number): void;
  /** Something was done to a screen that its state does not tell. */
  touched(key: number): void;
  /** What all screens are drawn from has changed: data, theme, language. */
  outdate(): void;

  push(route: string, params?: JsonObject): void;
  replace(route: string, params?: JsonObject): void;
  /** Pop one entry; nothing happens on the last one. */
  pop(): boolean;
  tab(route: string): void;
  popTo(route: string): void;

  openDialog(name: string, params?: JsonObject): void;
  closeDialog(): void;

  read(owner: Owner, key: string): Json | undefined;
  /** `silent` writes are not told to anybody: scroll positions, first values. What becomes undefined is no longer kept. */
  write(owner: Owner, key: string, value: Json | undefined, silent?: boolean): void;

  /** Handle the phone's back: dialog, the top screen's handler, the stack, the first tab. False: the app should leave. */
  back(): boolean;
  /** What the arrow in the header does: the same without the dialog. */
  up(): boolean;
  setBackHandler(key: number, handler: () => boolean): () => void;
}

export function createNavigation(routes: Routes, initial?: PartialUIState | null): NavigationStore {
  let nextKey = 0;
  let state = complete(routes, initial);
  let keys = state.stack.map(() => nextKey++);
  let mounted: readonly number[] = keys;
  const tabs = createKeptTabs();
  if (isBlank(state.stack[0]!)) tabs.begin(keys[0]!);
  const listeners = new Set<() => void>();
  const handlers = new Map<number, (() => boolean)[]>();

  function commit(stack: Entry[], nextKeys: number[], dialog: DialogState | null = null): void {
    state = { stack, dialog };
    keys = nextKeys;
    mounted = [...tabs.keys(), ...keys].sort((a, b) => a - b);
    for (const listener of [...listeners]) listener();
  }

  function place(owner: Owner): Entry | DialogState | undefined {
    if (owner === "dialog") return state.dialog ?? undefined;
    const index = keys.indexOf(owner);
    return index < 0 ? tabs.find(owner) : state.stack[index];
  }

  const store: NavigationStore = {
    routes,
    get: () => state,
    keys: () => keys,
    mounted: () => mounted,
    isTop: (key) => keys[keys.length - 1] === key,
    routeOf: (key) => (place(key) as Entry).route,
    opened(key) {
      const shown = state.stack[keys.indexOf(key)];
      if (shown) tabs.opened(key, shown);
    },
    touched: tabs.touch,
    outdate: tabs.outdate,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(route, params) {
      checkRoute(routes, route);
      commit([...state.stack, entry(route, params)], [...keys, nextKey++]);
    },
    replace(route, params) {
      checkRoute(routes, route);
      commit([...state.stack.slice(0, -1), entry(route, params)], [...keys.slice(0, -1), nextKey++]);
    },
    pop() {
      if (state.stack.length < 2) return false;
      commit(state.stack.slice(0, -1), keys.slice(0, -1));
      return true;
    },
    tab(route) {
      checkRoute(routes, route);
      if (!routes.tabs.some((tab) => tab.route === route)) throw new Error(`App ${routes.id}: "${route}" is not a tab`);
      if (state.stack[0]!.route === route) {
        commit(state.stack.slice(0, 1), keys.slice(0, 1));
        return;
      }
      tabs.leave(keys[0]!, state.stack[0]!);
      const kept = tabs.take(route);
      if (!kept) tabs.begin(nextKey);
      commit([kept?.entry ?? entry(route)], [kept?.key ?? nextKey++]);
    },
    popTo(route) {
      const index = state.stack.findLastIndex((item) => item.route === route);
      if (index < 0) throw new Error(`App ${routes.id}: "${route}" is not on the stack`);
      commit(state.stack.slice(0, index + 1), keys.slice(0, index + 1));
    },
    openDialog(name, params = {}) {
      checkDialog(routes, name);
      commit(state.stack, keys, { name, params, state: {} });
    },
    closeDialog() {
      if (state.dialog) commit(state.stack, keys, null);
    },
    read: (owner, key) => place(owner)?.state[key],
    write(owner, key, value, silent = false) {
      const target = place(owner);
      // An entry that is gone takes no more writes: a late effect of a closed screen must not come back.
      if (!target || target === tabs.find(owner as number) || Object.is(target.state[key], value)) return;
      const { [key]: _, ...others } = target.state;
      const written = { ...target, state: value === undefined ? others : { ...target.state, [key]: value } };
      const next: UIState =
        owner === "dialog"
          ? { stack: state.stack, dialog: written as DialogState }
          : { stack: state.stack.map((item) => (item === target ? (written as Entry) : item)), dialog: state.dialog };
      if (silent) state = next;
      else commit(next.stack, keys, next.dialog);
    },
    back() {
      if (state.dialog) {
        const { sheet, ...rest } = state.dialog.state;
        if (state.dialog.name !== FIELD_SHEET && sheet) commit(state.stack, keys, { ...state.dialog, state: rest });
        else store.closeDialog();
        return true;
      }
      return store.up();
    },
    up() {
      const own = handlers.get(keys[keys.length - 1]!) ?? [];
      for (const handler of [...own].reverse()) if (handler()) return true;
      if (store.pop()) return true;
      const first = routes.tabs[0]!.route;
      if (state.stack[0]!.route === first) return false;
      store.tab(first);
      return true;
    },
    setBackHandler(key, handler) {
      const own = handlers.get(key) ?? [];
      handlers.set(key, [...own, handler]);
      return () => {
        handlers.set(key, (handlers.get(key) ?? []).filter((other) => other !== handler));
      };
    },
  };
  return store;
}

function isBlank({ params, state }: Entry): boolean {
  return Object.keys(params).length + Object.keys(state).length === 0;
}

export { home };
