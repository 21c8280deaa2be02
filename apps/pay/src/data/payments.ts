import type { Database, Session } from "@tapworld/kit";
import { checkAmount } from "./currency";
import { checkLimits } from "./limits";
import { refuse } from "./problem";
import { newReference } from "./references";
import { readSettings } from "./settings";
import { changeBalance, nextId, readWallet } from "./wallet";
import type { Category, Contact, MoneyRequest, Privacy, Problem, Query } from "./types";

export const MAX_NOTE = 140;

export interface Payment {
  contactId: number | null;
  /** Null when what stands in the field is no positive amount. */
  amountCents: number | null;
  note: string;
  category: Category;
  privacy: Privacy;
  /** The incoming request that this pays, if any. */
  requestId?: number | null;
}

/** What stands in the way of a payment, in the order in which a person fills the form; null when nothing does. */
export function checkPayment(db: Database, session: Session, payment: Payment): Problem | null {
  const contact = payment.contactId === null ? undefined : db.get<Contact>("SELECT * FROM contacts WHERE id = ? AND is_removed = 0", [payment.contactId]);
  if (!contact) return { field: "recipient", message: "Choose who gets the money." };
  if (contact.is_blocked) return { field: "recipient", message: `You have blocked ${contact.name}. Unblock this person to send money.` };
  const wallet = readWallet(db);
  const bad = checkAmount(payment.amountCents, wallet.currency);
  if (bad) return bad;
  const amount = payment.amountCents ?? 0;
  if (amount > wallet.balance_cents) {
    return { field: "amount", message: `Your balance is ${session.format.money(wallet.balance_cents, wallet.currency)}. Add money or send less.` };
  }
  const overLimit = checkLimits(db, session, readSettings(db), amount);
  if (overLimit) return overLimit;
  if (payment.note.length > MAX_NOTE) return { field: "note", message: `A note has at most ${MAX_NOTE} characters.` };
  if (payment.requestId) {
    const request = db.get<MoneyRequest>("SELECT * FROM requests WHERE id = ?", [payment.requestId]);
    if (!request || request.direction !== "incoming" || request.status !== "pending") {
      return { field: "request", message: "This request is no longer open." };
    }
  }
  return null;
}

/** Sends money: one new transaction, a lower balance, the person on top of the recents; returns the transaction's id. */
export function sendMoney(db: Database, session: Session, payment: Payment): number {
  refuse(checkPayment(db, session, payment));
  const amount = payment.amountCents ?? 0;
  const now = session.now();
  return db.transaction(() => {
    const id = nextId(db, "transactions");
    const balance = changeBalance(db, -amount);
    db.run(
      `INSERT INTO transactions (id, kind, contact_id, contact_name, request_id, amount_cents, balance_after_cents, note, category, privacy, reference, created_at)
       SELECT ?, 'send', c.id, c.name, ?, ?, ?, ?, ?, ?, ?, ? FROM contacts c WHERE c.id = ?`,
      [id, payment.requestId ?? null, amount, balance, payment.note.trim(), payment.category, payment.privacy, newReference(db, id), now, payment.contactId],
    );
    if (payment.requestId) db.run("UPDATE requests SET status = 'paid', resolved_at = ? WHERE id = ?", [now, payment.requestId]);
    touchRecent(db, payment.contactId ?? 0, now);
    return id;
  });
}

export function touchRecent(db: Database, contactId: number, now: number): void {
  db.run("INSERT INTO recents (contact_id, last_at) VALUES (?, ?) ON CONFLICT (contact_id) DO UPDATE SET last_at = excluded.last_at", [contactId, now]);
}

/** People paid or asked lately, newest first. */
export function recentPeopleQuery(limit: number): Query {
  return {
    sql: `SELECT c.* FROM recents r JOIN contacts c ON c.id = r.contact_id
          WHERE c.is_removed = 0 AND c.is_blocked = 0 ORDER BY r.last_at DESC, c.name, c.id LIMIT ?`,
    params: [limit],
  };
}
