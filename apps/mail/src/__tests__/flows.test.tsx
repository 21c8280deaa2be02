import { renderApp, shown } from "@tapworld/kit/testing";
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { app } from "../index";
import { fill } from "./fixture";

const tap = (id: string) => fireEvent.click(shown(id));
const type = (id: string, text: string) => fireEvent.change(screen.getByTestId(id), { target: { value: text } });
const start = (ui: Parameters<typeof renderApp>[1] = {}) => renderApp(app, { database: fill, ...ui });

describe("mail", () => {
  it("opens a thread, which marks it read, and archives it with undo", () => {
    const { database, ui } = start();
    tap("row-0");
    expect(ui().stack.map((entry) => entry.route)).toEqual(["inbox", "thread"]);
    expect(database.get("SELECT MIN(is_read) AS read FROM messages WHERE thread_id = 1")).toEqual({ read: 1 });
    tap("archive");
    expect(ui().stack.map((entry) => entry.route)).toEqual(["inbox"]);
    expect(database.get("SELECT folder FROM threads WHERE id = 1")).toEqual({ folder: "archive" });
    tap("toast-action");
    expect(database.get("SELECT folder FROM threads WHERE id = 1")).toEqual({ folder: "inbox" });
  });

  it("asks before deleting when the user wants it", () => {
    const { database, ui } = start({
      database: (db) => {
        fill(db);
        db.run("INSERT INTO settings (key, value) VALUES ('confirm_delete', '1')");
      },
      ui: { stack: [{ route: "inbox" }, { route: "thread", params: { threadId: 2 } }] },
    });
    tap("delete");
    expect(ui().dialog?.name).toBe("confirm-delete");
    expect(database.get("SELECT folder FROM threads WHERE id = 2")).toEqual({ folder: "inbox" });
    tap("confirm");
    expect(database.get("SELECT folder FROM threads WHERE id = 2")).toEqual({ folder: "trash" });
    expect(ui().stack).toHaveLength(1);
  });

  it("sends a mail to a suggested contact", () => {
    const { database, ui } = start();
    tap("compose");
    type("to", "noo");
    tap("to-suggestion-0");
    type("subject", "Lunch");
    type("body", "At one?");
    tap("send");
    expect(ui().stack).toHaveLength(1);
    expect(database.get("SELECT email FROM recipients ORDER BY id DESC")).toEqual({ email: "noor@mail.example" });
  });

  it("says why a mail cannot go, and sends nothing", () => {
    const { database } = start({ ui: { stack: [{ route: "inbox" }, { route: "compose" }] } });
    type("to", "noor");
    tap("send");
    expect(screen.getByText(/is not an e-mail address/)).toBeTruthy();
    expect(database.get("SELECT COUNT(*) AS n FROM messages")).toEqual({ n: 8 });
  });

  it("keeps a draft only when something was written", () => {
    const { database } = start();
    tap("compose");
    tap("nav-back");
    expect(database.get("SELECT COUNT(*) AS n FROM drafts")).toEqual({ n: 1 });
    tap("compose");
    type("subject", "Later");
    tap("nav-back");
    expect(database.get("SELECT subject, mode FROM drafts ORDER BY id DESC")).toEqual({ subject: "Later", mode: "new" });
  });

  it("leaves an unchanged draft as it was and discards one after a question", () => {
    const { database, ui } = start({ ui: { stack: [{ route: "folders" }, { route: "drafts" }] } });
    const before = database.all("SELECT * FROM drafts");
    tap("row-0");
    tap("nav-back");
    expect(database.all("SELECT * FROM drafts")).toEqual(before);
    tap("row-0");
    tap("discard");
    tap("confirm");
    expect(database.all("SELECT * FROM drafts")).toEqual([]);
    expect(ui().stack.at(-1)?.route).toBe("drafts");
  });

  it("works on several conversations at once", () => {
    const { database, ui } = start({ ui: { stack: [{ route: "inbox", state: { selection: [1, 3] } }] } });
    expect(screen.getByText("2 selected")).toBeTruthy();
    tap("row-1");
    tap("archive");
    expect(database.all("SELECT id FROM threads WHERE folder = 'archive' ORDER BY id")).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
      { id: 5 },
    ]);
    expect(ui().stack[0]?.state.selection).toEqual([]);
    tap("toast-action");
    expect(database.get("SELECT COUNT(*) AS n FROM threads WHERE folder = 'inbox'")).toEqual({ n: 4 });
  });

  it("labels a conversation and leaves untouched labels alone", () => {
    const { database } = start({ ui: { stack: [{ route: "inbox" }, { route: "apply-labels", params: { threadIds: [1, 2] } }] } });
    tap("label-0");
    tap("save");
    expect(database.all("SELECT message_id, label_id FROM message_labels ORDER BY label_id, message_id")).toEqual([
      { message_id: 1, label_id: 1 },
      { message_id: 2, label_id: 1 },
      { message_id: 3, label_id: 1 },
      { message_id: 3, label_id: 2 },
    ]);
  });

  it("shows every screen on an empty mailbox", () => {
    const empty = (db: Parameters<typeof fill>[0]) =>
      db.run("INSERT INTO accounts (id, name, email, kind, is_primary) VALUES (1, 'Ada', 'ada@mail.example', 'personal', 1)");
    for (const route of Object.keys(app.screens)) {
      const params = { threadId: 1, messageId: 1, attachmentId: 1, contactId: 1, accountId: 1, mailbox: "trash", labelId: 1, threadIds: [] };
      const deep = app.tabs.some((tab) => tab.route === route) ? [] : [{ route, params: route === "compose" ? {} : params }];
      const { unmount } = start({ database: empty, ui: { stack: [{ route: deep.length ? "inbox" : route }, ...deep] } });
      expect(screen.getAllByRole("banner").length).toBeGreaterThan(0);
      unmount();
    }
  });
});
