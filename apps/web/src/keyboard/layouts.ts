/** What the keys say and where they stand. */

export type KeyboardKind = "text" | "email" | "number" | "money" | "phone";
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
}

/** Characters whose key cannot be named after themselves. */
const NAMES: Record<string, string> = {
  " ": "space", ",": "comma", ".": "period", "@": "at", "#": "hash", $: "dollar", _: "underscore", "&": "ampersand", "-": "minus", "+": "plus",
  "(": "left-parenthesis", ")": "right-parenthesis", "/": "slash", "*": "asterisk", '"': "quote", "'": "apostrophe", ":": "colon", ";": "semicolon",
  "!": "exclamation", "?": "question", "~": "tilde", "`": "backtick", "|": "bar", "•": "bullet", "√": "root", "π": "pi", "÷": "divide", "×": "times",
  "§": "section", "¿": "inverted-question", "£": "pound", "€": "euro", "¥": "yen", "^": "caret", "°": "degree", "=": "equals", "{": "left-brace",
  "}": "right-brace", "\\": "backslash", "%": "percent", "<": "less", ">": "greater", "[": "left-bracket", "]": "right-bracket", "©": "copyright",
  "₹": "rupee", "¡": "inverted-exclamation",
};

const key = (text: string, weight = 1): KeySpec => ({ name: NAMES[text] ?? text, text, weight });
const command = (name: Command, weight: number): KeySpec => ({ name, command: name, weight });
const keys = (texts: string): KeySpec[] => [...texts].map((text) => key(text));

const bottom = (switcher: Command, kind: KeyboardKind): KeySpec[] => [
  command(switcher, 1.5), key(kind === "email" ? "@" : ","), key(" ", 5), key("."), command("enter", 1.5),
];

function letters(kind: KeyboardKind): KeySpec[][] {
  return [
    keys("qwertyuiop"),
    keys("asdfghjkl"),
    [command("shift", 1.5), ...keys("zxcvbnm"), command("backspace", 1.5)],
    bottom("symbols", kind),
  ];
}

function symbols(): KeySpec[][] {
  return [
    keys("1234567890"),
    keys("@#$_&-+()/"),
    [command("more", 1.5), ...keys("*\"':;!?"), command("backspace", 1.5)],
    bottom("letters", "text"),
  ];
}

function more(): KeySpec[][] {
  return [
    keys("~`|•√π÷×§¿"),
    keys("£€¥₹^°={}\\"),
    [command("symbols", 1.5), ...keys("%<>[]©¡"), command("backspace", 1.5)],
    bottom("letters", "text"),
  ];
}

/** Digits in three columns; the fourth has what such a field may also hold. */
function digits(side: [string, string], last: string): KeySpec[][] {
  return [
    [...keys("123"), command("backspace", 1)],
    [...keys("456"), key(side[0])],
    [...keys("789"), key(side[1])],
    [...[...last].map((text) => key(text, 3 / last.length)), command("enter", 1)],
  ];
}

/** The rows of a field's keyboard; only text has more than one page. */
export function rowsOf(kind: KeyboardKind, page: Page): KeySpec[][] {
  switch (kind) {
    case "number": return digits(["-", "."], "0");
    case "money": return digits([",", "."], "0");
    case "phone": return digits(["+", "-"], "*0#");
    case "text":
    case "email":
      return page === "letters" ? letters(kind) : { symbols, more }[page]();
  }
}

/** What an input's `inputmode` asks for. */
export function kindOf(inputMode: string): KeyboardKind {
  switch (inputMode) {
    case "email": return "email";
    case "numeric": return "number";
    case "decimal": return "money";
    case "tel": return "phone";
    default: return "text";
  }
}
