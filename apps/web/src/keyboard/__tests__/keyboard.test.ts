import { beforeEach, describe, expect, it, vi } from "vitest";

import { repetitions } from "../hold";
import { nameOf, shifted, type KeySpec, type Page } from "../keys";
import { kindOf, lettersOf, rowsOf, type KeyboardKind } from "../layouts";
import { createKeyboard, type Keyboard } from "../store";

const KINDS: KeyboardKind[] = ["text", "email", "url", "number", "money", "phone"];
const LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "sv-SE", "hi-IN", "ja-JP"];
const PAGES: Page[] = ["letters", "symbols", "more"];

describe("layouts", () => {
  const all = KINDS.flatMap((kind) => PAGES.flatMap((page) => LOCALES.map((locale) => [kind, page, locale] as const)));

  it.each(all)("of %s, %s in %s: eleven keys wide at most, names of their own, enter and delete", (kind, page, locale) => {
    const rows = rowsOf(kind, page, lettersOf(locale));
    const names = rows.flat().flatMap((key) => [key, ...(key.alternatives ?? [])]).map((key) => key.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["enter", "backspace"]));
    for (const row of rows) expect(row.reduce((sum, key) => sum + key.weight, 0)).toBeLessThanOrEqual(11);
  });

  it("reach every printable ASCII character in a text field", () => {
    const typed = new Set(PAGES.flatMap((page) => rowsOf("text", page).flat()).flatMap(({ text }) => (text ? [text, text.toUpperCase()] : [])));
    const missing = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((character) => !typed.has(character));
    expect(missing).toEqual([]);
  });

  it("follow the field", () => {
    expect(["text", "search", "email", "url", "numeric", "decimal", "tel", ""].map(kindOf)).toEqual(["text", "text", "email", "url", "number", "money", "phone", "text"]);
  });

  const offered = (locale: string, name: string) => rowsOf("text", "letters", lettersOf(locale)).flat().find((key) => key.name === name)?.alternatives?.map((key) => key.text);

  it("follow the language, and offer the letters that it has no key for", () => {
    const top = (locale: string) => rowsOf("text", "letters", lettersOf(locale))[0]!.map((key) => key.text).join("");
    expect(["en-US", "de-DE", "fr-FR", "hi-IN"].map(top)).toEqual(["qwertyuiop", "qwertzuiopü", "azertyuiop", "qwertyuiop"]);
    expect(offered("en-US", "u")).toEqual(["7", "ú", "ü", "ù", "û", "ů"].sort((a, b) => "7üúùûů".indexOf(a) - "7üúùûů".indexOf(b)));
    expect(offered("de-DE", "u")).not.toContain("ü");
    expect(offered("de-DE", "s")).toContain("ß");
  });

  it("name and capitalise what they type", () => {
    expect(["é", "ü", ".com", "ß", "a", "7", "–"].map(nameOf)).toEqual(["e-acute", "u-diaeresis", "dot-com", "sharp-s", "a", "7", "en-dash"]);
    expect(["é", "ß", ".com", "a"].map(shifted)).toEqual(["É", "ẞ", ".com", "A"]);
  });

  it("repeat after 400 ms, twenty times a second", () => {
    expect([0, 399, 400, 449, 450, 600, 2000].map(repetitions)).toEqual([1, 1, 1, 1, 2, 5, 33]);
  });
});

describe("the keyboard", () => {
  let keyboard: Keyboard;
  let input: HTMLInputElement;
  const typed: string[] = [];
  const key = (name: string): KeySpec => PAGES.flatMap((page) => rowsOf("text", page).flat()).find((one) => one.name === name)!;
  const press = (names: string) => names.split(" ").forEach((name) => keyboard.press(key(name)));

  beforeEach(() => {
    document.body.innerHTML = '<input enterkeyhint="search"><textarea></textarea><button></button><input readonly>';
    input = document.querySelector("input")!;
    typed.length = 0;
    document.execCommand = vi.fn((command: string, _: boolean, text: string) => {
      typed.push(command === "insertText" ? text : command);
      return true;
    });
    keyboard = createKeyboard((change) => change());
  });

  it("is up while a field that can be written into has the focus", () => {
    keyboard.sync();
    expect(keyboard.get()).toBeNull();
    input.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ page: "letters", shift: "off", kind: "text" });
    for (const selector of ["button", "[readonly]"]) {
      document.querySelector<HTMLElement>(selector)!.focus();
      keyboard.sync();
      expect(keyboard.get()).toBeNull();
    }
    document.querySelector("textarea")!.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ enter: "newline" });
  });

  it("hides and leaves the focus, until it is tapped again or the field is left", () => {
    input.focus();
    keyboard.sync();
    expect([keyboard.hide(), keyboard.hide()]).toEqual([true, false]);
    keyboard.sync();
    expect([keyboard.get(), document.activeElement]).toEqual([null, input]);
    keyboard.want();
    keyboard.sync();
    expect(keyboard.get()).not.toBeNull();
    keyboard.leave();
    expect([keyboard.get(), document.activeElement]).toEqual([null, document.body]);
    keyboard.want();
    keyboard.sync();
    expect(keyboard.get()).toBeNull();
  });

  it("deletes repeatedly while backspace is held, and offers what a held letter has", () => {
    input.focus();
    keyboard.sync();
    expect([keyboard.hold(key("backspace"), 100), keyboard.hold(key("backspace"), 600), keyboard.hold(key("space"), 600)]).toEqual([false, true, false]);
    expect(typed).toEqual(Array(5).fill("delete"));
    expect(keyboard.hold(key("e"), 600)).toBe(true);
    keyboard.press(keyboard.get()!.held!.alternatives![1]!);
    expect(typed.at(-1)).toBe("é");
    expect(keyboard.get()!.held).toBeNull();
  });

  it("shifts one letter, locks, and starts anew in another field", () => {
    input.focus();
    keyboard.sync();
    press("shift a b shift shift c d shift e space backspace");
    expect(typed).toEqual(["A", "b", "C", "D", "e", " ", "delete"]);
    press("symbols");
    expect(keyboard.get()).toMatchObject({ page: "symbols" });
    document.querySelector("textarea")!.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ page: "letters", shift: "off" });
  });
});
