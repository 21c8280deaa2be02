import type { Field } from "../page/typing";
import type { Marks } from "./textSelection";

/** What decides where a field's text breaks and how wide it is. */
const COPIED = [
  "boxSizing", "direction", "fontFamily", "fontFeatureSettings", "fontKerning", "fontSize", "fontStretch", "fontStyle", "fontVariant", "fontWeight",
  "letterSpacing", "lineHeight", "overflowWrap", "paddingBottom", "paddingLeft", "paddingRight", "paddingTop", "tabSize", "textAlign", "textIndent",
  "textTransform", "wordBreak", "wordSpacing",
] as const;

/** Where what is selected in a field lies, and its two ends; null when nothing is selected or none of it can be seen.
 *
 * A browser tells the place of no character in a field: the text is laid out once more beside it.
 */
export function fieldMarks(field: Field): Marks | null {
  const { selectionStart: from, selectionEnd: to } = field;
  if (from === null || to === null || from === to) return null;
  const lines = linesOf(field, from, to);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return null;
  const box = field.getBoundingClientRect();
  const start = { x: first.left, y: first.bottom };
  const end = { x: last.right, y: last.bottom };
  const inside = ({ x, y }: { x: number; y: number }) => x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
  if (!inside(start) && !inside(end)) return null;
  // An end that was scrolled out of the field waits at its edge.
  const within = ({ x, y }: { x: number; y: number }) => ({ x: Math.min(Math.max(x, box.left), box.right), y: Math.min(Math.max(y, box.top), box.bottom) });
  return { top: box.top, bottom: box.bottom, start: within(start), end: within(end) };
}

/** The boxes of the selected text, line by line, on the screen. */
function linesOf(field: Field, from: number, to: number): DOMRect[] {
  const style = getComputedStyle(field);
  const box = field.getBoundingClientRect();
  const oneLine = field instanceof HTMLInputElement;
  const copy = document.createElement("div");
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: "fixed", visibility: "hidden", left: `${box.left - field.scrollLeft}px`, top: `${box.top - field.scrollTop}px`, width: `${box.width}px`,
    whiteSpace: oneLine ? "pre" : "pre-wrap",
  });
  const hidden = oneLine && field.type === "password";
  const text = document.createTextNode(hidden ? "•".repeat(field.value.length) : field.value);
  copy.append(text);
  document.body.append(copy);
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, to);
  const lines = [...range.getClientRects()].filter((line) => line.width > 0);
  copy.remove();
  if (!oneLine) return lines;
  // The one line stands in the middle of its field.
  return lines.map(({ left, width, height }) => new DOMRect(left, box.top + (box.height - height) / 2, width, height));
}

/** The end of the selection moves to a character; it stops one before the other end. */
export function extendField(field: Field, end: "start" | "end", offset: number): void {
  const { selectionStart: from, selectionEnd: to } = field;
  if (from === null || to === null) return;
  if (end === "start") field.setSelectionRange(Math.min(offset, to - 1), to);
  else field.setSelectionRange(from, Math.max(offset, from + 1));
}
