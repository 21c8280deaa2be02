import type { Database } from "@tapworld/kit";

// Crockford's base 32: no letters that people confuse when they read a reference aloud.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 5;
const SPACE = ALPHABET.length ** LENGTH;
// An odd multiplier permutes the whole space of 2^25 references, so neighbouring ids look unrelated and never collide.
const STEP = 22695477;
const OFFSET = 5_151_337;

/** The reference of a number: equal numbers give equal references. */
export function referenceOf(n: number): string {
  let rest = Number((BigInt(n) * BigInt(STEP) + BigInt(OFFSET)) % BigInt(SPACE));
  let text = "";
  for (let i = 0; i < LENGTH; i += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `PX-${text}`;
}

/** The first free reference from the transaction's id on. */
export function newReference(db: Database, id: number): string {
  let n = id;
  while (db.get("SELECT 1 FROM transactions WHERE reference = ?", [referenceOf(n)])) n += 1;
  return referenceOf(n);
}
