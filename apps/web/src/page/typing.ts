/** Typing into the focused field, through the browser's own editing commands so that React sees it as typed. */

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** The field that has the focus and can be written into. */
export function focusedField(): Field | null {
  const active = document.activeElement;
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null;
  return field && !field.readOnly && !field.disabled ? field : null;
}

export function insertText(text: string): boolean {
  if (!focusedField()) return false;
  document.execCommand("insertText", false, text);
  return true;
}

/** What is selected goes, else the character before the caret. */
export function deleteBack(): boolean {
  if (!focusedField()) return false;
  document.execCommand("delete");
  return true;
}

export function clearText(): boolean {
  const field = focusedField();
  if (!field) return false;
  field.select();
  if (field.value !== "") document.execCommand("delete");
  return true;
}

/** The enter key: a new line in a text area, the field's action elsewhere. */
export function pressEnter(): boolean {
  const field = focusedField();
  if (!field) return false;
  if (field instanceof HTMLTextAreaElement) {
    document.execCommand("insertText", false, "\n");
    return true;
  }
  for (const type of ["keydown", "keyup"]) {
    field.dispatchEvent(new KeyboardEvent(type, { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true }));
  }
  return true;
}
