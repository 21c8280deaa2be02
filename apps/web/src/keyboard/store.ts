import { deleteBack, focusedField, insertText, pressEnter, type Field } from "../page/typing";
import { repetitions, HOLD_MS } from "./hold";
import { shifted, type KeySpec, type Page, type Shift } from "./keys";
import { kindOf, type KeyboardKind } from "./layouts";
import { reveal } from "./reveal";

/** The keyboard while it is up. Which field has the focus decides that; nothing of it is stored. */
export interface KeyboardView {
  kind: KeyboardKind;
  /** What the enter key does in this field. */
  enter: "search" | "done" | "newline";
  page: Page;
  shift: Shift;
  /** The key whose alternatives are offered. */
  held: KeySpec | null;
}

export interface Keyboard {
  get(): KeyboardView | null;
  subscribe(listener: () => void): () => void;
  /** Rise or go as the focus has it now. */
  sync(): void;
  /** Go and leave the focus where it is; whether the keyboard was up. */
  hide(): boolean;
  /** The field that kept the focus was tapped: come back with the next `sync`. */
  want(): void;
  /** Take the focus away, and the keyboard with it. */
  leave(): void;
  press(key: KeySpec): void;
  /** A finger was lifted from a key after `ms`: repeat, or offer alternatives. False when that is a mere press. */
  hold(key: KeySpec, ms: number): boolean;
  /** Something else was touched: alternatives go. */
  touchOutside(): void;
}

/**
 * @param commit Draws what changed before it returns, so that the field can be moved into what is left of the screen.
 */
export function createKeyboard(commit: (change: () => void) => void): Keyboard {
  let view: KeyboardView | null = null;
  let field: Field | null = null;
  let wanted = false;
  const listeners = new Set<() => void>();

  const set = (next: KeyboardView | null) => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  const change = (part: Partial<KeyboardView>) => {
    if (view) set({ ...view, ...part });
  };
  const rise = (now: Field) => {
    commit(() => set(viewOf(now)));
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
      if (now === field && !(now && again)) return;
      field = now;
      if (now) rise(now);
      else commit(() => set(null));
    },
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
    press({ text, command }) {
      if (!view) return;
      const { shift } = view;
      if (view.held) change({ held: null });
      if (text !== undefined) {
        insertText(shift === "off" ? text : shifted(text));
        if (shift === "once") change({ shift: "off" });
        return;
      }
      switch (command) {
        case "shift": return change({ shift: ({ off: "once", once: "lock", lock: "off" } as const)[shift] });
        case "letters":
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
    touchOutside() {
      if (view?.held) change({ held: null });
    },
  };
  return keyboard;
}

function viewOf(field: Field): KeyboardView {
  const enter = field instanceof HTMLTextAreaElement ? "newline" : field.enterKeyHint === "search" ? "search" : "done";
  return { kind: kindOf(field.inputMode), enter, page: "letters", shift: "off", held: null };
}
