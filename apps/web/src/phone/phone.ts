import { createSession, createTheme, type AppDefinition, type Session, type Theme, type ThemeData } from "@tapworld/kit";

import type { PhoneSettings, PhoneState } from "./contract";
import type { DatabaseCache } from "./databaseCache";
import { installApp, type InstalledApp } from "./installedApp";

/** What the phone shows; replaced as a whole at every change. */
export interface PhoneView {
  /** Counts loads, so that nothing of the state before is reused on the screen. */
  generation: number;
  settings: PhoneSettings;
  theme: Theme;
  session: Session;
  apps: ReadonlyMap<string, InstalledApp>;
  /** An app's id, "launcher" or "recents". */
  screen: string;
  /** Where recents was opened from; back returns there. */
  beforeRecents: string;
  /** Apps that run, the last used first. */
  recents: readonly string[];
}

export interface Phone {
  get(): PhoneView | null;
  subscribe(listener: () => void): () => void;
  /** Make the view of a state without showing it.
   *
   * @throws Error naming the unknown app, theme, route, dialog, locale or time zone, or the broken database.
   */
  prepare(state: PhoneState): PhoneView;
  show(view: PhoneView | null): void;
  back(): boolean;
  home(): void;
  openRecents(): void;
  open(app: string): void;
  clearRecents(): void;
  wait(ms: number): void;
  /** A finger touched the phone's own bars: toasts go. */
  touchShell(): void;
}

interface Parts {
  definitions: readonly AppDefinition[];
  themes: Readonly<Record<string, ThemeData>>;
  cache: DatabaseCache;
}

export function createPhone({ definitions, themes, cache }: Parts): Phone {
  let view: PhoneView | null = null;
  let generation = 0;
  // Components keep registered styles by theme: the same theme must be the same object.
  const made = new Map<string, Theme>();
  const listeners = new Set<() => void>();

  const show = (next: PhoneView | null) => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  const current = () => {
    if (!view) throw new Error("The phone is empty: load a state first");
    return view;
  };
  const go = (change: Partial<PhoneView>) => show({ ...current(), ...change });
  const foregroundApp = () => (view ? view.apps.get(view.screen) : undefined);
  const leave = () => foregroundApp()?.runtime().toasts.clear();

  function theme(id: string, fontScale: number): Theme {
    const data = themes[id];
    if (!data) throw new Error(`Unknown theme "${id}"; there are ${Object.keys(themes).join(", ")}`);
    const key = `${id} ${fontScale}`;
    const found = made.get(key) ?? createTheme(id, data, fontScale);
    made.set(key, found);
    return found;
  }

  function prepare(state: PhoneState): PhoneView {
    const { settings } = state;
    const looks = theme(settings.theme, settings.font_scale);
    const session = createSession({
      clockMs: settings.clock_ms, locale: settings.locale, timeZone: settings.time_zone, hour24: settings.hour24,
    });
    const apps = new Map<string, InstalledApp>();
    // The launcher's order is the bundle's, whatever the order in the state.
    for (const definition of definitions) {
      const wanted = state.apps[definition.id];
      if (!wanted) continue;
      if (!cache.has(wanted.database)) throw new Error(`Database of ${definition.id} is not on the page; put it first`);
      apps.set(definition.id, installApp(definition, wanted.database, wanted.ui, cache));
    }
    for (const id of Object.keys(state.apps)) {
      if (!apps.has(id)) throw new Error(`Unknown app "${id}"; there are ${definitions.map((app) => app.id).join(", ")}`);
    }
    const { foreground } = state;
    if (foreground !== null) {
      const front = apps.get(foreground);
      if (!front) throw new Error(`The foreground app "${foreground}" is not among the state's apps`);
      front.runtime();
    }
    generation += 1;
    const running = Object.keys(state.apps).filter((id) => id !== foreground && state.apps[id]!.ui !== null);
    return {
      generation,
      settings,
      theme: looks,
      session,
      apps,
      screen: foreground ?? "launcher",
      beforeRecents: "launcher",
      recents: [...(foreground ? [foreground] : []), ...running],
    };
  }

  const phone: Phone = {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare,
    show,
    back() {
      const { screen, beforeRecents } = current();
      if (screen === "launcher") return false;
      if (screen === "recents") {
        go({ screen: beforeRecents });
        return true;
      }
      const app = foregroundApp()!.runtime();
      app.toasts.clear();
      if (!app.navigation.back()) go({ screen: "launcher" });
      return true;
    },
    home() {
      current();
      leave();
      go({ screen: "launcher" });
    },
    openRecents() {
      const { screen } = current();
      leave();
      if (screen !== "recents") go({ screen: "recents", beforeRecents: screen });
    },
    open(id) {
      const { apps, recents } = current();
      const app = apps.get(id);
      if (!app) throw new Error(`No app "${id}" on this phone; it has ${[...apps.keys()].join(", ") || "none"}`);
      if (id !== view?.screen) leave();
      app.runtime();
      go({ screen: id, recents: [id, ...recents.filter((other) => other !== id)] });
    },
    clearRecents() {
      const { apps } = current();
      for (const app of apps.values()) app.stop();
      go({ screen: "launcher", recents: [] });
    },
    wait(ms) {
      foregroundApp()?.runtime().toasts.elapse(ms);
    },
    touchShell() {
      foregroundApp()?.runtime().toasts.touch();
    },
  };
  return phone;
}
