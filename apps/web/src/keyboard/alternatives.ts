import { key, type KeySpec } from "./keys";

/** What a long press on a letter offers, the most used first. */
const LETTERS: Record<string, string> = {
  a: "äáàâãåæą", c: "çćč", d: "ď", e: "éèêëęě", g: "ğ", i: "íìîïı", l: "ł", n: "ñńň", o: "öóòôõøœ", r: "ř", s: "ßśšş", t: "ť", u: "üúùûů", y: "ýÿ", z: "žźż",
};

const SIGNS: Record<string, readonly string[]> = {
  ".": [",", "?", "!", "-", "'", ":", "…"], "-": ["–", "—", "_"], "?": ["¿"], "!": ["¡"], "'": ["‘", "’"], '"': ["„", "“", "”", "«", "»"],
  $: ["€", "£", "¥", "₹"], "€": ["$", "£", "¥", "₹"], "=": ["≈", "≠"], "+": ["±"], "0": ["°"],
};

/** Endings of addresses, offered by the period of fields for them. */
const ENDINGS = [".com", ".org", ".net", ".de", ".in", ".jp"];

/** Give every key of a page what a long press on it offers: digits along the top row, accented letters, related signs.
 *
 * What has a key of its own on the page is not offered again, so that every name stands once.
 *
 * @param own What the layout itself adds.
 */
export function withAlternatives(rows: KeySpec[][], digits: boolean, address: boolean, own: Readonly<Record<string, readonly string[]>> = {}): KeySpec[][] {
  const taken = new Set(rows.flat().flatMap(({ text }) => (text ? [text] : [])));
  return rows.map((row, line) =>
    row.map((spec, place) => {
      const { text } = spec;
      if (text === undefined) return spec;
      const digit = digits && line === 0 && place < 10 ? [String((place + 1) % 10)] : [];
      const wanted = text === "." && address ? ENDINGS : [...digit, ...(own[text] ?? []), ...(LETTERS[text] ?? ""), ...(digits && text !== "." ? [] : (SIGNS[text] ?? []))];
      const free = wanted.filter((one) => !taken.has(one));
      for (const one of free) taken.add(one);
      return free.length > 0 ? { ...spec, alternatives: free.map((one) => key(one)) } : spec;
    }),
  );
}
