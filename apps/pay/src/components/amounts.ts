import { smallestUnit } from "../data/currency";

/** Cents as the plain number that an amount field holds: 1250 -> "12.50", 120000 yen cents -> "1200". */
export function plainAmount(cents: number, currency: string): string {
  return (cents / 100).toFixed(smallestUnit(currency) === 100 ? 0 : 2);
}

/** The cents of a field that may stay empty: 0 when it is, null when what stands there is no amount. */
export function optionalCents(text: string, parse: (text: string) => number | null): number | null {
  const trimmed = text.trim();
  if (trimmed === "" || /^0+([.,]0*)?$/.test(trimmed)) return 0;
  return parse(trimmed);
}
