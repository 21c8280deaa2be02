import { describe, expect, it } from "vitest";
import { balanceOf, BLOCKED, INCOMING, NOOR, NOW, SAM, session, wallet } from "../../testing/wallet";
import { checkPayment, sendMoney, type Payment } from "../payments";
import { checkPin, changePin, needsPin, removePin } from "../pin";
import { readSettings } from "../settings";
import { referenceOf } from "../references";
import { sentInWeek } from "../limits";
import type { Transaction } from "../types";

const payment = (change: Partial<Payment> = {}): Payment => ({
  contactId: SAM, amountCents: 2500, note: " Lunch ", category: "food", privacy: "private", ...change,
});

describe("sending money", () => {
  it("writes the payment, lowers the balance and touches the recents", () => {
    const db = wallet();
    const id = sendMoney(db, session, payment());
    const row = db.get<Transaction>("SELECT * FROM transactions WHERE id = ?", [id]);
    expect(row).toMatchObject({
      id: 6, kind: "send", contact_id: SAM, contact_name: "Sam Ortiz", amount_cents: 2500, balance_after_cents: 7500,
      note: "Lunch", category: "food", privacy: "private", status: "completed", reference: referenceOf(6), created_at: NOW,
    });
    expect(balanceOf(db)).toBe(7500);
    expect(db.get("SELECT last_at FROM recents WHERE contact_id = ?", [SAM])).toEqual({ last_at: NOW });
  });

  it.each([
    [{ contactId: null }, "recipient", "Choose who"],
    [{ contactId: BLOCKED }, "recipient", "blocked Golden Wheel"],
    [{ amountCents: null }, "amount", "above zero"],
    [{ amountCents: 10_001 }, "amount", "Your balance is $100.00"],
    [{ note: "x".repeat(141) }, "note", "140"],
  ])("refuses %o", (change, field, words) => {
    const db = wallet();
    const problem = checkPayment(db, session, payment(change));
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(words);
    expect(() => sendMoney(db, session, payment(change))).toThrow(words);
    expect(balanceOf(db)).toBe(10_000);
  });

  it("keeps to the limit per payment, up to and including it", () => {
    const db = wallet({ limit_payment_cents: "2500" });
    expect(checkPayment(db, session, payment())).toBeNull();
    expect(checkPayment(db, session, payment({ amountCents: 2501 }))?.message).toContain("limit per payment is $25.00");
  });

  it("counts the completed payments of the last seven days against the weekly limit", () => {
    const db = wallet({ limit_week_cents: "5000" });
    expect(sentInWeek(db, NOW)).toBe(3000);
    expect(checkPayment(db, session, payment({ amountCents: 2000 }))).toBeNull();
    expect(checkPayment(db, session, payment({ amountCents: 2001 }))?.message).toContain("$20.00 of it is left");
  });

  it("pays an open incoming request once", () => {
    const db = wallet();
    const pay = payment({ contactId: NOOR, amountCents: 1500, requestId: INCOMING });
    sendMoney(db, session, pay);
    expect(db.get("SELECT status, resolved_at FROM requests WHERE id = 1")).toEqual({ status: "paid", resolved_at: NOW });
    expect(checkPayment(db, session, pay)?.field).toBe("request");
  });

  it("gives references that differ from those already there", () => {
    const db = wallet();
    db.run("UPDATE transactions SET reference = ? WHERE id = 1", [referenceOf(6)]);
    sendMoney(db, session, payment());
    expect(db.get<Transaction>("SELECT * FROM transactions WHERE id = 6")?.reference).toBe(referenceOf(7));
    expect(new Set(Array.from({ length: 5000 }, (_, n) => referenceOf(n))).size).toBe(5000);
  });
});

describe("the PIN", () => {
  it("is asked for always, above an amount, or never", () => {
    const always = readSettings(wallet({ pin: "4071", pin_required: "always" }));
    const above = readSettings(wallet({ pin: "4071", pin_required: "over_limit", pin_threshold_cents: "2500" }));
    const without = readSettings(wallet({ pin_required: "always" }));
    expect([always, above, without].map((settings) => needsPin(settings, 2500))).toEqual([true, false, false]);
    expect(needsPin(above, 2501)).toBe(true);
    expect(checkPin(always, 1, "")?.message).toContain("Enter your PIN");
    expect(checkPin(always, 1, "4070")?.message).toContain("wrong");
    expect(checkPin(always, 1, "4071")).toBeNull();
  });

  it("changes with the old one and four new digits entered twice", () => {
    const db = wallet({ pin: "4071", pin_required: "over_limit" });
    const refused = (current: string, next: string, repeat: string) => () => changePin(db, { current, next, repeat });
    expect(refused("0000", "1234", "1234")).toThrow("current PIN is wrong");
    expect(refused("4071", "123", "123")).toThrow("four digits");
    expect(refused("4071", "1234", "1243")).toThrow("do not match");
    changePin(db, { current: "4071", next: "1234", repeat: "1234" });
    expect(readSettings(db)).toMatchObject({ pin: "1234", pinRequired: "over_limit" });
    removePin(db, "1234");
    expect(readSettings(db)).toMatchObject({ pin: "", pinRequired: "never" });
  });

  it("is asked for from the start once it is set", () => {
    const db = wallet({ pin_required: "never" });
    changePin(db, { current: "", next: "1234", repeat: "1234" });
    expect(readSettings(db).pinRequired).toBe("always");
  });
});
