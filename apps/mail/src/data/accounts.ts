import type { Database } from "@tapworld/kit";

import { getSetting } from "./settings";
import type { Account } from "./types";

export const ACCOUNTS_SQL = "SELECT * FROM accounts ORDER BY is_primary DESC, id";

export function listAccounts(db: Database): Account[] {
  return db.all<Account>(ACCOUNTS_SQL);
}

export function getAccount(db: Database, id: number): Account {
  const account = db.get<Account>("SELECT * FROM accounts WHERE id = ?", [id]);
  if (!account) throw new Error(`mail: no account with id ${id}`);
  return account;
}

/** The account a new mail starts from: the chosen default, else the primary one. */
export function composeAccount(db: Database): Account {
  const chosen = db.get<Account>("SELECT * FROM accounts WHERE id = ?", [
    Number(getSetting(db, "default_account") || 0),
  ]);
  const account = chosen ?? listAccounts(db)[0];
  if (!account) throw new Error("mail: the database has no account");
  return account;
}

/** Lower-case addresses of all accounts: those that are "me". */
export function ownEmails(db: Database): string[] {
  return listAccounts(db).map((account) => account.email.toLowerCase());
}

export function saveSignature(db: Database, accountId: number, signature: string): void {
  db.run("UPDATE accounts SET signature = ? WHERE id = ?", [signature.trimEnd(), accountId]);
}
