import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { Database } from "../../data/types";
import { renderApp } from "../../testing";
import { demoApp } from "../../testing/demoApp";

function fill(db: Database) {
  for (let id = 1; id <= 30; id += 1) db.run("INSERT INTO items (id, name, is_done) VALUES (?, ?, ?)", [id, `Item ${id}`, id % 2]);
}

const press = (id: string) => fireEvent.click(screen.getByTestId(id));

describe("an app", () => {
  it("opens on its first tab and goes where it is told", () => {
    const app = renderApp(demoApp, { database: fill });
    expect(screen.getByTestId("tab-items").getAttribute("aria-selected")).toBe("true");
    expect(screen.queryByTestId("nav-back")).toBeNull();
    press("row-2");
    expect(app.ui().stack[1]).toEqual({ route: "item", params: { id: 3 }, state: { note: "" } });
    press("nav-back");
    expect(app.ui().stack).toHaveLength(1);
    press("tab-settings");
    expect(app.ui().stack).toEqual([{ route: "settings", params: {}, state: {} }]);
  });

  it("shows what was dumped, half-typed text and open dialog included", () => {
    const first = renderApp(demoApp, { database: fill });
    press("row-0");
    fireEvent.change(screen.getByTestId("note"), { target: { value: "half a thou" } });
    press("delete");
    const dumped = structuredClone(first.ui());
    const html = first.container.innerHTML;
    first.unmount();

    const second = renderApp(demoApp, { database: fill, ui: dumped });
    expect(second.container.innerHTML).toBe(html);
    expect(screen.getByTestId<HTMLInputElement>("note").value).toBe("half a thou");
    expect(second.ui()).toEqual(dumped);
  });

  it("deletes after confirming, offers undo, and the list follows the database", () => {
    const app = renderApp(demoApp, { database: fill });
    press("row-1");
    press("delete");
    press("confirm");
    expect(app.ui().dialog).toBeNull();
    expect(screen.getByTestId("row-1").textContent).toContain("Item 3");
    expect(screen.getByTestId("toast").textContent).toContain("Item deleted");
    press("toast-action");
    expect(screen.getByTestId("row-1").textContent).toContain("Item 2");
    expect(screen.queryByTestId("toast")).toBeNull();
  });

  it("leaves everything as it was when the dialog is cancelled or touched beside", () => {
    const app = renderApp(demoApp, { database: fill, ui: { stack: [{ route: "items" }, { route: "item", params: { id: 1 } }], dialog: { name: "confirm-delete", params: { id: 1 } } } });
    press("cancel");
    expect(app.ui().dialog).toBeNull();
    press("delete");
    press("scrim");
    expect(app.ui().dialog).toBeNull();
    expect(app.database.get("SELECT COUNT(*) AS n FROM items")).toEqual({ n: 30 });
  });

  it("draws more rows only when the scroll comes near them", () => {
    renderApp(demoApp, { database: fill });
    expect(screen.getAllByTestId(/^row-/).length).toBeLessThan(30);
  });

  it("keeps an error to the screen that has it, so that back still works", () => {
    const onError = vi.fn();
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const app = renderApp(demoApp, {
      database: (db) => db.run("INSERT INTO items (id, name) VALUES (1, 'broken')"),
      ui: { stack: [{ route: "items" }, { route: "item", params: { id: 1 } }] },
      onError,
    });
    expect(screen.getByTestId("crashed").textContent).toContain("Demo has stopped");
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "This item cannot be shown" }));
    act(() => void app.runtime.navigation.back());
    expect(screen.queryByTestId("crashed")).toBeNull();
    expect(screen.getByTestId("row-0")).toBeTruthy();
    quiet.mockRestore();
  });

  it("looks different in another theme, with the same test ids", () => {
    const ids = (theme: string) => {
      const app = renderApp(demoApp, { database: fill, theme });
      const found = [...app.container.querySelectorAll("[data-testid]")].map((node) => node.getAttribute("data-testid"));
      const html = app.container.innerHTML;
      app.unmount();
      return { found: new Set(found), html };
    };
    const [a, b] = [ids("daylight"), ids("contrast-dark")];
    expect(b.found).toEqual(a.found);
    expect(b.html).not.toBe(a.html);
  });
});
