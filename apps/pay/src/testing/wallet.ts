/** A small wallet for tests: 100.00 in the purse, a few people, cards and requests. */
import type { Database, Session } from "@tapworld/kit";
import { emptyDatabase, testSession } from "../../../kit/src/testing";
import { schema } from "../schema.generated";

export const session: Session = testSession();
export const NOW = session.now();
const DAY = 24 * 60 * 60 * 1000;

export const NOOR = 1;
export const SAM = 2;
export const BLOCKED = 3;
export const DEBIT = 1;
export const BANK = 2;
export const CREDIT = 3;
export const INCOMING = 1;
export const OUTGOING = 2;

export function fillWallet(db: Database): void {
  db.run(`INSERT INTO users (id, name, handle, email, is_current) VALUES
    (1, 'Ada Merritt', '@ada', 'ada@post.example', 1), (2, 'Noor Haddad', '@noor', 'noor@post.example', 0),
    (3, 'Sam Ortiz', '@sam', 'sam@post.example', 0), (4, 'Lena Vogt', '@lena', 'lena@post.example', 0)`);
  db.run("INSERT INTO wallets (id, user_id, currency, balance_cents) VALUES (1, 1, 'USD', 10000)");
  db.run(`INSERT INTO contacts (id, user_id, name, handle, email, is_favourite, is_blocked) VALUES
    (1, 2, 'Noor Haddad', '@noor', 'noor@post.example', 1, 0), (2, 3, 'Sam Ortiz', '@sam', 'sam@post.example', 0, 0),
    (3, NULL, 'Golden Wheel', '@wheel', 'win@wheel.example', 0, 1)`);
  db.run(
    `INSERT INTO cards (id, kind, label, last4, expires, is_default, added_at) VALUES
      (1, 'debit', 'Everyday', '4821', '09/28', 1, ?), (2, 'bank', 'Checking', '0192', '', 0, ?), (3, 'credit', 'Rewards', '7730', '02/27', 0, ?)`,
    [NOW - 90 * DAY, NOW - 80 * DAY, NOW - 70 * DAY],
  );
  db.run(
    `INSERT INTO requests (id, direction, contact_id, amount_cents, note, status, created_at) VALUES
      (1, 'incoming', 1, 1500, 'Cinema', 'pending', ?), (2, 'outgoing', 2, 900, 'Taxi', 'pending', ?)`,
    [NOW - 2 * DAY, NOW - 3 * DAY],
  );
  const transaction = (id: number, kind: string, contact: number | null, cents: number, note: string, category: string, daysAgo: number, status = "completed"): void => {
    db.run(
      `INSERT INTO transactions (id, kind, contact_id, contact_name, card_id, amount_cents, balance_after_cents, note, category, status, reference, created_at)
       VALUES (?, ?, ?, COALESCE((SELECT name FROM contacts WHERE id = ?), ''), ?, ?, 10000, ?, ?, ?, ?, ?)`,
      [id, kind, contact, contact, contact === null ? DEBIT : null, cents, note, category, status, `PX-T000${id}`, NOW - daysAgo * DAY],
    );
  };
  transaction(1, "send", NOOR, 2000, "Groceries", "food", 20);
  transaction(2, "receive", SAM, 1250, "50% of the taxi", "travel", 10);
  transaction(3, "send", NOOR, 3000, "Concert", "fun", 5);
  transaction(4, "add_money", null, 5000, "", "other", 4);
  transaction(5, "send", SAM, 700, "Lunch", "food", 3, "failed");
  db.run("INSERT INTO recents (contact_id, last_at) VALUES (1, ?)", [NOW - 5 * DAY]);
}

export function wallet(settings: Record<string, string> = {}): Database {
  return emptyDatabase(schema, (db) => {
    fillWallet(db);
    for (const [key, value] of Object.entries(settings)) db.run("INSERT INTO settings (key, value) VALUES (?, ?)", [key, value]);
  });
}

export function balanceOf(db: Database): number {
  return db.get<{ balance_cents: number }>("SELECT balance_cents FROM wallets")?.balance_cents ?? -1;
}
