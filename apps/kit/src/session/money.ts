/** Read an amount as people type it, in integer cents; null when it is not a positive amount.
 *
 * A last separator with one or two digits behind it is the decimal one; separators before groups of three are
 * thousands: "12", "12.5", "12,50", "1,200.00", "1.200,00", "1 200". "1.200" alone
 * is 1200 where the comma is the locale's decimal mark, and no amount elsewhere.
 */
export function parseMoney(text: string, decimalMark: "." | "," = "."): number | null {
  const compact = text.trim().replace(/^[^\d.,-]+|[^\d.,]+$/g, "");
  const match = /^(\d+|\d{1,3}(?:[.,'\u2019\s]\d{3})+)(?:([.,])(\d{1,2})?)?$/.exec(compact) ?? /^()([.,])(\d{1,2})$/.exec(compact);
  if (!match) return null;
  const [, whole = "", decimal, digits = ""] = match;
  // One amount cannot use the same mark for thousands and for decimals.
  if (decimal && /\D/.test(whole) && whole.includes(decimal)) return null;
  if (!decimal && whole.split(decimalMark).length === 2) return null;
  const cents = Number(whole.replace(/\D/g, "") || "0") * 100 + Number(digits.padEnd(2, "0"));
  return cents > 0 && Number.isSafeInteger(cents) ? cents : null;
}

export function decimalMark(locale: string): "." | "," {
  return new Intl.NumberFormat(locale).formatToParts(0.5).some((part) => part.type === "decimal" && part.value === ",") ? "," : ".";
}
