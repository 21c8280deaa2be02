import { describe, expect, it } from "vitest";
import { balanceOf, BANK, CREDIT, DEBIT, NOW, session, wallet } from "../../testing/wallet";
import { checkCardInput, isExpired, passesLuhn } from "../cardNumber";
import { addCard, cardsQuery, makeDefaultCard, removeCard, setCardFrozen } from "../cards";
import { addMoney, cashOut, cashOutFee, checkAddMoney, checkCashOut } from "../transfers";
import type { PayCard, Transaction } from "../types";

describe("cash out", () => {
  it("costs 1.5 % when it is instant, rounded half up to the smallest unit", () => {
    expect(cashOutFee(1000, "instant", "USD")).toBe(15);
    expect(cashOutFee(1033, "instant", "USD")).toBe(15);
    expect(cashOutFee(1034, "instant", "USD")).toBe(16);
    expect(cashOutFee(123_400, "instant", "JPY")).toBe(1900);
    expect(cashOutFee(1034, "standard", "USD")).toBe(0);
  });

  it("takes amount and fee from the wallet", () => {
    const db = wallet();
    const instant = cashOut(db, session, { cardId: BANK, amountCents: 2000, speed: "instant" });
    const standard = cashOut(db, session, { cardId: DEBIT, amountCents: 1000, speed: "standard" });
    const row = (id: number) => db.get<Transaction>("SELECT * FROM transactions WHERE id = ?", [id]);
    expect(row(instant)).toMatchObject({ kind: "cash_out", amount_cents: 2000, fee_cents: 30, balance_after_cents: 7970, status: "completed", card_id: BANK });
    expect(row(standard)).toMatchObject({ fee_cents: 0, balance_after_cents: 6970, status: "pending", privacy: "private" });
    expect(balanceOf(db)).toBe(6970);
  });

  it("refuses too little, too much with the fee, credit cards and frozen ones", () => {
    const db = wallet();
    const check = (cardId: number, amountCents: number, speed: "standard" | "instant" = "standard") => checkCashOut(db, session, { cardId, amountCents, speed })?.message;
    expect(check(BANK, 499)).toContain("at least $5.00");
    expect(check(BANK, 10_000)).toBeUndefined();
    expect(check(BANK, 10_000, "instant")).toContain("the fee is $1.50");
    expect(check(CREDIT, 1000)).toContain("credit card");
    setCardFrozen(db, BANK, true);
    expect(check(BANK, 1000)).toContain("frozen");
  });
});

describe("adding money", () => {
  it("raises the balance", () => {
    const db = wallet();
    addMoney(db, session, { cardId: CREDIT, amountCents: 2500 });
    expect(balanceOf(db)).toBe(12_500);
  });

  it("keeps to the least and the most, and to cards that work", () => {
    const db = wallet();
    expect(checkAddMoney(db, session, { cardId: DEBIT, amountCents: 99 })?.field).toBe("amount");
    expect(checkAddMoney(db, session, { cardId: DEBIT, amountCents: 200_001 })?.field).toBe("amount");
    expect(checkAddMoney(db, session, { cardId: null, amountCents: 500 })?.field).toBe("card");
    db.run("UPDATE cards SET expires = '02/25' WHERE id = ?", [DEBIT]);
    expect(checkAddMoney(db, session, { cardId: DEBIT, amountCents: 500 })?.message).toContain("expired");
  });
});

describe("cards", () => {
  it("are checked by checksum and month", () => {
    expect(passesLuhn("4539578763621486")).toBe(true);
    expect(passesLuhn("4539578763621487")).toBe(false);
    expect(isExpired("02/25", NOW)).toBe(true);
    expect(isExpired("03/25", NOW)).toBe(false);
    const card = { kind: "debit" as const, label: "Travel", number: "4539 5787 6362 1486", expires: "04/27" };
    const field = (change: object) => checkCardInput({ ...card, ...change }, NOW)?.field;
    expect(field({})).toBeUndefined();
    expect(field({ label: "" })).toBe("label");
    expect(field({ number: "4539 5787 6362 1487" })).toBe("number");
    expect(field({ expires: "13/27" })).toBe("expires");
    expect(field({ expires: "02/25" })).toBe("expires");
    expect(field({ kind: "bank", number: "US40 1234 5678", expires: "" })).toBeUndefined();
  });

  it("keep the last four digits and refuse the same card twice", () => {
    const db = wallet();
    const input = { kind: "debit" as const, label: "Travel", number: "4539578763621486", expires: "04/27" };
    const id = addCard(db, session, input);
    expect(db.get<PayCard>("SELECT * FROM cards WHERE id = ?", [id])).toMatchObject({ last4: "1486", is_default: 0, added_at: NOW });
    expect(() => addCard(db, session, input)).toThrow("already");
  });

  it("always have one default among those that are left", () => {
    const db = wallet();
    const defaults = () => db.all<PayCard>(cardsQuery.sql).filter((card) => card.is_default).map((card) => card.id);
    makeDefaultCard(db, CREDIT);
    expect(defaults()).toEqual([CREDIT]);
    removeCard(db, CREDIT);
    expect(defaults()).toEqual([DEBIT]);
    setCardFrozen(db, BANK, true);
    expect(() => makeDefaultCard(db, BANK)).toThrow("Unfreeze");
  });
});
