import { deleteBack, focusedField, insertText, pressEnter, type Field } from "../page/typing";
import { wantsCapital } from "./capitals";
import { repetitions, HOLD_MS } from "./hold";
import { modified } from "./kana";
import { shifted, type KeySpec, type Page, type Shift } from "./keys";
import { kindOf, scriptsOf, wantsLatin, type KeyboardKind, type Script } from "./layouts";
import { reveal } from "./reveal";

/** The keyboard while it is up. Which field has the focus decides that; nothing of it is stored. */
export interface KeyboardView {
  kind: KeyboardKind;
  /** What the enter key does in this field. */
  enter: "search" | "done" | "newline";
  page: Page;
  script: Script;
  shift: Shift;
  /** The key whose alternatives are offered. */
  held: KeySpec | null;
}

export interface Keyboard {
  get(): KeyboardView | null;
  subscribe(listener: () => void): () => void;
  /** Rise or go as the focus has it now; shift follows the text before the caret. */
  sync(): void;
  /** The text of the field has changed: shift follows it at once. */
  edited(): void;
  /** Go and leave the focus where it is; whether the keyboard was up. */
  hide(): boolean;
  /** The field that kept the focus was tapped: come back with the next `sync`. */
  want(): void;
  /** Take the focus away, and the keyboard with it. */
  leave(): void;
  /** Leave, and forget which script was chosen. */
  reset(): void;
  press(key: KeySpec): void;
  /** A finger was lifted from a key after `ms`: repeat, or offer alternatives. False when that is a mere press. */
  hold(key: KeySpec, ms: number): boolean;
  /** Something else was touched: alternatives go. */
  touchOutside(): void;
  /** Somebody looks at the screen: two taps between which somebody looked are no double tap. */
  looked(): void;
}

/** What a tap on shift leads to. */
const NEXT_SHIFT: Record<Shift, Shift> = { off: "once", auto: "off", once: "lock", lock: "off" };

/**
 * @param locale The phone's language.
 * @param commit Draws what changed before it returns, so that the field can be moved into what is left of the screen.
 */
export function createKeyboard(commit: (change: () => void) => void, locale: () => string): Keyboard {
  let view: KeyboardView | null = null;
  let field: Field | null = null;
  let wanted = false;
  /** The text and the caret that shift was last made to follow. */
  let seen: { text: string; caret: number | null } | null = null;
  /** By the globe key, for as long as the language stays. */
  let chosen: { locale: string; script: Script } | null = null;
  /** The last tap on shift undid a capital that came by itself; a second one of the same double tap means to lock. */
  let undone = false;
  const listeners = new Set<() => void>();

  const set = (next: KeyboardView | null) => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  const change = (part: Partial<KeyboardView>) => {
    if (view) set({ ...view, ...part });
  };
  /** Shift as the text before the caret asks for it; only Latin letters have capitals. */
  const ownShift = (now: Field | null, script: Script): Shift => {
    seen = now && { text: now.value, caret: now.selectionStart };
    return now && script === "latin" && wantsCapital(now) ? "auto" : "off";
  };
  /** What the user chose with shift stays until he types. */
  const follow = () => {
    if (!view || !field || (field.value === seen?.text && field.selectionStart === seen.caret)) return;
    const { shift: before, page, script } = view;
    const shift = ownShift(field, script);
    if (before === "once" || before === "lock" || page !== "letters") return;
    if (shift !== before) change({ shift });
  };
  const rise = (now: Field) => {
    const kind = kindOf(now.inputMode);
    const own = chosen?.locale === locale() ? chosen.script : scriptsOf(locale())[0]!;
    const script = wantsLatin(kind) ? "latin" : own;
    commit(() => set({ kind, enter: enterOf(now), page: "letters", script, shift: ownShift(now, script), held: null }));
    reveal(now);
  };

  const keyboard: Keyboard = {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync() {
      const now = focusedField();
      const again = wanted && view === null;
      wanted = false;
      if (now === field && !(now && again)) {
        // A text that was put there by something else than keys: the browser does not bring its end into sight.
        if (view && now instanceof HTMLInputElement && now.value !== seen?.text && now.selectionStart === now.value.length) now.scrollLeft = now.scrollWidth;
        return follow();
      }
      field = now;
      if (now) rise(now);
      else commit(() => set(null));
    },
    edited: follow,
    hide() {
      if (!view) return false;
      set(null);
      return true;
    },
    want() {
      wanted = true;
    },
    leave() {
      const was = view !== null;
      (document.activeElement as HTMLElement | null)?.blur();
      field = null;
      if (was) set(null);
    },
    reset() {
      chosen = null;
      keyboard.leave();
    },
    press({ text, shift: capital, command }) {
      if (!view) return;
      const { shift, script } = view;
      const twice = undone && command === "shift";
      undone = command === "shift" && shift === "auto";
      if (view.held) change({ held: null });
      if (text !== undefined) {
        insertText(shift === "off" ? text : shifted(text, capital));
        if (shift === "once") change({ shift: ownShift(field, script) });
        return follow();
      }
      switch (command) {
        // Whole words are written in katakana, not single letters.
        case "shift": return change({ shift: script === "kana" ? (shift === "off" ? "lock" : "off") : twice ? "lock" : NEXT_SHIFT[shift] });
        case "globe": {
          const known = scriptsOf(locale());
          const next = known[(known.indexOf(script) + 1) % known.length]!;
          chosen = { locale: locale(), script: next };
          return change({ script: next, page: "letters", shift: ownShift(field, next) });
        }
        case "modify": return modifyBack();
        case "letters": return change({ page: "letters", shift: ownShift(field, script) });
        case "symbols":
        case "more": return change({ page: command, shift: "off" });
        case "backspace": return void deleteBack();
        case "enter": return void pressEnter();
        case undefined: return;
      }
    },
    hold(key, ms) {
      if (!view || ms < HOLD_MS) return false;
      if (key.command === "backspace") {
        change({ held: null });
        for (let left = repetitions(ms); left > 0; left -= 1) deleteBack();
        return true;
      }
      if (!key.alternatives) return false;
      change({ held: key });
      return true;
    },
    looked() {
      undone = false;
    },
    touchOutside() {
      if (view?.held) change({ held: null });
    },
  };
  return keyboard;
}

function enterOf(field: Field): KeyboardView["enter"] {
  if (field instanceof HTMLTextAreaElement) return "newline";
  return field.enterKeyHint === "search" ? "search" : "done";
}

/** Make the kana before the caret small or voiced; anything else stays. */
function modifyBack(): void {
  const field = focusedField();
  if (!field || field.selectionStart === null || field.selectionStart !== field.selectionEnd) return;
  const next = modified(field.value.charAt(field.selectionStart - 1));
  if (next === undefined) return;
  deleteBack();
  insertText(next);
}
