import { withAlternatives } from "./alternatives";
import { command, key, keys, type Command, type KeySpec, type Page } from "./keys";

/** What the keys say and where they stand. */

export type KeyboardKind = "text" | "email" | "url" | "number" | "money" | "phone";

/** The letters of a layout, row by row. */
export interface Letters {
  rows: readonly [string, string, string];
}

const QWERTY: Letters = { rows: ["qwertyuiop", "asdfghjkl", "zxcvbnm"] };

/** Layouts of languages that arrange letters in a way of their own; all others write on QWERTY. */
const LAYOUTS: Record<string, Letters> = {
  de: { rows: ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"] },
  es: { rows: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"] },
  fr: { rows: ["azertyuiop", "qsdfghjklm", "wxcvbn'"] },
  sv: { rows: ["qwertyuiopå", "asdfghjklöä", "zxcvbnm"] },
};

/** The letters of a language, by its BCP 47 tag. */
export function lettersOf(locale: string): Letters {
  return LAYOUTS[locale.split("-")[0]!] ?? QWERTY;
}

const SECOND: Partial<Record<KeyboardKind, string>> = { email: "@", url: "/" };

const bottom = (switcher: Command, kind: KeyboardKind): KeySpec[] => [
  command(switcher, 1.5), key(SECOND[kind] ?? ","), key(" ", 5), key("."), command("enter", 1.5),
];

function letters(kind: KeyboardKind, { rows: [top, middle, low] }: Letters): KeySpec[][] {
  const rows = [
    keys(top),
    keys(middle),
    [command("shift", 1.5), ...keys(low), command("backspace", 1.5)],
    bottom("symbols", kind),
  ];
  return withAlternatives(rows, true, kind === "email" || kind === "url");
}

function symbols(): KeySpec[][] {
  const rows = [
    keys("1234567890"),
    keys("@#$_&-+()/"),
    [command("more", 1.5), ...keys("*\"':;!?"), command("backspace", 1.5)],
    bottom("letters", "text"),
  ];
  return withAlternatives(rows, false, false);
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
export function rowsOf(kind: KeyboardKind, page: Page, layout: Letters = QWERTY): KeySpec[][] {
  switch (kind) {
    case "number": return digits(["-", "."], "0");
    case "money": return digits([",", "."], "0");
    case "phone": return digits(["+", "-"], "*0#");
    case "text":
    case "email":
    case "url":
      return page === "letters" ? letters(kind, layout) : { symbols, more }[page]();
  }
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
