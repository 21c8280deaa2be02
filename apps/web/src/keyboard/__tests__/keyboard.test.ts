import { beforeEach, describe, expect, it, vi } from "vitest";

import { kindOf, rowsOf, type KeyboardKind, type KeySpec, type Page } from "../layouts";
import { createKeyboard, type Keyboard } from "../store";

const KINDS: KeyboardKind[] = ["text", "email", "number", "money", "phone"];
const PAGES: Page[] = ["letters", "symbols", "more"];

describe("layouts", () => {
  it.each(KINDS.flatMap((kind) => PAGES.map((page) => [kind, page] as const)))("of %s, %s: ten keys wide at most, names of their own, enter and delete", (kind, page) => {
    const rows = rowsOf(kind, page);
    const names = rows.flat().map((key) => key.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z0-9-]+$/.test(name))).toBe(true);
    expect(names).toEqual(expect.arrayContaining(["enter", "backspace"]));
    for (const row of rows) expect(row.reduce((sum, key) => sum + key.weight, 0)).toBeLessThanOrEqual(10);
  });

  it("reach every printable ASCII character in a text field", () => {
    const typed = new Set(PAGES.flatMap((page) => rowsOf("text", page).flat()).flatMap(({ text }) => (text ? [text, text.toUpperCase()] : [])));
    const missing = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((character) => !typed.has(character));
    expect(missing).toEqual([]);
  });

  it("follow the field", () => {
    expect(["text", "search", "email", "numeric", "decimal", "tel", ""].map(kindOf)).toEqual(["text", "text", "email", "number", "money", "phone", "text"]);
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

  it("goes with the focus when it is hidden, and says whether it was there", () => {
    input.focus();
    keyboard.sync();
    expect([keyboard.hide(), keyboard.hide()]).toEqual([true, false]);
    expect(document.activeElement).toBe(document.body);
    keyboard.sync();
    expect(keyboard.get()).toBeNull();
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
