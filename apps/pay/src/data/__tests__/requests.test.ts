import { describe, expect, it } from "vitest";
import { BLOCKED, INCOMING, NOOR, NOW, OUTGOING, SAM, session, wallet } from "../../testing/wallet";
import { cancelRequest, checkRequest, declineRequest, remindRequest, reopenRequest, requestMoney, requestsQuery } from "../requests";
import type { MoneyRequest } from "../types";

const row = (db: ReturnType<typeof wallet>, id: number) => db.get<MoneyRequest>("SELECT * FROM requests WHERE id = ?", [id]);

describe("requests", () => {
  it("asks every chosen person for the same amount", () => {
    const db = wallet();
    const ids = requestMoney(db, session, { contactIds: [SAM, NOOR], amountCents: 1234, note: "Tickets" });
    expect(ids.map((id) => row(db, id))).toMatchObject([
      { direction: "outgoing", contact_id: SAM, amount_cents: 1234, note: "Tickets", status: "pending", created_at: NOW },
      { direction: "outgoing", contact_id: NOOR, amount_cents: 1234 },
    ]);
  });

  it.each([
    [{ contactIds: [], amountCents: 100, note: "" }, "people"],
    [{ contactIds: [BLOCKED], amountCents: 100, note: "" }, "people"],
    [{ contactIds: [SAM], amountCents: null, note: "" }, "amount"],
  ])("refuses %o", (input, field) => {
    expect(checkRequest(wallet(), input)?.field).toBe(field);
  });

  it("is declined by the one who is asked and cancelled by the one who asks", () => {
    const db = wallet();
    declineRequest(db, session, INCOMING);
    cancelRequest(db, session, OUTGOING);
    expect(row(db, INCOMING)).toMatchObject({ status: "declined", resolved_at: NOW });
    expect(row(db, OUTGOING)).toMatchObject({ status: "cancelled", resolved_at: NOW });
    expect(() => declineRequest(db, session, INCOMING)).toThrow("no longer open");
    reopenRequest(db, INCOMING);
    expect(row(db, INCOMING)).toMatchObject({ status: "pending", resolved_at: null });
    expect(() => declineRequest(db, session, OUTGOING)).toThrow("no longer open");
  });

  it("reminds at most once a day", () => {
    const db = wallet();
    remindRequest(db, session, OUTGOING);
    expect(row(db, OUTGOING)?.reminded_at).toBe(NOW);
    expect(() => remindRequest(db, session, OUTGOING)).toThrow("less than a day ago");
  });

  it("lists by direction, state and words", () => {
    const db = wallet();
    const ids = (query: { sql: string; params: readonly (string | number | null | Uint8Array)[] }) => db.all<MoneyRequest>(query.sql, query.params).map((request) => request.id);
    expect(ids(requestsQuery("incoming", "pending"))).toEqual([INCOMING]);
    expect(ids(requestsQuery("outgoing", "all", "taxi"))).toEqual([OUTGOING]);
    expect(ids(requestsQuery("outgoing", "done"))).toEqual([]);
  });
});
