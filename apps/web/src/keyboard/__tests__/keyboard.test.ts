import { beforeEach, describe, expect, it, vi } from "vitest";

import { wantsCapital } from "../capitals";
import { repetitions } from "../hold";
import { flickOf } from "../flick";
import { modified } from "../kana";
import { shifted, type KeySpec, type Page } from "../keys";
import { kindOf, layoutOf, rowsOf, scriptsOf, type KeyboardKind } from "../layouts";
import { nameOf } from "../names";
import { createKeyboard, type Keyboard } from "../store";

const KINDS: KeyboardKind[] = ["text", "email", "url", "number", "money", "phone"];
const LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "sv-SE", "hi-IN", "ja-JP"];
const PAGES: Page[] = ["letters", "symbols", "more"];

describe("layouts", () => {
  const all = KINDS.flatMap((kind) => PAGES.flatMap((page) => LOCALES.flatMap((locale) => scriptsOf(locale).map((script) => [kind, page, locale, script] as const))));

  it.each(all)("of %s, %s in %s, %s: eleven keys wide at most, names of their own, enter and delete", (kind, page, locale, script) => {
    const rows = rowsOf(kind, page, layoutOf(locale, script));
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

  const offered = (locale: string, name: string) => rowsOf("text", "letters", layoutOf(locale)).flat().find((key) => key.name === name)?.alternatives?.map((key) => key.text);

  it("follow the language, and offer the letters that it has no key for", () => {
    const top = (locale: string) => rowsOf("text", "letters", layoutOf(locale))[0]!.map((key) => key.text).join("");
    expect(["en-US", "de-DE", "fr-FR", "ko-KR"].map(top)).toEqual(["qwertyuiop", "qwertzuiopü", "azertyuiop", "qwertyuiop"]);
    expect(offered("en-US", "u")).toEqual(["7", "ú", "ü", "ù", "û", "ů"].sort((a, b) => "7üúùûů".indexOf(a) - "7üúùûů".indexOf(b)));
    expect(offered("de-DE", "u")).not.toContain("ü");
    expect(offered("de-DE", "s")).toContain("ß");
  });

  it("name and capitalise what they type", () => {
    expect(["é", "ü", ".com", "ß", "a", "7", "–"].map(nameOf)).toEqual(["e-acute", "u-diaeresis", "dot-com", "sharp-s", "a", "7", "en-dash"]);
    expect(["क", "ा", "क्ष", "९", "ち", "ん"].map(nameOf)).toEqual(["devanagari-ka", "devanagari-sign-aa", "devanagari-ka-virama-ssa", "devanagari-nine", "hiragana-chi", "hiragana-n"]);
    expect(["é", "ß", ".com", "a"].map((text) => shifted(text))).toEqual(["É", "ẞ", ".com", "A"]);
  });

  /** Every character that a layout types, by keys, shift, flicks and long presses. */
  const reached = (locale: string) => {
    const specs = PAGES.flatMap((page) => rowsOf("text", page, layoutOf(locale)).flat()).flatMap((spec) => [spec, ...(spec.alternatives ?? []), ...(spec.flicks ?? [])]);
    return new Set(specs.flatMap((spec) => (spec?.text ? [spec.text, shifted(spec.text, spec.shift)] : [])));
  };
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));

  it("reach every letter, sign and digit of Hindi", () => {
    const typed = reached("hi-IN");
    const hindi = [...range(0x901, 0x903), ...range(0x905, 0x90b), ...range(0x90f, 0x911), ...range(0x913, 0x928), ...range(0x92a, 0x930), "ल", ...range(0x935, 0x939), ...range(0x93c, 0x943), ...range(0x947, 0x949), ...range(0x94b, 0x94d), ...range(0x964, 0x96f)];
    expect(hindi.filter((character) => !typed.has(character))).toEqual([]);
  });

  it("reach all kana, with the key for small and voiced ones", () => {
    const typed = reached("ja-JP");
    for (const kana of [...typed]) for (let next = modified(kana); next && !typed.has(next); next = modified(next)) typed.add(next);
    const missing = [...range(0x3041, 0x3094), ...range(0x30a1, 0x30f4), "ー"].filter((kana) => !typed.has(kana));
    // Small わ belongs to old spelling; ゐ and ゑ are no longer written.
    expect(missing).toEqual(["ゐ", "ゑ", "ヰ", "ヱ"]);
  });

  it("take a flick from a movement, by its larger direction", () => {
    expect([[0, 0], [-30, 5], [5, -30], [30, 5], [5, 30], [10, 10]].map(([x, y]) => flickOf(x!, y!))).toEqual([null, 0, 1, 2, 3, null]);
  });

  it("repeat after 400 ms, twenty times a second", () => {
    expect([0, 399, 400, 449, 450, 600, 2000].map(repetitions)).toEqual([1, 1, 1, 1, 2, 5, 33]);
  });
});

