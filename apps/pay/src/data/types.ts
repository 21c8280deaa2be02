/** Rows of the wallet's tables as SQLite returns them; booleans are 0 or 1, money is integer cents, times are epoch ms. */
import type { SqlValue } from "@tapworld/kit";

export const TRANSACTION_KINDS = ["send", "receive", "add_money", "cash_out", "refund"] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const CATEGORIES = ["food", "rent", "travel", "shopping", "bills", "fun", "gift", "family", "other"] as const;
export type Category = (typeof CATEGORIES)[number];

export const PRIVACIES = ["public", "friends", "private"] as const;
export type Privacy = (typeof PRIVACIES)[number];

export const TRANSACTION_STATUSES = ["completed", "pending", "failed", "cancelled"] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export type RequestDirection = "incoming" | "outgoing";
export type RequestStatus = "pending" | "paid" | "declined" | "cancelled";
export type SplitStatus = "open" | "settled" | "cancelled";
export type CardKind = "debit" | "credit" | "bank";
export type CashOutSpeed = "standard" | "instant";

export interface User {
  id: number;
  name: string;
  handle: string;
  email: string;
  phone: string;
  is_current: number;
}

export interface Wallet {
  id: number;
  user_id: number;
  currency: string;
  balance_cents: number;
}

export interface Contact {
  id: number;
  user_id: number | null;
  name: string;
  handle: string;
  email: string;
  phone: string;
  is_favourite: number;
  is_blocked: number;
  is_removed: number;
}

export interface PayCard {
  id: number;
  kind: CardKind;
  label: string;
  last4: string;
  expires: string;
  is_default: number;
  is_frozen: number;
  is_removed: number;
  added_at: number;
}

export interface Split {
  id: number;
  title: string;
  total_cents: number;
  status: SplitStatus;
  created_at: number;
}

export interface SplitMember {
  id: number;
  split_id: number;
  contact_id: number | null;
  share_cents: number;
  is_paid: number;
}

export interface MoneyRequest {
  id: number;
  direction: RequestDirection;
  contact_id: number;
  split_id: number | null;
  amount_cents: number;
  note: string;
  status: RequestStatus;
  created_at: number;
  reminded_at: number | null;
  resolved_at: number | null;
}

export interface Transaction {
  id: number;
  kind: TransactionKind;
  contact_id: number | null;
  contact_name: string;
  card_id: number | null;
  request_id: number | null;
  amount_cents: number;
  fee_cents: number;
  balance_after_cents: number;
  note: string;
  category: Category;
  privacy: Privacy;
  status: TransactionStatus;
  reference: string;
  is_hidden: number;
  created_at: number;
}

/** A statement with its parameters, so that a screen can watch it and a test can run it. */
export interface Query {
  sql: string;
  params: SqlValue[];
}

// A type, not an interface: screens keep it in their JSON state.
/** Why an action cannot be done: the form field at fault and a sentence for the person. */
export type Problem = {
  field: string;
  message: string;
};
