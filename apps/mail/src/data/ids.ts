import type { Database } from "@tapworld/kit";

/** Tables whose ids this app gives out. */
export type IdTable =
  | "threads"
  | "messages"
  | "recipients"
  | "labels"
  | "contacts"
  | "drafts"
  | "attachments"
  | "files"
  | "blocked_senders"
  | "search_history";

/** The next free id of a table, so that equal actions give equal rows. */
export function nextId(db: Database, table: IdTable): number {
  const row = db.get<{ id: number }>(`SELECT COALESCE(MAX(id), 0) + 1 AS id FROM ${table}`);
  return row?.id ?? 1;
}

/** `?, ?, ?` for an `IN (...)` over `values`. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}
