import type { Database, Session } from "@tapworld/kit";
import { nextId } from "./wallet";
import type { Query } from "./types";

export const HISTORY_LENGTH = 8;

export interface HistoryRow {
  id: number;
  query: string;
  searched_at: number;
}

export const searchHistoryQuery: Query = {
  sql: "SELECT * FROM search_history ORDER BY searched_at DESC, id DESC LIMIT ?",
  params: [HISTORY_LENGTH],
};

/** Remembers a search that was carried out; the same words move up instead of standing twice. */
export function rememberSearch(db: Database, session: Session, query: string): void {
  const text = query.trim();
  if (text === "") return;
  db.run(
    "INSERT INTO search_history (id, query, searched_at) VALUES (?, ?, ?) ON CONFLICT (query) DO UPDATE SET searched_at = excluded.searched_at",
    [nextId(db, "search_history"), text, session.now()],
  );
}

export function forgetSearch(db: Database, id: number): void {
  db.run("DELETE FROM search_history WHERE id = ?", [id]);
}

export function clearSearchHistory(db: Database): void {
  db.run("DELETE FROM search_history");
}
