import { deleteBack, focusedField, insertText, pressEnter, type Field } from "../page/typing";
import { kindOf, type KeyboardKind, type KeySpec, type Page, type Shift } from "./layouts";
import { reveal } from "./reveal";

/** The keyboard while it is up. Which field has the focus decides that; nothing of it is stored. */
export interface KeyboardView {
  kind: KeyboardKind;
  /** What the enter key does in this field. */
  enter: "search" | "done" | "newline";
  page: Page;
  shift: Shift;
}

export interface Keyboard {
  get(): KeyboardView | null;
  subscribe(listener: () => void): () => void;
  /** Rise or go as the focus has it now. */
  sync(): void;
  /** Take the focus away; whether the keyboard was up. */
  hide(): boolean;
  press(key: KeySpec): void;
}

/**
 * @param commit Draws what changed before it returns, so that the field can be moved into what is left of the screen.
 */
export function createKeyboard(commit: (change: () => void) => void): Keyboard {
  let view: KeyboardView | null = null;
  let field: Field | null = null;
  const listeners = new Set<() => void>();

  const set = (next: KeyboardView | null) => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  const change = (part: Partial<KeyboardView>) => {
    if (view) set({ ...view, ...part });
  };

  const keyboard: Keyboard = {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync() {
      const now = focusedField();
      if (now === field) return;
      field = now;
      commit(() => set(now ? viewOf(now) : null));
      if (now) reveal(now);
    },
    hide() {
      const was = view !== null;
      (document.activeElement as HTMLElement | null)?.blur();
      field = null;
      if (was) set(null);
      return was;
    },
    press({ text, command }) {
      if (!view) return;
      const { shift } = view;
      if (text !== undefined) {
        insertText(shift === "off" ? text : text.toUpperCase());
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
  };
  return keyboard;
}

function viewOf(field: Field): KeyboardView {
  const enter = field instanceof HTMLTextAreaElement ? "newline" : field.enterKeyHint === "search" ? "search" : "done";
  return { kind: kindOf(field.inputMode), enter, page: "letters", shift: "off" };
}

