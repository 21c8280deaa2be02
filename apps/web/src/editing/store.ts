import { deleteBack, focusedField, insertText, type Field } from "../page/typing";

/** What stands above a field while some of it is selected or something can be pasted. */
export interface EditMenu {
  /** The field's box in dp. */
  top: number;
  bottom: number;
  selected: boolean;
  canPaste: boolean;
}

export type EditCommand = "cut" | "copy" | "paste" | "select-all";

export interface Editing {
  get(): EditMenu | null;
  subscribe(listener: () => void): () => void;
  /** Select the word at a point of a field (all of it where there is none) and offer what can be done. */
  open(field: Field, x: number, y: number): void;
  close(): boolean;
  run(command: EditCommand): void;
  /** A new phone has an empty clipboard. */
  reset(): void;
}

/** Selection in the focused field, and the one clipboard of all apps. It is no part of the state. */
export function createEditing(): Editing {
  let menu: EditMenu | null = null;
  let clipboard = "";
  const listeners = new Set<() => void>();
  const set = (next: EditMenu | null) => {
    if (menu === next) return;
    menu = next;
    for (const listener of [...listeners]) listener();
  };
  const show = (field: Field) => {
    const { top, bottom } = field.getBoundingClientRect();
    set({ top, bottom, selected: field.selectionStart !== field.selectionEnd, canPaste: clipboard !== "" });
  };
  const selection = (field: Field) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);

  return {
    get: () => menu,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(field, x, y) {
      field.focus();
      const [start, end] = wordAt(field.value, caretAt(field, x, y));
      field.setSelectionRange(start, end);
      show(field);
    },
    close() {
      const was = menu !== null;
      set(null);
      return was;
    },
    run(command) {
      const field = focusedField();
      if (!field) return set(null);
      switch (command) {
        case "select-all":
          field.select();
          return show(field);
        case "copy":
        case "cut":
          // A hidden text is not given away, as on a phone.
          if (field.type !== "password") clipboard = selection(field);
          if (command === "cut") deleteBack();
          return set(null);
        case "paste":
          insertText(clipboard);
          return set(null);
      }
    },
    reset() {
      clipboard = "";
      set(null);
    },
  };
}

/** Where in its text a field was touched; the end when the browser does not say. */
export function caretAt(field: Field, x: number, y: number): number {
  const find = (document as { caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null }).caretPositionFromPoint;
  const place = find?.call(document, x, y);
  return place?.offsetNode === field ? place.offset : field.value.length;
}

/** Start and end of the word at `offset`; between words, of the nearest before it. */
export function wordAt(text: string, offset: number): [number, number] {
  let best: [number, number] = [0, text.length];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}_'’.@-]+/gu)) {
    if (match.index > offset) break;
    best = [match.index, match.index + match[0].length];
  }
  return best;
}
