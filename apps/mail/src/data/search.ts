import type { Database, Session } from "@tapworld/kit";

import { nextId } from "./ids";
import { type Query, itemQuery } from "./thread-list";

export type Scope = "all" | "inbox" | "archive" | "sent" | "spam" | "trash";

export type SearchFilters = {
  text: string;
  from: string;
  labelId: number;
  after: number | null;
  before: number | null;
  hasAttachment: boolean;
  unread: boolean;
  scope: Scope;
};

export const NO_FILTERS: SearchFilters = {
  text: "",
  from: "",
  labelId: 0,
  after: null,
  before: null,
  hasAttachment: false,
  unread: false,
  scope: "all",
};

/** All mail from or to one address. */
export function withPerson(email: string): SearchFilters {
  return { ...NO_FILTERS, text: email };
}

/** Whether the filters ask for anything, so that there are results to show. */
export function asksSomething(filters: SearchFilters): boolean {
  return (
    filters.text.trim() !== "" ||
    filters.from.trim() !== "" ||
    filters.labelId !== 0 ||
    filters.after !== null ||
    filters.before !== null ||
    filters.hasAttachment ||
    filters.unread
  );
}

const WORD_IN = `(m.subject LIKE ?1 ESCAPE '\\' OR m.body LIKE ?1 ESCAPE '\\' OR m.from_name LIKE ?1 ESCAPE '\\'
  OR m.from_email LIKE ?1 ESCAPE '\\'
  OR EXISTS (SELECT 1 FROM recipients r WHERE r.message_id = m.id AND (r.name LIKE ?1 ESCAPE '\\' OR r.email LIKE ?1 ESCAPE '\\'))
  OR EXISTS (SELECT 1 FROM attachments a WHERE a.message_id = m.id AND a.name LIKE ?1 ESCAPE '\\'))`;

function like(text: string): string {
  return `%${text.replace(/[\\%_]/gu, "\\$&")}%`;
}

const SCOPES: Record<Exclude<Scope, "inbox">, string> = {
  all: "t.folder NOT IN ('spam', 'trash')",
  archive: "t.folder = 'archive'",
  sent: "t.folder NOT IN ('spam', 'trash') AND m.is_outgoing = 1",
  spam: "t.folder = 'spam'",
  trash: "t.folder = 'trash'",
};

/**
 * Threads with a message that meets every filter: all words of the text somewhere in its subject, body,
 * people or attachments' names, and the others each.
 */
export function searchQuery(filters: SearchFilters, session: Session): Query {
  const params: (string | number)[] = [];
  const conditions: string[] = [];
  const add = (sql: string, value: string | number) => {
    params.push(value);
    conditions.push(sql.replaceAll("?1", `?${params.length}`));
  };
  if (filters.scope === "inbox") {
    // What the inbox shows: snoozed mail is not in it.
    add("t.folder = 'inbox' AND (t.snoozed_until IS NULL OR t.snoozed_until <= ?1)", session.now());
  } else {
    conditions.push(SCOPES[filters.scope]);
  }
  for (const word of filters.text.trim().split(/\s+/u).filter(Boolean)) add(WORD_IN, like(word));
  if (filters.from.trim() !== "") {
    add("(m.from_name LIKE ?1 ESCAPE '\\' OR m.from_email LIKE ?1 ESCAPE '\\')", like(filters.from.trim()));
  }
  if (filters.labelId !== 0) {
    add("EXISTS (SELECT 1 FROM message_labels ml WHERE ml.message_id = m.id AND ml.label_id = ?1)", filters.labelId);
  }
  if (filters.after !== null) add("m.sent_at >= ?1", session.startOfDay(filters.after));
  if (filters.before !== null) {
    add("m.sent_at < ?1", session.addDays(session.startOfDay(filters.before), 1));
  }
  if (filters.hasAttachment) {
    conditions.push("EXISTS (SELECT 1 FROM attachments a WHERE a.message_id = m.id)");
  }
  if (filters.unread) conditions.push("m.is_read = 0");
  const where = `EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = t.id AND ${conditions.join(" AND ")})`;
  return itemQuery({ sql: where, params }, "t.last_at DESC, t.id DESC");
}

export const HISTORY_SQL = "SELECT * FROM search_history ORDER BY searched_at DESC, id DESC LIMIT 10";

export function rememberSearch(db: Database, session: Session, text: string): void {
  const query = text.trim();
  if (query === "") return;
  db.transaction(() => {
    db.run(
      `INSERT INTO search_history (id, query, searched_at) VALUES (?, ?, ?)
       ON CONFLICT (query) DO UPDATE SET searched_at = excluded.searched_at`,
      [nextId(db, "search_history"), query, session.now()],
    );
  });
}

export function forgetSearch(db: Database, id: number): void {
  db.run("DELETE FROM search_history WHERE id = ?", [id]);
}

export function clearHistory(db: Database): void {
  db.run("DELETE FROM search_history");
}
