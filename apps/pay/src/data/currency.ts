import type { Problem } from "./types";

/** The smallest amount of a currency in "cents": 1 where it has two decimals, 100 for the yen. */
export function smallestUnit(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return 10 ** (2 - Math.min(2, maximumFractionDigits ?? 2));
}

// Roughly what one dollar is worth, rounded so that limits read as people would set them.
const LEVELS: Record<string, number> = { JPY: 100, KES: 100, INR: 50, MXN: 20, BRL: 5 };

/** An amount that is `dollars` large, in round local money. */
export function localCents(dollars: number, currency: string): number {
  return dollars * 100 * (LEVELS[currency] ?? 1);
}

/** An amount must be there, above zero, and not below the currency's smallest unit. */
export function checkAmount(cents: number | null, currency: string, field = "amount"): Problem | null {
  if (cents === null || cents <= 0) return { field, message: "Enter an amount above zero." };
  return cents % smallestUnit(currency) === 0 ? null : { field, message: `Amounts in ${currency} have no decimals.` };
}
