import type { PartialUIState } from "@tapworld/kit";
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp, shown } from "../../../../kit/src/testing";
import { app } from "../../index";
import { balanceOf, BANK, fillWallet, INCOMING, NOW, SAM } from "../../testing/wallet";
import type { Transaction } from "../../data/types";

const on = (route: string, params: Record<string, number> = {}, tab = "home"): PartialUIState => ({
  stack: route === tab ? [{ route: tab }] : [{ route: tab }, { route, params }],
});

function open(ui: PartialUIState, settings: Record<string, string> = {}) {
  return renderApp(app, {
    ui,
    database: (db) => {
      fillWallet(db);
      for (const [key, value] of Object.entries(settings)) db.run("INSERT INTO settings (key, value) VALUES (?, ?)", [key, value]);
    },
  });
}

const at = shown;
const tap = (id: string) => fireEvent.click(shown(id));
const type = (id: string, text: string) => fireEvent.change(at(id), { target: { value: text } });

describe("sending", () => {
  it("goes from the home screen to a receipt", () => {
    const { database, ui } = open(on("home"));
    tap("send");
    type("recipient", "sam");
    tap("row-0");
    type("amount", "12.50");
    type("note", "Lunch");
    tap("privacy-private");
    tap("review");
    tap("confirm");
    expect(database.get<Transaction>("SELECT * FROM transactions ORDER BY id DESC LIMIT 1")).toMatchObject({
      contact_id: SAM, amount_cents: 1250, note: "Lunch", privacy: "private", category: "other",
    });
    expect(balanceOf(database)).toBe(8750);
    expect(ui().stack.map((entry) => entry.route)).toEqual(["home", "transaction"]);
  });

  it("stops at the form when the balance is too small", () => {
    const { database, ui } = open(on("send", { contactId: SAM }));
    type("amount", "100.01");
    tap("review");
    expect(screen.getByText(/Your balance is \$100\.00/)).toBeTruthy();
    expect(ui().stack.at(-1)?.route).toBe("send");
    expect(balanceOf(database)).toBe(10_000);
  });

  it("asks for the PIN and refuses a wrong one", () => {
    const { database } = open(on("send", { contactId: SAM }), { pin: "4071", pin_required: "always" });
    type("amount", "5");
    tap("review");
    type("pin", "1111");
    tap("confirm");
    expect(screen.getByText(/PIN is wrong/)).toBeTruthy();
    expect(balanceOf(database)).toBe(10_000);
    type("pin", "4071");
    tap("confirm");
    expect(balanceOf(database)).toBe(9500);
  });
});

describe("requests", () => {
  it("are paid with the amount that was asked for", () => {
    const { database } = open(on("request", { requestId: INCOMING }, "requests"));
    tap("pay");
    expect((at("amount") as HTMLInputElement).value).toBe("15.00");
    tap("review");
    tap("confirm");
    expect(database.get("SELECT status, resolved_at FROM requests WHERE id = 1")).toEqual({ status: "paid", resolved_at: NOW });
  });

  it("are declined after a question, and undone from the toast", () => {
    const { database } = open(on("request", { requestId: INCOMING }, "requests"));
    const status = () => database.get<{ status: string }>("SELECT status FROM requests WHERE id = 1")?.status;
    tap("decline");
    tap("cancel");
    expect(status()).toBe("pending");
    tap("decline");
    tap("confirm");
    expect(status()).toBe("declined");
    tap("toast-action");
    expect(status()).toBe("pending");
  });
});

describe("money in and out", () => {
  it("shows the fee before an instant cash out", () => {
    const { database } = open(on("cash-out"));
    type("amount", "20");
    tap("speed-instant");
    expect(at("fee").textContent).toContain("$0.30");
    tap("confirm");
    expect(balanceOf(database)).toBe(7970);
  });

  it("splits a bill into shares that add up", () => {
    const { database } = open(on("split-new"));
    type("title", "Dinner");
    type("total", "10");
    tap("row-1");
    tap("row-2");
    tap("confirm");
    expect(database.all("SELECT share_cents FROM split_members ORDER BY id")).toEqual([{ share_cents: 334 }, { share_cents: 333 }, { share_cents: 333 }]);
  });
});

describe("a hidden payment", () => {
  it("comes back with undo", () => {
    const { database } = open(on("transaction", { transactionId: 1 }, "activity"));
    const hidden = () => database.get<{ is_hidden: number }>("SELECT is_hidden FROM transactions WHERE id = 1")?.is_hidden;
    tap("hide");
    expect(hidden()).toBe(1);
    tap("toast-action");
    expect(hidden()).toBe(0);
  });
});

describe("every screen", () => {
  const PARAMS: Record<string, Record<string, number>> = {
    transaction: { transactionId: 1 }, request: { requestId: INCOMING }, person: { contactId: SAM }, card: { cardId: BANK },
    "person-edit": { contactId: SAM }, split: { splitId: 9 },
  };

  it.each(Object.keys(app.screens))("renders %s, and writes nothing by it", (route) => {
    const tabs = app.tabs.map((tab) => tab.route);
    const { database, ui } = open(tabs.includes(route) ? { stack: [{ route }] } : on(route, PARAMS[route] ?? {}));
    expect(ui().stack.at(-1)?.route).toBe(route);
    expect(database.get("SELECT COUNT(*) AS n FROM transactions")).toEqual({ n: 5 });
    expect(database.get("SELECT COUNT(*) AS n FROM settings")).toEqual({ n: 0 });
  });
});
