import { describe, expect, it } from "vitest";
import { NOOR, NOW, SAM, session, wallet } from "../../testing/wallet";
import { checkShares, equalShares } from "../shares";
import { cancelSplit, checkSplit, createSplit, markPaid, membersQuery, settleSplit, type MemberRow } from "../splits";
import type { MoneyRequest, Split } from "../types";

const statuses = (db: ReturnType<typeof wallet>, splitId: number) =>
  db.all<MoneyRequest>("SELECT * FROM requests WHERE split_id = ? ORDER BY id", [splitId]).map((request) => request.status);
const status = (db: ReturnType<typeof wallet>, splitId: number) => db.get<Split>("SELECT * FROM splits WHERE id = ?", [splitId])?.status;

describe("shares", () => {
  it("add up to the total whatever the rounding", () => {
    expect(equalShares(1000, 3)).toEqual([334, 333, 333]);
    expect(equalShares(1001, 4)).toEqual([251, 250, 250, 250]);
    expect(equalShares(100_000, 3, 100)).toEqual([33_400, 33_300, 33_300]);
    for (let total = 1; total < 300; total += 7) expect(equalShares(total, 6).reduce((sum, share) => sum + share, 0)).toBe(total);
  });

  it("must add up when they are chosen by hand", () => {
    const money = (cents: number) => `${cents}c`;
    expect(checkShares(1000, [600, 400], money)).toBeNull();
    expect(checkShares(1000, [600, 300], money)?.message).toContain("100c of the total is not shared out");
    expect(checkShares(1000, [600, 500], money)?.message).toContain("100c above");
    expect(checkShares(1000, [600, null], money)?.message).toContain("everybody");
  });
});

describe("a split bill", () => {
  const input = { title: "Dinner", totalCents: 1000, shares: [{ contactId: null, shareCents: 334 }, { contactId: NOOR, shareCents: 333 }, { contactId: SAM, shareCents: 333 }] };

  it("asks everybody but the current user", () => {
    const db = wallet();
    const id = createSplit(db, session, input);
    const { sql, params } = membersQuery(id);
    expect(db.all<MemberRow>(sql, params)).toMatchObject([
      { contact_id: null, share_cents: 334, is_paid: 1, request_id: null },
      { contact_id: NOOR, share_cents: 333, is_paid: 0, request_status: "pending" },
      { contact_id: SAM, share_cents: 333, is_paid: 0, request_status: "pending" },
    ]);
    expect(db.get("SELECT COUNT(*) AS n FROM requests WHERE split_id = ? AND note = 'Dinner' AND created_at = ?", [id, NOW])).toEqual({ n: 2 });
  });

  it("needs a title, a total, people and shares that fit", () => {
    const db = wallet();
    const field = (change: object) => checkSplit(db, session, { ...input, ...change })?.field;
    expect(field({ title: " " })).toBe("title");
    expect(field({ totalCents: null })).toBe("total");
    expect(field({ shares: [{ contactId: null, shareCents: 1000 }] })).toBe("people");
    expect(field({ totalCents: 1001 })).toBe("shares");
  });

  it("is settled when the last one has paid", () => {
    const db = wallet();
    const id = createSplit(db, session, input);
    const members = db.all<MemberRow>(membersQuery(id).sql, membersQuery(id).params).slice(1).map((member) => member.id);
    markPaid(db, session, members[0] ?? 0);
    expect([status(db, id), statuses(db, id)]).toEqual(["open", ["paid", "pending"]]);
    markPaid(db, session, members[1] ?? 0);
    expect([status(db, id), statuses(db, id)]).toEqual(["settled", ["paid", "paid"]]);
    expect(() => settleSplit(db, session, id)).toThrow("closed");
  });

  it("can be settled or called off as a whole", () => {
    const db = wallet();
    const settled = createSplit(db, session, input);
    const off = createSplit(db, session, { ...input, title: "Taxi" });
    settleSplit(db, session, settled);
    cancelSplit(db, session, off);
    expect([status(db, settled), statuses(db, settled)]).toEqual(["settled", ["paid", "paid"]]);
    expect([status(db, off), statuses(db, off)]).toEqual(["cancelled", ["cancelled", "cancelled"]]);
  });
});
