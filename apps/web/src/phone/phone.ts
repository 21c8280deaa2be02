import type { AppDefinition, AppNotification, AppRuntime, Session, Theme, ThemeData } from "@tapworld/kit";

import type { Editing } from "../editing/store";
import type { Keyboard } from "../keyboard/store";
import { createSettingsApp, SETTINGS } from "../settings/settingsApp";
import type { PhoneSettings, PhoneState } from "./contract";
import type { DatabaseCache } from "./databaseCache";
import { installApp, type InstalledApp, type RunningApp } from "./installedApp";
import { createLooks } from "./looks";

/** What lies over the launcher or an app: all apps, or the notification shade. */
export type Panel = "drawer" | "shade";

/** What the phone shows; replaced as a whole at every change. */
export interface PhoneView {
  /** Counts loads, so that nothing of the state before is reused on the screen. */
  generation: number;
  settings: PhoneSettings;
  /** As they were loaded; resetting goes back to them. */
  firstSettings: PhoneSettings;
  theme: Theme;
  session: Session;
  apps: ReadonlyMap<string, InstalledApp>;
  /** The phone's own settings, an app without data. */
  settingsApp: RunningApp;
  /** An app's id, "settings", "launcher" or "recents". */
  screen: string;
  panel: Panel | null;
  /** Counts how often home was asked for: each time the launcher shows its first page. */
  homes: number;
  /** Where recents was opened from; back returns there. */
  beforeRecents: string;
  /** Apps that run, the last used first. */
  recents: readonly string[];
  /** Apps in the launcher's order, the dock first; a drag changes it until the next load. */
  order: readonly string[];
  /** The app whose failure the phone tells of. */
  stopped: string | null;
  /** Notifications that were swept away, as `<app> <id>`. */
  dismissed: ReadonlySet<string>;
}

export interface Phone {
  get(): PhoneView | null;
  subscribe(listener: () => void): () => void;
  themes: Readonly<Record<string, ThemeData>>;
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
  openSettings(): void;
  /** Open an app where a notification leads to. */
  openNotification(app: string, notification: AppNotification): void;
  dismiss(app: string, notifications: readonly AppNotification[]): void;
  showPanel(panel: Panel | null): void;
  /** Change the phone's settings; everything is drawn anew. */
  configure(change: Partial<PhoneSettings>): void;
  /** End one app: it starts on its first screen next time. */
  close(app: string): void;
  clearRecents(): void;
  /** A screen of an app failed: say so. */
  fail(app: string): void;
  /** Start the app anew that failed. */
  restart(app: string): void;
  /** Put an app's icon where that of another one is. */
  moveIcon(app: string, place: string): void;
  wait(ms: number): void;
  /** A finger touched the phone's own bars: toasts go. */
  touchShell(): void;
}

interface Parts {
  definitions: readonly AppDefinition[];
  themes: Readonly<Record<string, ThemeData>>;
  cache: DatabaseCache;
  keyboard: Keyboard;
  editing: Editing;
}

