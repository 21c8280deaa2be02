import { describe, expect, it } from "vitest";
import { NOOR, NOW, SAM, wallet } from "../../testing/wallet";
import { activityQuery, effectCents, historyWithQuery, NO_FILTER, setTransactionHidden, type ActivityFilter, type ActivityRow } from "../activity";

const DAY = 24 * 60 * 60 * 1000;
const db = () => wallet();

function ids(database: ReturnType<typeof wallet>, filter: Partial<ActivityFilter>): number[] {
  const { sql, params } = activityQuery({ ...NO_FILTER, ...filter });
  return database.all<ActivityRow>(sql, params).map((row) => row.id);
}

describe("activity", () => {
  it.each<[Partial<ActivityFilter>, number[]]>([
    [{}, [5, 4, 3, 2, 1]],
    [{ kind: "send" }, [5, 3, 1]],
    [{ contactId: NOOR }, [3, 1]],
    [{ category: "food" }, [5, 1]],
    [{ status: "failed" }, [5]],
    [{ from: NOW - 6 * DAY, before: NOW - 4 * DAY }, [3]],
    [{ minCents: 1250, maxCents: 3000 }, [3, 2, 1]],
    [{ sort: "oldest" }, [1, 2, 3, 4, 5]],
    [{ sort: "largest" }, [4, 3, 1, 2, 5]],
    [{ sort: "smallest" }, [5, 2, 1, 3, 4]],
    [{ text: "noor" }, [3, 1]],
    [{ text: "PX-T0004" }, [4]],
    [{ text: "everyday" }, [4]],
    [{ text: "12,50" }, [2]],
    [{ text: "50%" }, [2]],
    [{ text: "%" }, [2]],
    [{ kind: "send", category: "food", contactId: SAM }, [5]],
  ])("filters by %o", (filter, expected) => {
    expect(ids(db(), filter)).toEqual(expected);
  });

  it("keeps hidden payments out until they are asked for", () => {
    const database = db();
    setTransactionHidden(database, 3, true);
    expect(ids(database, {})).toEqual([5, 4, 2, 1]);
    expect(ids(database, { hidden: true })).toEqual([3]);
    const { sql, params } = historyWithQuery(NOOR);
    expect(database.all<ActivityRow>(sql, params).map((row) => row.id)).toEqual([1]);
  });

  it("knows what a payment did to the wallet", () => {
    const effect = (kind: ActivityRow["kind"], status: ActivityRow["status"], fee = 0) => effectCents({ kind, status, amount_cents: 1000, fee_cents: fee });
    expect(effect("send", "completed")).toBe(-1000);
    expect(effect("cash_out", "pending", 15)).toBe(-1015);
    expect(effect("receive", "completed")).toBe(1000);
    expect(effect("send", "failed")).toBe(0);
  });
});
