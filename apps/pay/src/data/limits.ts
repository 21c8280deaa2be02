import type { Database, Session } from "@tapworld/kit";
import { readSettings, writeSetting, type Settings } from "./settings";
import { readWallet } from "./wallet";
import { refuse } from "./problem";
import type { Problem, Query } from "./types";

export const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What was sent in the seven times 24 hours before `now`, in cents. */
export function sentInWeekQuery(now: number): Query {
  return {
    sql: `SELECT COALESCE(SUM(amount_cents), 0) AS cents FROM transactions
          WHERE kind = 'send' AND status IN ('completed', 'pending') AND created_at > ?`,
    params: [now - WEEK_MS],
  };
}

export function sentInWeek(db: Database, now: number): number {
  const query = sentInWeekQuery(now);
  return db.get<{ cents: number }>(query.sql, query.params)?.cents ?? 0;
}

/** Checks one payment against the limit per payment and the limit per week. */
export function checkLimits(db: Database, session: Session, settings: Settings, amountCents: number): Problem | null {
  const money = (cents: number): string => session.format.money(cents, readWallet(db).currency);
  if (settings.limitPaymentCents > 0 && amountCents > settings.limitPaymentCents) {
    return { field: "amount", message: `Your limit per payment is ${money(settings.limitPaymentCents)}. Send less or raise the limit in Settings.` };
  }
  if (settings.limitWeekCents > 0) {
    const left = Math.max(0, settings.limitWeekCents - sentInWeek(db, session.now()));
    if (amountCents > left) {
      return {
        field: "amount",
        message: `Your weekly limit is ${money(settings.limitWeekCents)} and ${money(left)} of it is left. Send less or raise the limit in Settings.`,
      };
    }
  }
  return null;
}

export interface LimitsInput {
  /** Cents; 0 for no limit, null when the text is no amount. */
  paymentCents: number | null;
  weekCents: number | null;
}

export function checkLimitsInput(input: LimitsInput): Problem | null {
  if (input.paymentCents === null) return { field: "payment", message: "Enter an amount, or leave it empty for no limit." };
  if (input.weekCents === null) return { field: "week", message: "Enter an amount, or leave it empty for no limit." };
  if (input.paymentCents > 0 && input.weekCents > 0 && input.paymentCents > input.weekCents) {
    return { field: "payment", message: "The limit per payment cannot be above the weekly limit." };
  }
  return null;
}

export function writeLimits(db: Database, input: LimitsInput): void {
  refuse(checkLimitsInput(input));
  const now = readSettings(db);
  db.transaction(() => {
    if (input.paymentCents !== now.limitPaymentCents) writeSetting(db, "limit_payment_cents", input.paymentCents ?? 0);
    if (input.weekCents !== now.limitWeekCents) writeSetting(db, "limit_week_cents", input.weekCents ?? 0);
  });
}
