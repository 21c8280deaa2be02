import { act, fireEvent } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import type { Database } from "@tapworld/kit";
import { emptyDatabase, themes } from "@tapworld/kit/testing";
import { demoApp } from "../../../../kit/src/testing/demoApp";
import type { PhoneState, Tapworld } from "../../phone/contract";
import { decodeBase64, encodeBase64 } from "../base64";
import { createTapworld } from "../tapworld";

// jsdom has no font loading and no animations.
Object.defineProperty(document, "fonts", { value: Object.assign(new Set(), { status: "loaded" }), configurable: true });
Object.defineProperty(document, "getAnimations", { value: () => [], configurable: true });

const noticed = { ...demoApp, notifications: (db: Database) => db.all<{ id: number; name: string }>("SELECT * FROM items").map(({ id, name }) => ({ id: String(id), title: name, text: "", at: 0, tab: "items" })) };
const second = { ...demoApp, id: "second", title: "Second" };

let root: HTMLElement;
let tapworld: Tapworld;

beforeEach(() => {
  document.body.innerHTML = '<div id="phone"></div>';
  root = document.getElementById("phone")!;
  act(() => {
    tapworld = createTapworld({ root, definitions: [noticed, second], themes });
  });
  tapworld.put({ one: database("Milk"), two: database("Bread") });
});

function database(name: string): string {
  return encodeBase64(emptyDatabase(demoApp.schema, (db) => db.run("INSERT INTO items (id, name) VALUES (1, ?)", [name])).export());
}

function state(change: Partial<PhoneState> = {}): PhoneState {
  return {
    apps: { demo: { database: "one", ui: null }, second: { database: "two", ui: { stack: [{ route: "items" }, { route: "item", params: { id: 1 } }] } } },
    settings: { theme: "daylight", clock_ms: Date.UTC(2025, 2, 3, 8, 30), time_zone: "Asia/Tokyo", locale: "en-US", hour24: true, font_scale: 1 },
    foreground: "demo",
    ...change,
  };
}

const load = (value: PhoneState) => act(() => tapworld.load(value));
const get = (id: string) => root.querySelector<HTMLElement>(`[data-testid="${id}"]`);

