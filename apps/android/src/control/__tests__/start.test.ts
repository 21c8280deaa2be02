import { createElement } from "react";
import { describe, expect, it } from "vitest";

import { defineApp, type DatabaseConnection } from "@tapworld/kit";
import { openDatabase } from "@tapworld/kit/platform";

import type { Report } from "../contract";
import type { ControlFiles } from "../files";
import { start } from "../start";

const app = defineApp({
  id: "notes",
  title: "Notes",
  icon: "",
  accent: "blue",
  schema: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
  tabs: [{ route: "list", title: "List", icon: "" }],
  screens: { list: () => createElement("div"), note: () => createElement("div") },
});
const settings = { theme: "midnight", clock_ms: 5, time_zone: "UTC", locale: "en-US", hour24: true, font_scale: 1, dark: null };

/** The device's folder in memory: databases are sqlite files as bytes. */
function phone(initial: { launch?: unknown; next?: Uint8Array; database?: Uint8Array; ui?: string } = {}) {
  const text: Record<string, string | undefined> = {
    "launch.json": initial.launch === undefined ? undefined : JSON.stringify(initial.launch),
    "ui.json": initial.ui,
  };
  let next = initial.next;
  let database = initial.database;
  const files: ControlFiles = {
    read: (name) => text[name] ?? null,
    write: (name, content) => (text[name] = content),
    hasNextDatabase: () => next !== undefined,
    hasDatabase: () => database !== undefined,
    installNextDatabase() {
      database = next;
      next = undefined;
    },
  };
  return {
    files,
    run: () =>
      start({
        app,
        files,
        themes: ["daylight", "midnight"],
        defaults: settings,
        openDatabase: () => openDatabase(database),
      }),
    report: () => JSON.parse(text["ui.json"] ?? "null") as Report,
    set: (name: string, value: unknown) => (text[name] = JSON.stringify(value)),
  };
}

function database(...notes: string[]): Uint8Array {
  const connection: DatabaseConnection = openDatabase();
  connection.script(app.schema);
  for (const note of notes) connection.run("INSERT INTO notes (text) VALUES (?)", [note]);
  const bytes = connection.export();
  connection.close();
  return bytes;
}

const texts = (started: ReturnType<typeof start>) =>
  started.runtime.database.all<{ text: string }>("SELECT text FROM notes").map((row) => row.text);

describe("start", () => {
  it("installs the next database, opens the asked screen and reports the token", () => {
    const device = phone({
      launch: { token: "t1", settings, ui: { stack: [{ route: "list" }, { route: "note", params: { id: 2 } }] } },
      next: database("new"),
      database: database("old"),
    });
    const started = device.run();
    started.report();
    expect(texts(started)).toEqual(["new"]);
    expect(device.files.hasNextDatabase()).toBe(false);
    expect(device.report()).toMatchObject({ token: "t1", app: "notes", sequence: 1, errors: [] });
    expect(device.report().ui?.stack[1]).toMatchObject({ route: "note", params: { id: 2 } });
  });

  it("reports every change of the UI state with a growing sequence", () => {
    const device = phone({ launch: { token: "t", settings, ui: null }, next: database() });
    const started = device.run();
    started.runtime.navigation.push("note", { id: 1 });
    started.runtime.navigation.back();
    expect(device.report()).toMatchObject({ sequence: 2, ui: { stack: [{ route: "list" }] } });
  });

  it("comes back where it was when the system killed it", () => {
    const device = phone({ launch: { token: "t", settings, ui: null }, next: database("kept") });
    device.run().runtime.navigation.push("note", { id: 7 });
    const again = device.run();
    expect(texts(again)).toEqual(["kept"]);
    expect(again.runtime.navigation.get().stack[1]).toMatchObject({ route: "note", params: { id: 7 } });
  });

  it("forgets the old place under a new token", () => {
    const device = phone({ launch: { token: "t", settings, ui: null }, next: database() });
    device.run().runtime.navigation.push("note", { id: 7 });
    device.set("launch.json", { token: "u", settings, ui: null });
    expect(device.run().runtime.navigation.get().stack).toHaveLength(1);
  });

  it("starts as an ordinary app with an empty database when nobody drives it", () => {
    const started = phone().run();
    expect(texts(started)).toEqual([]);
    expect(started.launch.token).toBe("");
  });

  // Made inside the test: sqlite starts in the set-up.
  const broken: [string, () => Parameters<typeof phone>[0], RegExp][] = [
    ["a wrong type", () => ({ launch: { token: "t", settings: { ...settings, clock_ms: "now" }, ui: null }, next: database() }), /clock_ms must be a number/],
    ["a switch of a wrong type", () => ({ launch: { token: "t", settings: { ...settings, dark: "yes" }, ui: null }, next: database() }), /dark must be a boolean/],
    ["an unknown route", () => ({ launch: { token: "t", settings, ui: { stack: [{ route: "nowhere" }] } }, next: database() }), /nowhere/],
    ["an unknown theme", () => ({ launch: { token: "t", settings: { ...settings, theme: "plaid" }, ui: null }, next: database() }), /unknown theme "plaid"/],
    ["no database", () => ({ launch: { token: "t", settings, ui: null } }), /needs next\.db/],
    ["no launch file", () => ({ next: database() }), /launch\.json last/],
  ];
  it.each(broken)("tells the driver what is wrong with a launch: %s", (_, initial, message) => {
    const device = phone(initial());
    expect(() => device.run()).toThrow(message);
    expect(device.report().ui).toBeNull();
    expect(device.report().errors.join()).toMatch(message);
  });
});