describe("the keyboard", () => {
  let keyboard: Keyboard;
  let input: HTMLInputElement;
  let language: string;
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
    language = "en-US";
    keyboard = createKeyboard((change) => change(), () => language);
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

  it("changes between the language's scripts by the globe, remembers it, and forgets it with the state", () => {
    language = "hi-IN";
    input.focus();
    keyboard.sync();
    const globe: KeySpec = { name: "globe", command: "globe", weight: 1 };
    expect(keyboard.get()).toMatchObject({ script: "devanagari" });
    keyboard.press(globe);
    expect(keyboard.get()).toMatchObject({ script: "latin" });
    document.querySelector("textarea")!.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ script: "latin" });
    keyboard.press(globe);
    expect(keyboard.get()).toMatchObject({ script: "devanagari" });
    keyboard.press(globe);
    keyboard.reset();
    input.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ script: "devanagari" });
  });

  it("writes addresses in Latin letters in every language", () => {
    language = "ja-JP";
    input.inputMode = "email";
    input.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ script: "latin" });
  });

  it("makes the kana before the caret small or voiced", () => {
    language = "ja-JP";
    input.value = "はつ";
    input.focus();
    keyboard.sync();
    const modify: KeySpec = { name: "modify", command: "modify", weight: 1 };
    keyboard.press(modify);
    input.setSelectionRange(1, 1);
    keyboard.press(modify);
    input.setSelectionRange(0, 0);
    keyboard.press(modify);
    expect(typed).toEqual(["delete", "っ", "delete", "ば"]);
  });

  it("locks katakana", () => {
    language = "ja-JP";
    input.focus();
    keyboard.sync();
    const kana = (name: string) => rowsOf("text", "letters", layoutOf(language)).flat().find((one) => one.name === name)!;
    for (const name of ["shift", "hiragana-a", "hiragana-ka", "shift", "hiragana-a"]) keyboard.press(kana(name));
    expect(typed).toEqual(["ア", "カ", "あ"]);
  });

  it("begins sentences with capitals where the field wants them, until shift is tapped", () => {
    input.setAttribute("autocapitalize", "sentences");
    document.execCommand = vi.fn((_: string, __: boolean, text: string) => {
      typed.push(text);
      input.value += text;
      return true;
    });
    input.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ shift: "auto" });
    press("h i period space y o");
    expect(typed.join("")).toBe("Hi. Yo");
    press("period space shift");
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ shift: "off" });
    press("x shift y period space symbols 1 letters");
    expect(typed.join("")).toBe("Hi. Yo. xY. 1");
    input.value = "";
    keyboard.edited();
    expect(keyboard.get()).toMatchObject({ shift: "auto" });
    for (let taps = 3; taps > 0; taps -= 1) {
      press("shift");
      keyboard.looked();
    }
    press("a b space c");
    expect(input.value).toBe("AB C");
  });

  it("locks by a double tap on shift, also where it undoes a capital", () => {
    input.setAttribute("autocapitalize", "sentences");
    input.focus();
    keyboard.sync();
    press("shift shift");
    expect(keyboard.get()).toMatchObject({ shift: "lock" });
    press("shift");
    expect(keyboard.get()).toMatchObject({ shift: "off" });
    press("shift shift");
    expect(keyboard.get()).toMatchObject({ shift: "lock" });
  });

  it.each([
    ["sentences", ["", "  ", "Hi. ", "Hi!\"  ", "Hi\n", "Oh… "], ["Hi", "Hi ", "Hi.", "3.5", "a, "]],
    ["words", ["", "Ada "], ["Ada", "Ada-"]],
    ["none", [], ["", "Hi. "]],
  ])("wants capitals in %s", (mode, capital, small) => {
    const field = document.querySelector("textarea")!;
    field.setAttribute("autocapitalize", mode);
    const wanted = (text: string) => {
      field.value = text;
      return wantsCapital(field);
    };
    expect([capital.map(wanted), small.map(wanted)]).toEqual([capital.map(() => true), small.map(() => false)]);
  });

  it("writes no capitals by itself in scripts that have none", () => {
    language = "hi-IN";
    input.setAttribute("autocapitalize", "sentences");
    input.focus();
    keyboard.sync();
    expect(keyboard.get()).toMatchObject({ script: "devanagari", shift: "off" });
    keyboard.press({ name: "globe", command: "globe", weight: 1 });
    expect(keyboard.get()).toMatchObject({ script: "latin", shift: "auto" });
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
