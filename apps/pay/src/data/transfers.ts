import type { Database, Session } from "@tapworld/kit";
import { isExpired } from "./cardNumber";
import { checkAmount, localCents, smallestUnit } from "./currency";
import { refuse } from "./problem";
import { newReference } from "./references";
import { changeBalance, nextId, readWallet } from "./wallet";
import type { CashOutSpeed, PayCard, Problem } from "./types";

// In dollars; `localCents` gives them in the wallet's currency.
const MIN_ADD = 1;
const MAX_ADD = 2000;
const MIN_CASH_OUT = 5;
/** The fee of an instant cash out, in thousandths of the amount. */
export const INSTANT_FEE_PER_MILLE = 15;

export interface TransferRules {
  minAddCents: number;
  maxAddCents: number;
  minCashOutCents: number;
}

export function transferRules(currency: string): TransferRules {
  return { minAddCents: localCents(MIN_ADD, currency), maxAddCents: localCents(MAX_ADD, currency), minCashOutCents: localCents(MIN_CASH_OUT, currency) };
}

/** An instant cash out costs 1.5 %, rounded half up to the currency's smallest unit; the standard one is free. */
export function cashOutFee(amountCents: number, speed: CashOutSpeed, currency: string): number {
  if (speed === "standard") return 0;
  const unit = smallestUnit(currency);
  return Math.floor((amountCents * INSTANT_FEE_PER_MILLE + 500 * unit) / (1000 * unit)) * unit;
}

const usable = (card: PayCard | undefined, now: number): Problem | null => {
  if (!card || card.is_removed) return { field: "card", message: "Choose a card or bank account." };
  if (card.is_frozen) return { field: "card", message: `${card.label} is frozen. Unfreeze it in Cards or choose another.` };
  if (isExpired(card.expires, now)) return { field: "card", message: `${card.label} has expired. Choose another.` };
  return null;
};

const cardOf = (db: Database, id: number | null): PayCard | undefined =>
  id === null ? undefined : db.get<PayCard>("SELECT * FROM cards WHERE id = ?", [id]);

export interface AddMoney {
  cardId: number | null;
  amountCents: number | null;
}

export function checkAddMoney(db: Database, session: Session, input: AddMoney): Problem | null {
  const { currency } = readWallet(db);
  const money = (cents: number): string => session.format.money(cents, currency);
  const bad = checkAmount(input.amountCents, currency);
  if (bad) return bad;
  const amount = input.amountCents ?? 0;
  const { minAddCents, maxAddCents } = transferRules(currency);
  if (amount < minAddCents) return { field: "amount", message: `Add at least ${money(minAddCents)}.` };
  if (amount > maxAddCents) return { field: "amount", message: `You can add at most ${money(maxAddCents)} at a time.` };
  return usable(cardOf(db, input.cardId), session.now());
}

export function addMoney(db: Database, session: Session, input: AddMoney): number {
  refuse(checkAddMoney(db, session, input));
  return db.transaction(() => {
    const balance = changeBalance(db, input.amountCents ?? 0);
    return insertTransfer(db, session, { kind: "add_money", cardId: input.cardId, amount: input.amountCents ?? 0, fee: 0, balance, status: "completed" });
  });
}

export interface CashOut {
  cardId: number | null;
  amountCents: number | null;
  speed: CashOutSpeed;
}

export function checkCashOut(db: Database, session: Session, input: CashOut): Problem | null {
  const wallet = readWallet(db);
  const money = (cents: number): string => session.format.money(cents, wallet.currency);
  const bad = checkAmount(input.amountCents, wallet.currency);
  if (bad) return bad;
  const amount = input.amountCents ?? 0;
  const { minCashOutCents } = transferRules(wallet.currency);
  if (amount < minCashOutCents) return { field: "amount", message: `Cash out at least ${money(minCashOutCents)}.` };
  const fee = cashOutFee(amount, input.speed, wallet.currency);
  if (amount + fee > wallet.balance_cents) {
    const withFee = fee > 0 ? ` and the fee is ${money(fee)}` : "";
    return { field: "amount", message: `Your balance is ${money(wallet.balance_cents)}${withFee}. Cash out less.` };
  }
  const card = cardOf(db, input.cardId);
  const problem = usable(card, session.now());
  if (problem) return problem;
  return card?.kind === "credit" ? { field: "card", message: "Money cannot go to a credit card. Choose a debit card or bank account." } : null;
}

/** Instant cash outs arrive at once, standard ones stay pending for one to three working days. */
export function cashOut(db: Database, session: Session, input: CashOut): number {
  refuse(checkCashOut(db, session, input));
  const amount = input.amountCents ?? 0;
  const fee = cashOutFee(amount, input.speed, readWallet(db).currency);
  return db.transaction(() => {
    const balance = changeBalance(db, -(amount + fee));
    const status = input.speed === "instant" ? "completed" : "pending";
    return insertTransfer(db, session, { kind: "cash_out", cardId: input.cardId, amount, fee, balance, status });
  });
}

interface Transfer {
  kind: "add_money" | "cash_out";
  cardId: number | null;
  amount: number;
  fee: number;
  balance: number;
  status: "completed" | "pending";
}

// Moves between one's own accounts are nobody else's business, whatever the default privacy says.
function insertTransfer(db: Database, session: Session, transfer: Transfer): number {
  const id = nextId(db, "transactions");
  db.run(
    `INSERT INTO transactions (id, kind, card_id, amount_cents, fee_cents, balance_after_cents, privacy, status, reference, created_at)
     VALUES (?, ?, ?, ?, ?, ?, 'private', ?, ?, ?)`,
    [id, transfer.kind, transfer.cardId, transfer.amount, transfer.fee, transfer.balance, transfer.status, newReference(db, id), session.now()],
  );
  return id;
}
