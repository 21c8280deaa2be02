import type { Database } from "@tapworld/kit";
import { containing } from "./like";
import type { Category, Privacy, Query, Transaction, TransactionKind, TransactionStatus } from "./types";

export type ActivitySort = "newest" | "oldest" | "largest" | "smallest";

export interface ActivityFilter {
  text: string;
  kind: TransactionKind | "all";
  contactId: number | null;
  category: Category | "all";
  status: TransactionStatus | "all";
  /** From this moment on, epoch ms. */
  from: number | null;
  /** Before this moment, epoch ms. */
  before: number | null;
  minCents: number | null;
  maxCents: number | null;
  hidden: boolean;
  sort: ActivitySort;
}

export const NO_FILTER: ActivityFilter = {
  text: "", kind: "all", contactId: null, category: "all", status: "all", from: null, before: null, minCents: null, maxCents: null, hidden: false, sort: "newest",
};

export interface ActivityRow extends Transaction {
  card_label: string | null;
  card_last4: string | null;
}

const SELECT = `SELECT t.*, k.label AS card_label, k.last4 AS card_last4
  FROM transactions t LEFT JOIN cards k ON k.id = t.card_id`;

const ORDER: Record<ActivitySort, string> = {
  newest: "t.created_at DESC, t.id DESC",
  oldest: "t.created_at, t.id",
  largest: "t.amount_cents DESC, t.created_at DESC, t.id DESC",
  smallest: "t.amount_cents, t.created_at DESC, t.id DESC",
};

/** The transactions that a filter lets through, in its order. */
export function activityQuery(filter: ActivityFilter): Query {
  const where: string[] = [`t.is_hidden = ${filter.hidden ? 1 : 0}`];
  const params: Query["params"] = [];
  const add = (clause: string, ...values: Query["params"]): void => {
    where.push(clause);
    params.push(...values);
  };
  if (filter.text.trim() !== "") {
    const pattern = containing(filter.text);
    add(
      `(t.contact_name LIKE ? ESCAPE '\\' OR t.note LIKE ? ESCAPE '\\' OR t.reference LIKE ? ESCAPE '\\' OR k.label LIKE ? ESCAPE '\\'
        OR printf('%.2f', t.amount_cents / 100.0) LIKE ? ESCAPE '\\')`,
      pattern, pattern, pattern, pattern, pattern.replace(",", "."),
    );
  }
  if (filter.kind !== "all") add("t.kind = ?", filter.kind);
  if (filter.contactId !== null) add("t.contact_id = ?", filter.contactId);
  if (filter.category !== "all") add("t.category = ?", filter.category);
  if (filter.status !== "all") add("t.status = ?", filter.status);
  if (filter.from !== null) add("t.created_at >= ?", filter.from);
  if (filter.before !== null) add("t.created_at < ?", filter.before);
  if (filter.minCents !== null) add("t.amount_cents >= ?", filter.minCents);
  if (filter.maxCents !== null) add("t.amount_cents <= ?", filter.maxCents);
  return { sql: `${SELECT} WHERE ${where.join(" AND ")} ORDER BY ${ORDER[filter.sort]}`, params };
}

export function recentActivityQuery(limit: number): Query {
  return { sql: `${SELECT} WHERE t.is_hidden = 0 ORDER BY ${ORDER.newest} LIMIT ?`, params: [limit] };
}

export function historyWithQuery(contactId: number): Query {
  return activityQuery({ ...NO_FILTER, contactId });
}

export function transactionQuery(id: number): Query {
  return { sql: `${SELECT} WHERE t.id = ?`, params: [id] };
}

/** What a transaction did to the wallet, in cents, fee included; 0 when it did not go through. */
export function effectCents(transaction: Pick<Transaction, "kind" | "status" | "amount_cents" | "fee_cents">): number {
  if (transaction.status === "failed" || transaction.status === "cancelled") return 0;
  return signOf(transaction.kind) * transaction.amount_cents - transaction.fee_cents;
}

/** -1 for money that leaves the wallet, 1 for money that comes in. */
export function signOf(kind: TransactionKind): 1 | -1 {
  return kind === "send" || kind === "cash_out" ? -1 : 1;
}

export function setTransactionPrivacy(db: Database, id: number, privacy: Privacy): void {
  db.run("UPDATE transactions SET privacy = ? WHERE id = ?", [privacy, id]);
}

export function setTransactionCategory(db: Database, id: number, category: Category): void {
  db.run("UPDATE transactions SET category = ? WHERE id = ?", [category, id]);
}

export function setTransactionHidden(db: Database, id: number, hidden: boolean): void {
  db.run("UPDATE transactions SET is_hidden = ? WHERE id = ?", [hidden ? 1 : 0, id]);
}
