import type { Database } from "@tapworld/kit";
import type { Query, User, Wallet } from "./types";

export const walletQuery: Query = {
  sql: "SELECT w.* FROM wallets w JOIN users u ON u.id = w.user_id WHERE u.is_current = 1 ORDER BY w.id LIMIT 1",
  params: [],
};

export const currentUserQuery: Query = { sql: "SELECT * FROM users WHERE is_current = 1 ORDER BY id LIMIT 1", params: [] };

export function readWallet(db: Database): Wallet {
  const wallet = db.get<Wallet>(walletQuery.sql, walletQuery.params);
  if (!wallet) throw new Error("the pay database has no wallet of the current user");
  return wallet;
}

export function readCurrentUser(db: Database): User {
  const user = db.get<User>(currentUserQuery.sql, currentUserQuery.params);
  if (!user) throw new Error("the pay database has no current user");
  return user;
}

/** Adds `deltaCents` (may be negative) to the wallet and returns the new balance; call it inside a transaction. */
export function changeBalance(db: Database, deltaCents: number): number {
  const wallet = readWallet(db);
  const balance = wallet.balance_cents + deltaCents;
  db.run("UPDATE wallets SET balance_cents = ? WHERE id = ?", [balance, wallet.id]);
  return balance;
}

export function nextId(db: Database, table: "contacts" | "cards" | "transactions" | "requests" | "splits" | "split_members" | "search_history"): number {
  return db.get<{ id: number }>(`SELECT COALESCE(MAX(id), 0) + 1 AS id FROM ${table}`)?.id ?? 1;
}
