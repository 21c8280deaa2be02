import type { Field } from "../page/typing";

/** What may close after the end of a sentence. */
const CLOSING = /[)\]}"'»”’]+$/u;
const SENTENCE_ENDS = new Set([".", "!", "?", "…"]);

/** Whether the next letter at the caret is to be a capital, as the field's `autocapitalize` has it. */
export function wantsCapital(field: Field): boolean {
  const caret = field.selectionStart;
  if (caret === null) return false;
  const before = field.value.slice(0, caret);
  const written = before.trimEnd();
  const room = before.slice(written.length);
  switch (field.getAttribute("autocapitalize")) {
    case "words": return written === "" || room !== "";
    case "sentences":
      if (written === "" || room.includes("\n")) return true;
      return room !== "" && SENTENCE_ENDS.has(written.replace(CLOSING, "").at(-1) ?? "");
    default: return false;
  }
}
