import type { Database, Session } from "@tapworld/kit";
import { insertRequest } from "./requests";
import { touchRecent } from "./payments";
import { refuse } from "./problem";
import { checkAmount } from "./currency";
import { checkShares } from "./shares";
import { nextId, readWallet } from "./wallet";
import type { Contact, Problem, Query, Split, SplitMember, SplitStatus } from "./types";

/** A person of a split; `contactId` null is the current user, who needs no request. */
export interface ShareInput {
  contactId: number | null;
  /** Null when the text is no amount. */
  shareCents: number | null;
}

export interface SplitInput {
  title: string;
  totalCents: number | null;
  shares: ShareInput[];
}

export interface SplitRow extends Split {
  people: number;
  paid_people: number;
  paid_cents: number;
}

export interface MemberRow extends SplitMember {
  name: string | null;
  handle: string | null;
  request_id: number | null;
  request_status: string | null;
}

const SELECT = `SELECT s.*, COUNT(m.id) AS people, COALESCE(SUM(m.is_paid), 0) AS paid_people,
    COALESCE(SUM(CASE WHEN m.is_paid = 1 THEN m.share_cents END), 0) AS paid_cents
  FROM splits s LEFT JOIN split_members m ON m.split_id = s.id`;

export function splitsQuery(status: SplitStatus | "all"): Query {
  return status === "all"
    ? { sql: `${SELECT} GROUP BY s.id ORDER BY s.created_at DESC, s.id DESC`, params: [] }
    : { sql: `${SELECT} WHERE s.status = ? GROUP BY s.id ORDER BY s.created_at DESC, s.id DESC`, params: [status] };
}

export function splitQuery(id: number): Query {
  return { sql: `${SELECT} WHERE s.id = ? GROUP BY s.id`, params: [id] };
}

/** The members with the newest request that the split sent them; the current user first. */
export function membersQuery(splitId: number): Query {
  return {
    sql: `SELECT m.*, c.name, c.handle, r.id AS request_id, r.status AS request_status
          FROM split_members m LEFT JOIN contacts c ON c.id = m.contact_id
          LEFT JOIN requests r ON r.id = (SELECT MAX(q.id) FROM requests q WHERE q.split_id = m.split_id AND q.contact_id = m.contact_id)
          WHERE m.split_id = ? ORDER BY m.contact_id IS NOT NULL, m.id`,
    params: [splitId],
  };
}

export function checkSplit(db: Database, session: Session, input: SplitInput): Problem | null {
  if (input.title.trim() === "") return { field: "title", message: "Give the bill a title." };
  const { currency } = readWallet(db);
  const bad = checkAmount(input.totalCents, currency, "total");
  if (bad) return bad;
  const others = input.shares.filter((share) => share.contactId !== null);
  if (others.length === 0) return { field: "people", message: "Choose at least one person." };
  for (const share of others) {
    const contact = db.get<Contact>("SELECT * FROM contacts WHERE id = ? AND is_removed = 0", [share.contactId]);
    if (!contact) return { field: "people", message: "One of these people is no longer in your contacts." };
    if (contact.is_blocked) return { field: "people", message: `You have blocked ${contact.name}. Unblock this person to split a bill.` };
  }
  return checkShares(input.totalCents ?? 0, input.shares.map((share) => share.shareCents), (cents) => session.format.money(cents, currency));
}

/** Creates the split, a member a person, and a request to everybody else whose share is above zero. */
export function createSplit(db: Database, session: Session, input: SplitInput): number {
  refuse(checkSplit(db, session, input));
  const now = session.now();
  const title = input.title.trim();
  return db.transaction(() => {
    const splitId = nextId(db, "splits");
    db.run("INSERT INTO splits (id, title, total_cents, status, created_at) VALUES (?, ?, ?, 'open', ?)", [splitId, title, input.totalCents, now]);
    for (const { contactId, shareCents } of input.shares) {
      const share = shareCents ?? 0;
      const owes = contactId !== null && share > 0;
      db.run("INSERT INTO split_members (id, split_id, contact_id, share_cents, is_paid) VALUES (?, ?, ?, ?, ?)", [
        nextId(db, "split_members"), splitId, contactId, share, owes ? 0 : 1,
      ]);
      if (owes) {
        insertRequest(db, { contactId, splitId, amountCents: share, note: title, now });
        touchRecent(db, contactId, now);
      }
    }
    return splitId;
  });
}

function open(db: Database, splitId: number): Problem | null {
  const split = db.get<Split>("SELECT * FROM splits WHERE id = ?", [splitId]);
  return split?.status === "open" ? null : { field: "split", message: "This split is closed." };
}

function closeRequests(db: Database, splitId: number, contactId: number | null, status: "paid" | "cancelled", now: number): void {
  db.run(
    "UPDATE requests SET status = ?, resolved_at = ? WHERE split_id = ? AND status = 'pending' AND (? IS NULL OR contact_id = ?)",
    [status, now, splitId, contactId, contactId],
  );
}

/** Somebody paid outside the app: the share and its request count as paid; the last one settles the split. */
export function markPaid(db: Database, session: Session, memberId: number): void {
  const member = db.get<SplitMember>("SELECT * FROM split_members WHERE id = ?", [memberId]);
  if (!member) throw new Error(`no split member ${memberId}`);
  refuse(open(db, member.split_id));
  db.transaction(() => {
    db.run("UPDATE split_members SET is_paid = 1 WHERE id = ?", [memberId]);
    if (member.contact_id !== null) closeRequests(db, member.split_id, member.contact_id, "paid", session.now());
    const unpaid = db.get<{ count: number }>("SELECT COUNT(*) AS count FROM split_members WHERE split_id = ? AND is_paid = 0", [member.split_id]);
    if (unpaid?.count === 0) db.run("UPDATE splits SET status = 'settled' WHERE id = ?", [member.split_id]);
  });
}

/** The whole bill counts as paid; what was still open is closed as paid. */
export function settleSplit(db: Database, session: Session, splitId: number): void {
  refuse(open(db, splitId));
  db.transaction(() => {
    db.run("UPDATE split_members SET is_paid = 1 WHERE split_id = ? AND is_paid = 0", [splitId]);
    closeRequests(db, splitId, null, "paid", session.now());
    db.run("UPDATE splits SET status = 'settled' WHERE id = ?", [splitId]);
  });
}

/** Calls the bill off: open requests are cancelled, what was paid stays paid. */
export function cancelSplit(db: Database, session: Session, splitId: number): void {
  refuse(open(db, splitId));
  db.transaction(() => {
    closeRequests(db, splitId, null, "cancelled", session.now());
    db.run("UPDATE splits SET status = 'cancelled' WHERE id = ?", [splitId]);
  });
}
