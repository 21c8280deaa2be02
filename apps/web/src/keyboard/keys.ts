/** One key: its name, what it types or does, and what a long press on it offers. */

export type Page = "letters" | "symbols" | "more";
export type Shift = "off" | "once" | "lock";

/** What a key does when it types nothing. */
export type Command = "shift" | "backspace" | "enter" | "letters" | "symbols" | "more";

export interface KeySpec {
  /** The test id is `key-<name>`. */
  name: string;
  /** Share of the row's width. */
  weight: number;
  /** What it types; commands type nothing. */
  text?: string;
  command?: Command;
  /** What a long press offers instead. */
  alternatives?: readonly KeySpec[];
}

/** Characters whose key cannot be named after themselves. */
const NAMES: Record<string, string> = {
  " ": "space", ",": "comma", ".": "period", "@": "at", "#": "hash", $: "dollar", _: "underscore", "&": "ampersand", "-": "minus", "+": "plus",
  "(": "left-parenthesis", ")": "right-parenthesis", "/": "slash", "*": "asterisk", '"': "quote", "'": "apostrophe", ":": "colon", ";": "semicolon",
  "!": "exclamation", "?": "question", "~": "tilde", "`": "backtick", "|": "bar", "•": "bullet", "√": "root", "π": "pi", "÷": "divide", "×": "times",
  "§": "section", "¿": "inverted-question", "£": "pound", "€": "euro", "¥": "yen", "^": "caret", "°": "degree", "=": "equals", "{": "left-brace",
  "}": "right-brace", "\\": "backslash", "%": "percent", "<": "less", ">": "greater", "[": "left-bracket", "]": "right-bracket", "©": "copyright",
  "₹": "rupee", "¡": "inverted-exclamation", "–": "en-dash", "—": "em-dash", "…": "ellipsis", "„": "low-quote", "“": "left-quote", "”": "right-quote",
  "‘": "left-apostrophe", "’": "right-apostrophe", "ß": "sharp-s", "æ": "ae", "œ": "oe", "ø": "o-stroke", "ł": "l-stroke",
  "ı": "dotless-i", "№": "numero", "«": "left-guillemet", "»": "right-guillemet", "±": "plus-minus", "≈": "almost-equal", "≠": "unequal",
};

/** What Unicode's combining marks are called. */
const MARKS: Record<string, string> = {
  "\u0300": "grave", "\u0301": "acute", "\u0302": "circumflex", "\u0303": "tilde", "\u0304": "macron", "\u0308": "diaeresis", "\u030a": "ring",
  "\u030c": "caron", "\u0327": "cedilla", "\u0328": "ogonek", "\u0307": "dot", "\u0306": "breve",
};

/** The name of what a key types: `é` is `e-acute`, `.com` is `dot-com`. */
export function nameOf(text: string): string {
  const named = NAMES[text];
  if (named) return named;
  const [letter, mark, ...rest] = [...text.normalize("NFD")];
  if (letter && mark && rest.length === 0 && MARKS[mark]) return `${letter}-${MARKS[mark]}`;
  return text.replace(/^\./u, "dot-");
}

export const key = (text: string, weight = 1): KeySpec => ({ name: nameOf(text), text, weight });
export const command = (name: Command, weight: number): KeySpec => ({ name, command: name, weight });
export const keys = (texts: string): KeySpec[] => [...texts].map((text) => key(text));

/** As it is typed while shift holds. German has a capital for the one letter that Unicode writes as two. */
export function shifted(text: string): string {
  if (text.startsWith(".")) return text;
  return text === "ß" ? "ẞ" : text.toUpperCase();
}
