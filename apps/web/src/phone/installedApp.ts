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
  /** An app that was not opened has the UI state that it was loaded with, one that was ended has none. */
  dump(): { digest: string | null; file: Uint8Array | null; ui: PartialUIState | null };
  close(): void;
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
  return {
    definition,
    runtime() {
      runtime ??= createRuntime(definition, open(), initial);
      return runtime;
    },
    notifications: (session) => definition.notifications?.(open(), session) ?? [],
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

