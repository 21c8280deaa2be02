import { render, type RenderResult } from "@testing-library/react";
import { createElement } from "react";

import themesJson from "../../../../scenarios/tapworld_scenarios/appearance/themes.json";
import { AppRoot } from "../app/AppRoot";
import type { AppDefinition } from "../app/defineApp";
import { createRuntime, type AppRuntime } from "../app/runtime";
import { openDatabase } from "../data/database.web";
import type { Database, DatabaseConnection } from "../data/types";
import type { PartialUIState, UIState } from "../navigation/state";
import { createSession, type Session, type SessionSettings } from "../session/session";
import { createTheme, type Theme, type ThemeData } from "../theme/theme";

export const themes = themesJson as Record<string, ThemeData>;

/** Monday, 3 March 2025, 09:30 in Berlin, unless told otherwise. */
export function testSession(settings: Partial<SessionSettings> = {}): Session {
  return createSession({ clockMs: Date.UTC(2025, 2, 3, 8, 30), locale: "en-US", timeZone: "Europe/Berlin", hour24: true, ...settings });
}

export function testTheme(id = "daylight"): Theme {
  const data = themes[id];
  if (!data) throw new Error(`No theme "${id}" in themes.json`);
  return createTheme(id, data);
}

/** A real SQLite database in memory with the app's schema. */
export function emptyDatabase(schema: string, fill?: (db: Database) => void): DatabaseConnection {
  const connection = openDatabase();
  connection.script(schema);
  fill?.(connection);
  return connection;
}

export interface RenderAppOptions {
  /** Fills the empty database, or stands for the whole one. */
  database?: DatabaseConnection | ((db: Database) => void);
  ui?: PartialUIState | null;
  theme?: string;
  session?: Partial<SessionSettings>;
  onError?: (error: Error) => void;
}

export interface RenderedApp extends RenderResult {
  runtime: AppRuntime;
  database: Database;
  session: Session;
  /** The UI state as it would be dumped now. */
  ui(): UIState;
}

/** Render an app on a real database; errors of screens are thrown unless `onError` takes them. */
export function renderApp(app: AppDefinition, options: RenderAppOptions = {}): RenderedApp {
  const connection = typeof options.database === "object" ? options.database : emptyDatabase(app.schema, options.database);
  const runtime = createRuntime(app, connection, options.ui);
  const session = testSession(options.session);
  const failed: Error[] = [];
  const result = render(
    createElement(AppRoot, {
      runtime,
      session,
      theme: testTheme(options.theme),
      onError: options.onError ?? ((error: Error) => failed.push(error)),
    }),
  );
  if (failed[0]) throw failed[0];
  return { ...result, runtime, session, database: runtime.database, ui: () => runtime.navigation.get() };
}
