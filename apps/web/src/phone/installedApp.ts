import { createRuntime, type AppDefinition, type AppNotification, type AppRuntime, type DatabaseConnection, type PartialUIState, type Session } from "@tapworld/kit";
import { completeUIState, openDatabase } from "@tapworld/kit/platform";

import type { DatabaseCache } from "./databaseCache";

/** What can be opened, seen among the recent apps and ended: an installed app or the phone's own settings. */
export interface RunningApp {
  readonly definition: AppDefinition;
  /** Opens the app if it was not. */
  runtime(): AppRuntime;
  /** Forget the UI state, as when the app is swept from recents; the data stays. */
  stop(): void;
}

/** An app on the phone. Its database is opened and its runtime made when it is first shown: a phone with many apps loads as fast as one with two. */
export interface InstalledApp extends RunningApp {
  readonly opened: boolean;
  /** What the app has to say, the newest first; opens its database. */
  notifications(session: Session): AppNotification[];
  /** The ids of that, known until data is written; none of an app that fails at it: the shade tells. */
  noticeIds(session: Session): readonly string[];
  /** Told when the app's data was written. */
  watch(listener: () => void): () => void;
  /** An app that was not opened has the UI state that it was loaded with, one that was ended has none. */
  dump(): { digest: string | null; file: Uint8Array | null; ui: PartialUIState | null };
  close(): void;
}

/** What databases that nobody wrote to have to say, so that a phone that is loaded again opens only the app on its screen. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 500;

function idsOf(read: () => AppNotification[]): readonly string[] {
  try {
    return read().map((one) => one.id);
  } catch {
    return [];
  }
}

/**
 * @throws UIStateError when `ui` names something that the app does not have.
 */
export function installApp(definition: AppDefinition, digest: string, ui: PartialUIState | null, cache: DatabaseCache): InstalledApp {
  let loaded = ui;
  let initial: PartialUIState | null = completeUIState(definition, ui);
  let connection: DatabaseConnection | null = null;
  let runtime: AppRuntime | null = null;
  const open = () => (connection ??= openDatabase(cache.get(digest)));
  const listeners = new Set<() => void>();
  let said: { session: Session; ids: readonly string[] } | null = null;
  const wrote = () => {
    said = null;
    for (const listener of [...listeners]) listener();
  };
  const start = () => {
    const started = createRuntime(definition, open(), initial);
    started.database.subscribe(wrote);
    return started;
  };
  const notifications = (session: Session) => definition.notifications?.(open(), session) ?? [];
  const ask = (session: Session): readonly string[] => {
    if (connection?.written) return idsOf(() => notifications(session));
    const key = [definition.id, digest, session.now(), session.locale, session.timeZone].join(" ");
    const ids = known.get(key) ?? idsOf(() => notifications(session));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, ids);
    return ids;
  };
  return {
    definition,
    runtime() {
      runtime ??= start();
      return runtime;
    },
    notifications,
    noticeIds(session) {
      if (!definition.notifications) return [];
      if (said?.session !== session) said = { session, ids: ask(session) };
      return said.ids;
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get opened() {
      return runtime !== null;
    },
    stop() {
      runtime = null;
      loaded = null;
      initial = null;
    },
    dump() {
      const written = connection?.written ?? false;
      return {
        digest: written ? null : digest,
        file: written && connection ? connection.export() : null,
        ui: runtime ? runtime.navigation.get() : loaded,
      };
    },
    close() {
      connection?.close();
      connection = null;
      runtime = null;
    },
  };
}

