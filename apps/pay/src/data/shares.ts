import type { Problem } from "./types";

/**
 * Splits a total into `count` shares that differ by at most one cent and add up to it.
 * The first shares carry the cents that are left over.
 *
 * @example equalShares(1000, 3) // [334, 333, 333]
 */
export function equalShares(totalCents: number, count: number): number[] {
  if (count <= 0) return [];
  const base = Math.floor(totalCents / count);
  const left = totalCents - base * count;
  return Array.from({ length: count }, (_, index) => base + (index < left ? 1 : 0));
}

/** Custom shares must be amounts and add up to the total. */
export function checkShares(totalCents: number, shares: readonly (number | null)[], money: (cents: number) => string): Problem | null {
  if (shares.some((share) => share === null)) return { field: "shares", message: "Enter a share for everybody." };
  const sum = shares.reduce<number>((all, share) => all + (share ?? 0), 0);
  if (sum < totalCents) return { field: "shares", message: `${money(totalCents - sum)} of the total is not shared out yet.` };
  if (sum > totalCents) return { field: "shares", message: `The shares are ${money(sum - totalCents)} above the total.` };
  return null;
}
