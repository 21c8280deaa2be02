import type { Database, Session } from "@tapworld/kit";
import { checkCardInput, digitsOf, type CardInput } from "./cardNumber";
import { refuse } from "./problem";
import { nextId } from "./wallet";
import type { PayCard, Problem, Query } from "./types";

export const cardsQuery: Query = {
  sql: "SELECT * FROM cards WHERE is_removed = 0 ORDER BY is_default DESC, added_at, id",
  params: [],
};

export function cardQuery(id: number): Query {
  return { sql: "SELECT * FROM cards WHERE id = ?", params: [id] };
}

export function checkNewCard(db: Database, session: Session, input: CardInput): Problem | null {
  const problem = checkCardInput(input, session.now());
  if (problem) return problem;
  const last4 = digitsOf(input.number).slice(-4);
  const twin = db.get("SELECT 1 FROM cards WHERE is_removed = 0 AND kind = ? AND last4 = ? AND expires = ?", [input.kind, last4, expiresOf(input)]);
  return twin ? { field: "number", message: "You have added this one already." } : null;
}

const expiresOf = (input: CardInput): string => (input.kind === "bank" ? "" : input.expires.trim());

/** Keeps the last four digits only; the first card becomes the default. */
export function addCard(db: Database, session: Session, input: CardInput): number {
  refuse(checkNewCard(db, session, input));
  const id = nextId(db, "cards");
  const first = !db.get("SELECT 1 FROM cards WHERE is_removed = 0");
  db.run("INSERT INTO cards (id, kind, label, last4, expires, is_default, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)", [
    id, input.kind, input.label.trim(), digitsOf(input.number).slice(-4), expiresOf(input), first ? 1 : 0, session.now(),
  ]);
  return id;
}

export function checkCardLabel(label: string): Problem | null {
  return label.trim() === "" ? { field: "label", message: "Give it a name that you will recognise." } : null;
}

export function renameCard(db: Database, id: number, label: string): void {
  refuse(checkCardLabel(label));
  db.run("UPDATE cards SET label = ? WHERE id = ?", [label.trim(), id]);
}

export function setCardFrozen(db: Database, id: number, frozen: boolean): void {
  db.run("UPDATE cards SET is_frozen = ? WHERE id = ?", [frozen ? 1 : 0, id]);
}

/** Exactly one card is the default; a frozen one cannot be. */
export function makeDefaultCard(db: Database, id: number): void {
  const card = db.get<PayCard>("SELECT * FROM cards WHERE id = ?", [id]);
  if (card?.is_frozen) refuse({ field: "card", message: "Unfreeze this card before you make it the default." });
  db.transaction(() => {
    db.run("UPDATE cards SET is_default = 0 WHERE is_default = 1 AND id <> ?", [id]);
    db.run("UPDATE cards SET is_default = 1 WHERE id = ?", [id]);
  });
}

/** Removes a card; when it was the default, the oldest card left takes its place. */
export function removeCard(db: Database, id: number): void {
  db.transaction(() => {
    const card = db.get<PayCard>("SELECT * FROM cards WHERE id = ?", [id]);
    db.run("UPDATE cards SET is_removed = 1, is_default = 0 WHERE id = ?", [id]);
    if (!card?.is_default) return;
    const next = db.get<PayCard>("SELECT * FROM cards WHERE is_removed = 0 ORDER BY is_frozen, added_at, id LIMIT 1");
    if (next) db.run("UPDATE cards SET is_default = 1 WHERE id = ?", [next.id]);
  });
}
