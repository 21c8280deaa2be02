import { withAlternatives } from "./alternatives";
import { DEVANAGARI_ALTERNATIVES, DEVANAGARI_DIGITS, devanagariRows } from "./devanagari";
import { kanaRows } from "./kana";
import { command, key, keys, type Command, type KeySpec, type Page } from "./keys";

/** What the keys say and where they stand. */

export type KeyboardKind = "text" | "email" | "url" | "number" | "money" | "phone";

/** What a layout writes. */
export type Script = "latin" | "devanagari" | "kana";

export interface Layout {
  script: Script;
  /** Latin letters, row by row. */
  rows: readonly [string, string, string];
  /** Whether the globe key leads to another script. */
  globe: boolean;
}

type Rows = Layout["rows"];

const QWERTY: Rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Languages that arrange Latin letters in a way of their own; all others write on QWERTY. */
const ARRANGEMENTS: Record<string, Rows> = {
  de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"],
  es: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
  fr: ["azertyuiop", "qsdfghjklm", "wxcvbn'"],
  sv: ["qwertyuiopå", "asdfghjklöä", "zxcvbnm"],
};

/** Languages with a script of their own; the globe key leads from it to Latin letters and back. */
const SCRIPTS: Record<string, Script> = { hi: "devanagari", mr: "devanagari", ne: "devanagari", ja: "kana" };

const languageOf = (locale: string) => locale.split("-")[0]!;

/** The scripts of a language by its BCP 47 tag, the one that comes first first. */
export function scriptsOf(locale: string): readonly Script[] {
  const own = SCRIPTS[languageOf(locale)];
  return own ? [own, "latin"] : ["latin"];
}

/** A language's layout of a script; of its first one unless another is named. */
export function layoutOf(locale: string, script = scriptsOf(locale)[0]!): Layout {
  return { script, rows: ARRANGEMENTS[languageOf(locale)] ?? QWERTY, globe: scriptsOf(locale).length > 1 };
}

const SECOND: Partial<Record<KeyboardKind, string>> = { email: "@", url: "/" };

const bottom = (switcher: Command, kind: KeyboardKind, globe = false, full: Partial<KeySpec> = {}): KeySpec[] => [
  command(switcher, 1.5), ...(globe ? [command("globe", 1)] : []), key(SECOND[kind] ?? ","), key(" ", globe ? 4 : 5), { ...key("."), ...full }, command("enter", 1.5),
];

function letters(kind: KeyboardKind, { script, rows: [top, middle, low], globe }: Layout): KeySpec[][] {
  switch (script) {
    case "kana": return kanaRows();
    case "devanagari": return withAlternatives([...devanagariRows(), bottom("symbols", kind, globe, { shift: "\u0964" })], true, false, DEVANAGARI_ALTERNATIVES);
    case "latin": {
      const rows = [keys(top), keys(middle), [command("shift", 1.5), ...keys(low), command("backspace", 1.5)], bottom("symbols", kind, globe)];
      return withAlternatives(rows, true, wantsLatin(kind));
    }
  }
}

function symbols({ script }: Layout): KeySpec[][] {
  const rows = [
    keys("1234567890"),
    keys("@#$_&-+()/"),
    [command("more", 1.5), ...keys("*\"':;!?"), command("backspace", 1.5)],
    bottom("letters", "text"),
  ];
  return withAlternatives(rows, false, false, script === "devanagari" ? DEVANAGARI_DIGITS : {});
}

function more(): KeySpec[][] {
  const rows = [
    keys("~`|•√π÷×§¿"),
    keys("£€¥₹^°={}\\"),
    [command("symbols", 1.5), ...keys("%<>[]©¡"), command("backspace", 1.5)],
    bottom("letters", "text"),
  ];
  return withAlternatives(rows, false, false);
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
export function rowsOf(kind: KeyboardKind, page: Page, layout: Layout = layoutOf("en")): KeySpec[][] {
  switch (kind) {
    case "number": return digits(["-", "."], "0");
    case "money": return digits([",", "."], "0");
    case "phone": return digits(["+", "-"], "*0#");
    case "text":
    case "email":
    case "url":
      return page === "letters" ? letters(kind, layout) : { symbols, more }[page](layout);
  }
}

/** Addresses are written in Latin letters whatever the language. */
export function wantsLatin(kind: KeyboardKind): boolean {
  return kind === "email" || kind === "url";
}

/** What an input's `inputmode` asks for. */
export function kindOf(inputMode: string): KeyboardKind {
  switch (inputMode) {
    case "email": return "email";
    case "url": return "url";
    case "numeric": return "number";
    case "decimal": return "money";
    case "tel": return "phone";
    default: return "text";
  }
}
