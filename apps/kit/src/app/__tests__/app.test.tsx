import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Database } from "../../data/types";
import { renderApp } from "../../testing";
import { demoApp } from "../../testing/demoApp";

function fill(db: Database) {
  for (let id = 1; id <= 60; id += 1) db.run("INSERT INTO items (id, name, is_done) VALUES (?, ?, ?)", [id, `Item ${id}`, id % 2]);
}

describe("an app", () => {
  it("goes into a screen, a dialog and back in Android's order", () => {
    const app = renderApp(demoApp, { database: fill });
    fireEvent.click(screen.getByTestId("row-2"));
    expect(app.ui().stack.map((entry) => entry.route)).toEqual(["items", "item"]);
    fireEvent.click(screen.getByTestId("delete"));
    expect(app.ui().dialog?.name).toBe("confirm-delete");
  });
});
