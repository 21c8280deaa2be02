import { createRuntime, type AppDefinition, type AppRuntime, type DatabaseConnection, type PartialUIState } from "@tapworld/kit";

import { LaunchError, parseLaunch, type Launch, type Report } from "./contract";
import type { ControlFiles } from "./files";

/** A started app: what to draw, and how to end it before the next start. */
export interface Started {
  launch: Launch;
  runtime: AppRuntime;
  /** Report the UI state and errors to the driver. */
  report(errors?: readonly string[]): void;
  close(): void;
}

export interface StartOptions {
  app: AppDefinition;
  files: ControlFiles;
  openDatabase(name: string): DatabaseConnection;
  /** Ids of the themes that the app can show. */
  themes: readonly string[];
  /** What the app is set to when no driver ever wrote a launch file. */
  defaults: Launch["settings"];
}

/** Carry out the launch that the control files ask for, and report it.
 *
 * Without `launch.json` the app starts as an ordinary app. A launch whose token was reported before is a
 * restart of the same state (the system killed the app): the app comes back where it was.
 *
 * @throws LaunchError after writing it to `ui.json`, so that the driver learns it too.
 */
export function start({ app, files, openDatabase, themes, defaults }: StartOptions): Started {
  const text = files.read("launch.json");
  let launch: Launch = { token: "", settings: defaults, ui: null };
  let connection: DatabaseConnection | null = null;
  try {
    if (text !== null) launch = parseLaunch(text);
    // Before the database is replaced, so that the driver may correct launch.json alone.
    if (!themes.includes(launch.settings.theme)) {
      throw new LaunchError(`unknown theme "${launch.settings.theme}"; the app knows: ${themes.join(", ")}`);
    }
    const again = previousUI(files, launch.token);
    if (files.hasNextDatabase()) {
      if (text === null) throw new LaunchError("next.db without launch.json: the driver must write launch.json last");
      files.installNextDatabase(app.id);
    } else if (text !== null && again === null && !files.hasDatabase(app.id)) {
      throw new LaunchError(`launch ${launch.token} needs next.db: the app has no database yet`);
    }
    const fresh = !files.hasDatabase(app.id);
    connection = openDatabase(`${app.id}.db`);
    if (fresh) connection.script(app.schema);
    const runtime = createRuntime(app, connection, again ?? launch.ui);
    return started(app, files, launch, runtime, connection);
  } catch (error) {
    connection?.close();
    const message = error instanceof Error ? error.message : String(error);
    write(files, { version: 1, token: launch.token, app: app.id, sequence: 0, ui: null, errors: [message] });
    throw error instanceof LaunchError ? error : new LaunchError(message);
  }
}

function started(
  app: AppDefinition,
  files: ControlFiles,
  launch: Launch,
  runtime: AppRuntime,
  connection: DatabaseConnection,
): Started {
  let sequence = 0;
  const report = (errors: readonly string[] = []) => {
    sequence += 1;
    write(files, { version: 1, token: launch.token, app: app.id, sequence, ui: runtime.navigation.get(), errors: [...errors] });
  };
  const unsubscribe = runtime.navigation.subscribe(() => report());
  return {
    launch,
    runtime,
    report,
    close() {
      unsubscribe();
      connection.close();
    },
  };
}

function previousUI(files: ControlFiles, token: string): PartialUIState | null {
  const text = files.read("ui.json");
  if (text === null || token === "") return null;
  let report: Partial<Report>;
  try {
    report = JSON.parse(text) as Partial<Report>;
  } catch {
    // Not written by this app's rename: no state to come back to.
    return null;
  }
  return report.token === token && report.ui ? report.ui : null;
}

function write(files: ControlFiles, report: Report): void {
  files.write("ui.json", JSON.stringify(report));
}
