import type { Database, Session } from "@tapworld/kit";

import { isEmail } from "./addresses";
import { nextId } from "./ids";

export interface BlockedSender {
  id: number;
  email: string;
  blocked_at: number;
}

export const BLOCKED_SQL = "SELECT * FROM blocked_senders ORDER BY email COLLATE NOCASE";

export function isBlocked(db: Database, email: string): boolean {
  return (
    db.get("SELECT 1 AS yes FROM blocked_senders WHERE lower(email) = lower(?)", [email]) !==
    undefined
  );
}

/** Why an address cannot be blocked, or null. */
export function blockError(db: Database, email: string): string | null {
  if (!isEmail(email)) return "Enter an address such as name@mail.example.";
  if (isBlocked(db, email.trim())) return "This address is blocked already.";
  return null;
}

/** Mail of this address goes to spam from now on; what is there stays where it is. */
export function blockSender(db: Database, session: Session, email: string): void {
  if (isBlocked(db, email.trim())) return;
  db.transaction(() => {
    db.run("INSERT INTO blocked_senders (id, email, blocked_at) VALUES (?, ?, ?)", [
      nextId(db, "blocked_senders"),
      email.trim(),
      session.now(),
    ]);
  });
}

export function unblockSender(db: Database, email: string): void {
  db.run("DELETE FROM blocked_senders WHERE lower(email) = lower(?)", [email.trim()]);
}
