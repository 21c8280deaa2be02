import { describe, expect, it, vi } from "vitest";

import { createNavigation } from "../store";

const routes = {
  id: "demo",
  tabs: [{ route: "home" }, { route: "settings" }],
  screens: { home: null, settings: null, detail: null },
  dialogs: { confirm: null },
};

describe("navigation", () => {
  it("gives back the very state it was loaded with, missing parts completed", () => {
    const nav = createNavigation(routes, { stack: [{ route: "home", state: { scroll: 120 } }, { route: "detail", params: { id: 3 } }], dialog: { name: "confirm" } });
    const state = nav.get();
    expect(state).toEqual({
      stack: [{ route: "home", params: {}, state: { scroll: 120 } }, { route: "detail", params: { id: 3 }, state: {} }],
      dialog: { name: "confirm", params: {}, state: {} },
    });
    expect(createNavigation(routes, structuredClone(state)).get()).toEqual(state);
  });

  it.each([
    [{ stack: [{ route: "nowhere" }] }, /no route "nowhere"; it has home, settings, detail/],
    [{ stack: [{ route: "detail" }] }, /first entry must be a tab \(home, settings\), not "detail"/],
    [{ stack: [{ route: "home" }], dialog: { name: "ghost" } }, /no dialog "ghost"; it has confirm/],
    [{ stack: [] }, /at least one entry/],
  ])("refuses %j", (state, message) => {
    expect(() => createNavigation(routes, state)).toThrow(message);
  });

  it("goes back in Android's order: dialog, the screen's handler, the stack, then out", () => {
    const nav = createNavigation(routes);
    nav.push("detail", { id: 1 });
    const handler = vi.fn().mockReturnValueOnce(true).mockReturnValue(false);
    nav.setBackHandler(nav.keys()[1]!, handler);
    nav.openDialog("confirm");

    expect(nav.back()).toBe(true);
    expect(nav.get().dialog).toBeNull();
    expect(handler).not.toHaveBeenCalled();
    expect(nav.back()).toBe(true);
    expect(nav.get().stack).toHaveLength(2);
    expect(nav.back()).toBe(true);
    expect(nav.get().stack).toHaveLength(1);
    expect(nav.back()).toBe(false);
  });

  it("goes back from another tab to the first one, and leaves from there", () => {
    const nav = createNavigation(routes, { stack: [{ route: "settings" }, { route: "detail" }] });
    expect([nav.back(), nav.get().stack.map((entry) => entry.route)]).toEqual([true, ["settings"]]);
    expect([nav.back(), nav.get().stack.map((entry) => entry.route)]).toEqual([true, ["home"]]);
    expect(nav.back()).toBe(false);
  });

  it("closes a field's sheet inside a dialog before the dialog", () => {
    const nav = createNavigation(routes, { stack: [{ route: "home" }], dialog: { name: "confirm", state: { sheet: "currency" } } });
    nav.back();
    expect(nav.get().dialog).toEqual({ name: "confirm", params: {}, state: {} });
    nav.back();
    expect(nav.get().dialog).toBeNull();
  });

  it("keeps the first screen of the current tab, and starts another one afresh", () => {
    const nav = createNavigation(routes);
    const [key] = nav.keys();
    nav.push("detail");
    nav.tab("home");
    expect(nav.keys()).toEqual([key]);
    nav.tab("settings");
    expect(nav.get().stack).toEqual([{ route: "settings", params: {}, state: {} }]);
    expect(() => nav.tab("detail")).toThrow(/not a tab/);
  });

  it("writes silently without telling anybody, and never to an entry that is gone", () => {
    const nav = createNavigation(routes);
    const listener = vi.fn();
    nav.subscribe(listener);
    const key = nav.keys()[0]!;
    nav.write(key, "scroll", 10, true);
    expect(nav.get().stack[0]!.state).toEqual({ scroll: 10 });
    expect(listener).not.toHaveBeenCalled();
    nav.tab("settings");
    nav.write(key, "scroll", 99);
    expect(nav.get().stack[0]!.state).toEqual({});
  });
});
