import type { Problem } from "./types";

/**
 * Splits a total into `count` shares that differ by at most one smallest unit and add up to it.
 * The first shares carry the units that are left over.
 *
 * @param unit The currency's smallest unit in cents; the total is a multiple of it.
 * @example equalShares(1000, 3) // [334, 333, 333]
 */
export function equalShares(totalCents: number, count: number, unit = 1): number[] {
  if (count <= 0) return [];
  const units = Math.round(totalCents / unit);
  const base = Math.floor(units / count);
  const left = units - base * count;
  return Array.from({ length: count }, (_, index) => (base + (index < left ? 1 : 0)) * unit);
}

/** Custom shares must be amounts and add up to the total. */
export function checkShares(totalCents: number, shares: readonly (number | null)[], money: (cents: number) => string): Problem | null {
  if (shares.some((share) => share === null)) return { field: "shares", message: "Enter a share for everybody." };
  const sum = shares.reduce<number>((all, share) => all + (share ?? 0), 0);
  if (sum < totalCents) return { field: "shares", message: `${money(totalCents - sum)} of the total is not shared out yet.` };
  if (sum > totalCents) return { field: "shares", message: `The shares are ${money(sum - totalCents)} above the total.` };
  return null;
}