export function createPhone({ definitions, themes, cache, keyboard, editing }: Parts): Phone {
  let view: PhoneView | null = null;
  let generation = 0;
  const looks = createLooks(themes);
  const listeners = new Set<() => void>();

  const show = (next: PhoneView | null) => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  const current = () => {
    if (!view) throw new Error("The phone is empty: load a state first");
    return view;
  };
  const go = (change: Partial<PhoneView>) => show({ ...current(), panel: null, stopped: null, ...change });
  const front = () => (view ? frontRuntime(view) : undefined);
  const leave = () => {
    editing.close();
    keyboard.leave();
    front()?.toasts.clear();
  };

  function prepare(state: PhoneState): PhoneView {
    const { settings } = state;
    const drawn = looks(settings);
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
      const app = apps.get(foreground);
      if (!app) throw new Error(`The foreground app "${foreground}" is not among the state's apps`);
      app.runtime();
    }
    generation += 1;
    const running = Object.keys(state.apps).filter((id) => id !== foreground && state.apps[id]!.ui !== null);
    return {
      generation,
      settings,
      firstSettings: settings,
      ...drawn,
      apps,
      settingsApp: createSettingsApp(),
      screen: foreground ?? "launcher",
      panel: null,
      homes: 0,
      beforeRecents: "launcher",
      recents: [...(foreground ? [foreground] : []), ...running],
      order: [...apps.keys()],
      stopped: null,
      dismissed: new Set(),
    };
  }

  const phone: Phone = {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    themes,
    prepare,
    show,
    back() {
      const { screen, panel, beforeRecents, stopped } = current();
      if (stopped) {
        phone.close(stopped);
        return true;
      }
      if (editing.close() || keyboard.hide()) return true;
      if (panel) {
        go({});
        return true;
      }
      if (screen === "launcher") return false;
      if (screen === "recents") {
        go({ screen: beforeRecents });
        return true;
      }
      const app = front()!;
      app.toasts.clear();
      if (!app.navigation.back()) go({ screen: "launcher" });
      return true;
    },
    home() {
      const { homes } = current();
      leave();
      go({ screen: "launcher", homes: homes + 1 });
    },
    openRecents() {
      const { screen, recents, beforeRecents, panel } = current();
      // Asked for twice, it changes to the app used before the last one.
      const other = recents.find((id) => id !== beforeRecents) ?? recents[0];
      if (screen === "recents" && panel === null && other !== undefined) return phone.open(other);
      leave();
      go(screen === "recents" ? {} : { screen: "recents", beforeRecents: screen });
    },
    open(id) {
      if (id === SETTINGS) return phone.openSettings();
      const { apps, recents } = current();
      const app = apps.get(id);
      if (!app) throw new Error(`No app "${id}" on this phone; it has ${[...apps.keys()].join(", ") || "none"}`);
      if (id !== view?.screen) leave();
      app.runtime();
      go({ screen: id, recents: [id, ...recents.filter((other) => other !== id)] });
    },
    openSettings() {
      leave();
      go({ screen: SETTINGS, recents: [SETTINGS, ...current().recents.filter((other) => other !== SETTINGS)] });
    },
    openNotification(id, { tab, open }) {
      phone.open(id);
      const { navigation } = front()!;
      navigation.closeDialog();
      navigation.tab(tab);
      if (open) navigation.push(open.route, open.params);
    },
    dismiss(app, notifications) {
      const { dismissed, panel } = current();
      go({ panel, dismissed: new Set([...dismissed, ...notifications.map((one) => `${app} ${one.id}`)]) });
    },
    showPanel(panel) {
      leave();
      go({ panel });
    },
    configure(change) {
      const { settings, panel } = current();
      const next = { ...settings, ...change };
      go({ panel, settings: next, ...looks(next) });
    },
    close(id) {
      const { recents, beforeRecents } = current();
      runningApp(current(), id)?.stop();
      go({
        recents: recents.filter((other) => other !== id),
        beforeRecents: beforeRecents === id ? "launcher" : beforeRecents,
        ...(view?.screen === id ? { screen: "launcher" } : {}),
      });
    },
    clearRecents() {
      const { apps, settingsApp } = current();
      for (const app of [...apps.values(), settingsApp]) app.stop();
      go({ screen: "launcher", recents: [] });
    },
    fail(app) {
      if (view?.screen !== app) return;
      leave();
      go({ stopped: app });
    },
    restart(app) {
      phone.close(app);
      phone.open(app);
    },
    moveIcon(app, place) {
      const { order } = current();
      const to = order.indexOf(place);
      if (to < 0 || !order.includes(app) || app === place) return;
      const rest = order.filter((other) => other !== app);
      go({ order: [...rest.slice(0, to), app, ...rest.slice(to)] });
    },
    wait(ms) {
      front()?.toasts.elapse(ms);
    },
    touchShell() {
      front()?.toasts.touch();
    },
  };
  return phone;
}

/** The app on the screen, the phone's settings included. */
export function frontRuntime(view: PhoneView): AppRuntime | undefined {
  return runningApp(view, view.screen)?.runtime();
}

/** An app of the phone or its settings; undefined for the launcher and recents. */
export function runningApp(view: PhoneView, id: string): RunningApp | undefined {
  return id === SETTINGS ? view.settingsApp : view.apps.get(id);
}
