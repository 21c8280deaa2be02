import { command, key, type KeySpec } from "./keys";

/** The letters of InScript, India's standard, in the three rows that a phone has room for: plain, and with shift. */
const ROWS: readonly [string, string][] = [
  // Signs for vowels on the left, consonants on the right, as on every InScript keyboard.
  ["\u094c\u0948\u093e\u0940\u0942\u092c\u0939\u0917\u0926\u091c\u0921", "\u0914\u0910\u0906\u0908\u090a\u092d\u0919\u0918\u0927\u091d\u0922"],
  ["\u094b\u0947\u094d\u093f\u0941\u092a\u0930\u0915\u0924\u091a\u091f", "\u0913\u090f\u0905\u0907\u0909\u092b\u0931\u0916\u0925\u091b\u0920"],
  ["\u0949\u0902\u092e\u0928\u0935\u0932\u0938\u092f\u093c", "\u0911\u0901\u0923\u0929\u0934\u0933\u0936\u0937\u091e"],
];

/** What a long press offers: what has no key among so few, and conjuncts that InScript writes in one stroke. */
export const DEVANAGARI_ALTERNATIVES: Record<string, readonly string[]> = {
  "\u0941": ["\u0943"], "\u0947": ["\u0945", "\u090d"], "\u0902": ["\u0903"], "\u094b": ["\u0950"], "\u093c": ["\u093d"],
  "\u0930": ["\u090b", "\u0930\u094d", "\u094d\u0930"], "\u0915": ["\u0915\u094d\u0937"], "\u0924": ["\u0924\u094d\u0930"],
  "\u091c": ["\u091c\u094d\u091e"], "\u0938": ["\u0936\u094d\u0930"], ".": ["\u0964", "\u0965"],
};

/** Devanagari's digits lie behind those of the page of symbols. */
export const DEVANAGARI_DIGITS: Record<string, readonly string[]> = Object.fromEntries(
  Array.from({ length: 10 }, (_, digit) => [String(digit), [String.fromCodePoint(0x966 + digit)]]),
);

/** The three rows of letters, with shift and delete. */
export function devanagariRows(): KeySpec[][] {
  const rows = ROWS.map(([plain, shift]) => [...plain].map((text, place) => ({ ...key(text), shift: [...shift][place]! })));
  return [rows[0]!, rows[1]!, [command("shift", 1), ...rows[2]!, command("backspace", 1)]];
}
