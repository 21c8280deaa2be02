import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { mdiCog } from "@mdi/js";

import { defineApp, Screen, useQuery, useScreenState } from "../../index";
import { renderApp, shown } from "../../testing";
import { createNavigation } from "../store";

const drawn = vi.fn();

function Counter() {
  drawn();
  const [count, setCount] = useScreenState<number>("count", 3);
  const rows = useQuery<{ name: string }>("SELECT name FROM items");
  return (
    <Screen title={`${rows.length} items, ${count}`}>
      <button data-testid="more" onClick={() => setCount((old) => old + 1)} />
      <div data-testid="strip" style={{ overflowX: "auto" }} />
    </Screen>
  );
}

const app = defineApp({
  id: "demo",
  title: "Demo",
  icon: mdiCog,
  accent: "teal",
  schema: "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
  tabs: [{ route: "counter", title: "Counter", icon: mdiCog }, { route: "other", title: "Other", icon: mdiCog }],
  screens: { counter: Counter, other: () => <Screen title="Other" />, detail: () => <Screen title="Detail" /> },
});

const tab = (route: string) => fireEvent.click(shown(`tab-${route}`));
const fill = (db: { run(sql: string): unknown }) => db.run("INSERT INTO items (id, name) VALUES (1, 'one')");

describe("tabs that nothing was done in", () => {
  beforeEach(() => drawn.mockClear());

  it("stay mounted, hidden, and stand for fresh ones without being drawn again", () => {
    const { ui } = renderApp(app, { database: fill });
    const node = screen.getByTestId("more");
    const opened = structuredClone(ui());
    tab("other");
    expect(node.closest("[aria-hidden='true']")).not.toBeNull();
    expect(ui().stack).toEqual([{ route: "other", params: {}, state: {} }]);
    tab("counter");
    expect(shown("more")).toBe(node);
    expect(ui()).toEqual(opened);
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a value of its state changed", () => fireEvent.click(shown("more"))],
    ["something in it was scrolled", () => fireEvent.scroll(shown("strip"))],
  ])("open afresh once %s", (_, change) => {
    const { ui } = renderApp(app, { database: fill });
    const node = screen.getByTestId("more");
    change();
    tab("other");
    expect(node.isConnected).toBe(false);
    tab("counter");
    expect(ui().stack[0]!.state).toEqual({ count: 3 });
  });

  it("open afresh once data was written, and are not drawn before", () => {
    const { database, container } = renderApp(app, { database: fill });
    const node = screen.getByTestId("more");
    tab("other");
    act(() => void database.run("INSERT INTO items (id, name) VALUES (2, 'two')"));
    expect(drawn).toHaveBeenCalledTimes(1);
    tab("counter");
    expect(node.isConnected).toBe(false);
    expect(container.textContent).toContain("2 items, 3");
  });

  it("open afresh after a state of theirs was loaded", () => {
    const { ui } = renderApp(app, { database: fill, ui: { stack: [{ route: "counter", state: { count: 9 } }] } });
    tab("other");
    tab("counter");
    expect(ui().stack[0]!.state).toEqual({ count: 3 });
  });
});

describe("a screen under another", () => {
  it("is drawn neither when it is covered nor when it comes back, unless data was written", () => {
    const { runtime, database, container } = renderApp(app, { database: fill });
    drawn.mockClear();
    act(() => runtime.navigation.push("detail"));
    act(() => void runtime.navigation.back());
    expect(drawn).not.toHaveBeenCalled();
    act(() => runtime.navigation.push("detail"));
    act(() => void database.run("DELETE FROM items"));
    expect(drawn).not.toHaveBeenCalled();
    act(() => void runtime.navigation.back());
    expect(container.textContent).toContain("0 items, 3");
  });
});

describe("the store", () => {
  it("takes no writes to a tab that is kept", () => {
    const store = createNavigation({ id: "demo", tabs: [{ route: "a" }, { route: "b" }], screens: { a: null, b: null } });
    const key = store.keys()[0]!;
    store.write(key, "scroll", 0, true);
    store.opened(key);
    store.tab("b");
    store.write(key, "scroll", 50);
    expect(store.read(key, "scroll")).toBe(0);
    expect(store.mounted()).toEqual([key, store.keys()[0]]);
    store.tab("a");
    expect(store.keys()).toEqual([key]);
  });
});
