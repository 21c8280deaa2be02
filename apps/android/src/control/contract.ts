/**
 * How a driver puts an app into a state and reads it back: files in the app's own folder.
 *
 *   files/SQLite/<app>.db   the database; journal_mode DELETE, so that one file is the whole state
 *   files/env/next.db       written by the driver: the database of the next launch
 *   files/env/launch.json   written by the driver, last: everything else of the next launch
 *   files/env/ui.json       written by the app after every change, with the launch's token
 */
import type { Json, PartialUIState, UIState } from "@tapworld/kit";

export interface Launch {
  /** Chosen by the driver; the app repeats it in `ui.json`, so that a stale report is never taken for a new one. */
  token: string;
  settings: {
    theme: string;
    clock_ms: number;
    time_zone: string;
    locale: string;
    hour24: boolean;
    font_scale: number;
    /** The phone's dark switch; null: as the theme has it. */
    dark: boolean | null;
  };
  ui: PartialUIState | null;
}

export interface Report {
  version: 1;
  token: string;
  app: string;
  /** Grows with every report of one launch. */
  sequence: number;
  ui: UIState | null;
  /** Why the launch failed, or script errors since; empty when all is well. */
  errors: string[];
}

/** A launch that the app cannot carry out; the message goes into `ui.json`. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

type JsonRecord = Record<string, Json>;

/** Check `launch.json`.
 *
 * @throws LaunchError naming the first field that is missing or of a wrong type.
 */
export function parseLaunch(text: string): Launch {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new LaunchError(`launch.json is not JSON: ${String(error)}`);
  }
  const launch = record(data, "launch.json");
  const settings = record(launch.settings, "settings");
  return {
    token: field(launch, "token", "string"),
    settings: {
      theme: field(settings, "theme", "string"),
      clock_ms: field(settings, "clock_ms", "number"),
      time_zone: field(settings, "time_zone", "string"),
      locale: field(settings, "locale", "string"),
      hour24: field(settings, "hour24", "boolean"),
      font_scale: field(settings, "font_scale", "number"),
      dark: settings.dark === null || settings.dark === undefined ? null : field(settings, "dark", "boolean"),
    },
    ui: launch.ui === null || launch.ui === undefined ? null : (record(launch.ui, "ui") as unknown as PartialUIState),
  };
}

function record(value: unknown, name: string): JsonRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LaunchError(`${name} must be an object`);
  }
  return value as JsonRecord;
}

interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
}

function field<K extends keyof Kinds>(data: JsonRecord, name: string, kind: K): Kinds[K] {
  const value = data[name];
  if (typeof value !== kind) throw new LaunchError(`launch.json: ${name} must be a ${kind}, not ${JSON.stringify(value)}`);
  return value as unknown as Kinds[K];
}
