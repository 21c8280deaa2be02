import { deleteBack, focusedField, insertText, type Field } from "../page/typing";
import { extendField, fieldMarks } from "./fieldMarks";
import { extendSelection, marksOf, selectAll, selectWord, selectedText, type Marks } from "./textSelection";
import { wordAt } from "./words";

/** What stands above a field or text while some of it is selected or something can be pasted. */
export interface EditMenu {
  /** The box of the field, or of what is selected of a text, in dp. */
  top: number;
  bottom: number;
  selected: boolean;
  canPaste: boolean;
  /** Whether it is a field; nothing can be cut or pasted in any other text. */
  field: boolean;
  /** Where the two handles stand, if something is selected. */
  marks: Marks | null;
}

export type EditCommand = "cut" | "copy" | "paste" | "select-all";

export interface Editing {
  get(): EditMenu | null;
  subscribe(listener: () => void): () => void;
  /** Select the word at a point of a field (all of it where there is none) and offer what can be done. */
  open(field: Field, x: number, y: number): void;
  /** Select the word at a point of a text that is no field. */
  openText(text: HTMLElement, x: number, y: number): void;
  /** A finger moved one end of what is selected to a point. */
  extend(end: "start" | "end", x: number, y: number): void;
  close(): boolean;
  run(command: EditCommand): void;
  /** A new phone has an empty clipboard. */
  reset(): void;
}

/** Selection in the focused field, and the one clipboard of all apps. It is no part of the state. */
export function createEditing(): Editing {
  let menu: EditMenu | null = null;
  let clipboard = "";
  let text: HTMLElement | null = null;
  const listeners = new Set<() => void>();
  const set = (next: EditMenu | null) => {
    if (menu === next) return;
    menu = next;
    for (const listener of [...listeners]) listener();
  };
  const show = (field: Field) => {
    const { top, bottom } = field.getBoundingClientRect();
    set({ top, bottom, selected: field.selectionStart !== field.selectionEnd, canPaste: clipboard !== "", field: true, marks: fieldMarks(field) });
  };
  const showText = () => {
    const marks = text && marksOf();
    set(marks ? { top: marks.top, bottom: marks.bottom, selected: true, canPaste: false, field: false, marks } : null);
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
    openText(node, x, y) {
      text = node;
      selectWord(node, x, y);
      showText();
    },
    extend(end, x, y) {
      if (text) {
        extendSelection(text, end, x, y);
        return showText();
      }
      const field = focusedField();
      if (!field) return;
      const box = field.getBoundingClientRect();
      // The finger may leave the field; the end goes to the nearest place in it.
      extendField(field, end, caretAt(field, Math.min(Math.max(x, box.left + 1), box.right - 1), Math.min(Math.max(y, box.top + 1), box.bottom - 1)));
      show(field);
    },
    close() {
      const was = menu !== null;
      if (text) window.getSelection()?.removeAllRanges();
      text = null;
      set(null);
      return was;
    },
    run(command) {
      if (text) {
        if (command === "select-all") {
          selectAll(text);
          return showText();
        }
        clipboard = selectedText();
        return void this.close();
      }
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
      this.close();
    },
  };
}

/** Where in its text a field was touched; the end when the browser does not say. */
export function caretAt(field: Field, x: number, y: number): number {
  const find = (document as { caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null }).caretPositionFromPoint;
  const place = find?.call(document, x, y);
  return place?.offsetNode === field ? place.offset : field.value.length;
}