describe("the page", () => {
  it("tells which databases it lacks", () => {
    expect(tapworld.missing(["one", "three"])).toEqual(["three"]);
    expect(() => tapworld.put({ bad: btoa("no database") })).toThrow(/not a SQLite file/);
  });

  it("shows what it loads and gives it back", async () => {
    await load(state());
    expect(tapworld.foreground()).toBe("demo");
    expect(get("row-0")!.textContent).toContain("Milk");
    expect(get("status-clock")!.textContent).toBe("17:30");
    const dump = tapworld.dump();
    expect(dump.settings).toEqual(state().settings);
    expect(dump.apps.demo).toMatchObject({ digest: "one", database: null });
    expect(dump.apps.second!.ui).toEqual(state().apps.second!.ui);
  });

  it("gives equal pages for equal states, whatever came between", async () => {
    await load(state());
    const first = root.innerHTML;
    await load(state({ foreground: null, settings: { ...state().settings, theme: "mono" } }));
    expect(root.innerHTML).not.toBe(first);
    await load(state());
    expect(root.innerHTML).toBe(first);
  });

  it("shows which apps have notifications, as the data is now", async () => {
    const icons = () => get("status-notifications")?.getAttribute("aria-label");
    await load(state());
    expect(icons()).toBe("Notifications: Demo");
    fireEvent.click(get("row-0")!);
    fireEvent.click(get("delete")!);
    fireEvent.click(get("confirm")!);
    expect(icons()).toBeUndefined();
    await load(state({ foreground: null, settings: { ...state().settings, do_not_disturb: true } }));
    expect(icons()).toBeUndefined();
    await load(state({ foreground: "second" }));
    expect(icons()).toBe("Notifications: Demo");
  });

  it("sends back a database that was written, without touching the one it holds", async () => {
    await load(state());
    fireEvent.click(get("row-0")!);
    fireEvent.click(get("delete")!);
    fireEvent.click(get("confirm")!);
    const { demo, second: other } = tapworld.dump().apps;
    expect(demo!.digest).toBeNull();
    expect(other).toMatchObject({ digest: "two", database: null });
    await load(state());
    expect(get("row-0")!.textContent).toContain("Milk");
    tapworld.put({ after: demo!.database! });
    await load(state({ apps: { demo: { database: "after", ui: null } } }));
    expect(get("row-0")).toBeNull();
  });

  it.each([
    ["an unknown app", { apps: { ghost: { database: "one", ui: null } }, foreground: null }, /Unknown app "ghost"; there are demo, second/],
    ["an unknown theme", { settings: { ...state().settings, theme: "neon" } }, /Unknown theme "neon"; there are daylight/],
    ["an unknown route", { apps: { demo: { database: "one", ui: { stack: [{ route: "nowhere" }] } } } }, /no route "nowhere"/],
    ["a sheet of no field", { apps: { demo: { database: "one", ui: { stack: [{ route: "items" }], dialog: { name: "@sheet", params: { field: "nope" } } } } } }, /screen of demo has no field "nope"/],
    ["a missing database", { apps: { demo: { database: "three", ui: null } } }, /Database of demo is not on the page/],
    ["a foreground app it does not have", { apps: {}, foreground: "demo" }, /foreground app "demo"/],
    ["an unknown zone", { settings: { ...state().settings, time_zone: "Mars/Olympus" } }, /Mars\/Olympus/],
  ])("refuses %s and stays as it was", async (_, change, message) => {
    await load(state());
    const before = root.innerHTML;
    await expect(load(state(change as Partial<PhoneState>))).rejects.toThrow(message);
    expect(root.innerHTML).toBe(before);
    expect(tapworld.errors()).toEqual([]);
  });

  it("says that an app has stopped, opens it anew or closes it", async () => {
    tapworld.put({ broken: database("broken") });
    await load(state({ apps: { demo: { database: "broken", ui: null }, second: { database: "two", ui: null } } }));
    const fail = () => fireEvent.click(get("row-0")!);
    fail();
    expect(get("app-stopped")).not.toBeNull();
    expect(tapworld.errors().join()).toContain("This item cannot be shown");
    fireEvent.click(get("app-reopen")!);
    expect(get("app-stopped")).toBeNull();
    expect(tapworld.foreground()).toBe("demo");
    fail();
    fireEvent.click(get("app-close")!);
    expect(tapworld.foreground()).toBe("launcher");
    act(() => tapworld.open("demo"));
    fail();
    act(() => void tapworld.back());
    expect([tapworld.foreground(), get("app-stopped")]).toEqual(["launcher", null]);
    expect(tapworld.dump().apps.demo!.ui).toBeNull();
  });

  it("refuses a state whose screen fails, and stays as it was", async () => {
    await load(state());
    const before = root.innerHTML;
    tapworld.put({ broken: database("broken") });
    const failing = state({ apps: { demo: { database: "broken", ui: { stack: [{ route: "items" }, { route: "item", params: { id: 1 } }] } } } });
    await expect(load(failing)).rejects.toThrow(/This item cannot be shown/);
    expect(root.innerHTML).toBe(before);
    fireEvent.click(get("row-0")!);
    expect(get("delete")).not.toBeNull();
  });

  it("goes home, opens another app, comes back to where each was left, by recents too", async () => {
    await load(state());
    fireEvent.click(get("row-0")!);
    act(() => tapworld.home());
    expect(tapworld.foreground()).toBe("launcher");
    fireEvent.click(get("launcher-second")!);
    expect(tapworld.foreground()).toBe("second");
    fireEvent.click(get("phone-recents")!);
    expect(tapworld.foreground()).toBe("recents");
    fireEvent.click(get("recent-demo")!);
    expect(tapworld.foreground()).toBe("demo");
    expect(tapworld.dump().apps.demo!.ui!.stack).toHaveLength(2);
  });

  it("leaves by back: the screen, then the app; nothing is left on the launcher", async () => {
    await load(state());
    fireEvent.click(get("row-0")!);
    const seen: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      act(() => void seen.push(tapworld.back()));
      seen.push(tapworld.foreground());
    }
    expect(seen).toEqual([true, "demo", true, "launcher", false, "launcher"]);
  });

  it("forgets where the apps were when recents is cleared, and keeps their data", async () => {
    await load(state());
    fireEvent.click(get("row-0")!);
    fireEvent.click(get("delete")!);
    fireEvent.click(get("confirm")!);
    act(() => tapworld.recents());
    fireEvent.click(get("recents-clear")!);
    expect(tapworld.foreground()).toBe("launcher");
    const { demo } = tapworld.dump().apps;
    expect(demo!.ui).toBeNull();
    expect(demo!.database).not.toBeNull();
    act(() => tapworld.open("demo"));
    expect(get("row-0")).toBeNull();
  });

  it("takes a toast away after four seconds of phone time", async () => {
    await load(state());
    fireEvent.click(get("row-0")!);
    fireEvent.click(get("delete")!);
    fireEvent.click(get("confirm")!);
    expect(get("toast")).not.toBeNull();
    act(() => tapworld.wait(2000));
    expect(get("toast")).not.toBeNull();
    act(() => tapworld.wait(2000));
    expect(get("toast")).toBeNull();
  });

  it("names what it cannot open", async () => {
    expect(() => tapworld.open("demo")).toThrow(/empty/);
    await load(state());
    expect(() => tapworld.open("ghost")).toThrow(/No app "ghost" on this phone; it has demo, second/);
  });
});

describe("base64", () => {
  it("survives every byte and long files", () => {
    const bytes = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 7) & 255);
    expect(decodeBase64(encodeBase64(bytes)).join()).toBe(bytes.join());
  });
});
