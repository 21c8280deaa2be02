import type { Database, Session } from "@tapworld/kit";
import { checkAmount } from "./currency";
import { MAX_NOTE, touchRecent } from "./payments";
import { refuse } from "./problem";
import { containing } from "./like";
import { nextId, readWallet } from "./wallet";
import type { Contact, MoneyRequest, Problem, Query, RequestDirection } from "./types";

export const REMINDER_PAUSE_MS = 24 * 60 * 60 * 1000;

export interface RequestRow extends MoneyRequest {
  name: string;
  handle: string;
  split_title: string | null;
}

const SELECT = `SELECT r.*, c.name, c.handle, s.title AS split_title
  FROM requests r JOIN contacts c ON c.id = r.contact_id LEFT JOIN splits s ON s.id = r.split_id`;

export type RequestScope = "pending" | "done" | "all";
export type RequestSort = "newest" | "oldest" | "largest";

const ORDER: Record<RequestSort, string> = {
  newest: "r.created_at DESC, r.id DESC",
  oldest: "r.created_at, r.id",
  largest: "r.amount_cents DESC, r.id DESC",
};

export function requestsQuery(direction: RequestDirection, scope: RequestScope, text = "", sort: RequestSort = "newest"): Query {
  const scoped = { pending: "AND r.status = 'pending'", done: "AND r.status <> 'pending'", all: "" }[scope];
  const pattern = containing(text);
  return {
    sql: `${SELECT} WHERE r.direction = ? ${scoped} AND (c.name LIKE ? ESCAPE '\\' OR r.note LIKE ? ESCAPE '\\') ORDER BY ${ORDER[sort]}`,
    params: [direction, pattern, pattern],
  };
}

export function requestQuery(id: number): Query {
  return { sql: `${SELECT} WHERE r.id = ?`, params: [id] };
}

export const pendingIncomingQuery: Query = {
  sql: "SELECT COUNT(*) AS count, COALESCE(SUM(amount_cents), 0) AS cents FROM requests WHERE direction = 'incoming' AND status = 'pending'",
  params: [],
};

export interface RequestInput {
  contactIds: number[];
  /** What each person is asked for; null when the text is no positive amount. */
  amountCents: number | null;
  note: string;
}

export function checkRequest(db: Database, input: RequestInput): Problem | null {
  if (input.contactIds.length === 0) return { field: "people", message: "Choose at least one person." };
  for (const id of input.contactIds) {
    const contact = db.get<Contact>("SELECT * FROM contacts WHERE id = ? AND is_removed = 0", [id]);
    if (!contact) return { field: "people", message: "One of these people is no longer in your contacts." };
    if (contact.is_blocked) return { field: "people", message: `You have blocked ${contact.name}. Unblock this person to ask for money.` };
  }
  const bad = checkAmount(input.amountCents, readWallet(db).currency);
  if (bad) return bad;
  if (input.note.length > MAX_NOTE) return { field: "note", message: `A note has at most ${MAX_NOTE} characters.` };
  return null;
}

/** Asks each person for the same amount; returns the ids of the new requests in the order of the people. */
export function requestMoney(db: Database, session: Session, input: RequestInput): number[] {
  refuse(checkRequest(db, input));
  const now = session.now();
  return db.transaction(() =>
    input.contactIds.map((contactId) => {
      touchRecent(db, contactId, now);
      return insertRequest(db, { contactId, splitId: null, amountCents: input.amountCents ?? 0, note: input.note.trim(), now });
    }),
  );
}

/** One new outgoing request; call it inside a transaction. */
export function insertRequest(
  db: Database,
  request: { contactId: number; splitId: number | null; amountCents: number; note: string; now: number },
): number {
  const id = nextId(db, "requests");
  db.run(
    `INSERT INTO requests (id, direction, contact_id, split_id, amount_cents, note, status, created_at)
     VALUES (?, 'outgoing', ?, ?, ?, ?, 'pending', ?)`,
    [id, request.contactId, request.splitId, request.amountCents, request.note, request.now],
  );
  return id;
}

function pending(db: Database, id: number, direction: RequestDirection): Problem | null {
  const request = db.get<MoneyRequest>("SELECT * FROM requests WHERE id = ?", [id]);
  return request && request.direction === direction && request.status === "pending"
    ? null
    : { field: "request", message: "This request is no longer open." };
}

export function declineRequest(db: Database, session: Session, id: number): void {
  refuse(pending(db, id, "incoming"));
  db.run("UPDATE requests SET status = 'declined', resolved_at = ? WHERE id = ?", [session.now(), id]);
}

export function cancelRequest(db: Database, session: Session, id: number): void {
  refuse(pending(db, id, "outgoing"));
  db.run("UPDATE requests SET status = 'cancelled', resolved_at = ? WHERE id = ?", [session.now(), id]);
}

/** Takes back a decline or cancellation while its toast is still there. */
export function reopenRequest(db: Database, id: number): void {
  db.run("UPDATE requests SET status = 'pending', resolved_at = NULL WHERE id = ? AND status IN ('declined', 'cancelled')", [id]);
}

/** People are reminded at most once in 24 hours. */
export function checkReminder(request: MoneyRequest, now: number): Problem | null {
  return request.reminded_at !== null && now - request.reminded_at < REMINDER_PAUSE_MS
    ? { field: "request", message: "You sent a reminder less than a day ago. Wait before you send another." }
    : null;
}

export function remindRequest(db: Database, session: Session, id: number): void {
  refuse(pending(db, id, "outgoing"));
  const request = db.get<MoneyRequest>("SELECT * FROM requests WHERE id = ?", [id]);
  if (request) refuse(checkReminder(request, session.now()));
  db.run("UPDATE requests SET reminded_at = ? WHERE id = ?", [session.now(), id]);
}

export function requestsWithQuery(contactId: number): Query {
  return { sql: `${SELECT} WHERE r.contact_id = ? AND r.status = 'pending' ORDER BY ${ORDER.newest}`, params: [contactId] };
}

/** Requests in both directions that match `text`, newest first. */
export function anyRequestQuery(text: string): Query {
  const pattern = containing(text);
  return { sql: `${SELECT} WHERE c.name LIKE ? ESCAPE '\\' OR r.note LIKE ? ESCAPE '\\' ORDER BY ${ORDER.newest}`, params: [pattern, pattern] };
}
