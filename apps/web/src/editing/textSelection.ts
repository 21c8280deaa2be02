import { wordAt } from "./words";

/** Where what is selected lies, and the two handles at its ends, in dp. */
export interface Marks {
  top: number;
  bottom: number;
  start: { x: number; y: number };
  end: { x: number; y: number };
}

interface Place {
  node: Node;
  offset: number;
}

/** The character below a point of `text`; the nearest end of it for a point outside. */
function placeAt(text: HTMLElement, x: number, y: number): Place {
  const find = (document as { caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null }).caretPositionFromPoint;
  const found = find?.call(document, x, y);
  if (found && text.contains(found.offsetNode) && found.offsetNode.nodeType === Node.TEXT_NODE) return { node: found.offsetNode, offset: found.offset };
  const box = text.getBoundingClientRect();
  const before = y < box.top || (y <= box.bottom && x < box.left);
  const pieces = textNodes(text);
  const node = before ? pieces[0] : pieces.at(-1);
  return node ? { node, offset: before ? 0 : (node.textContent?.length ?? 0) } : { node: text, offset: 0 };
}

function textNodes(text: HTMLElement): Node[] {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node);
  return found;
}

function select(start: Place, end: Place): void {
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

export function selectWord(text: HTMLElement, x: number, y: number): void {
  const { node, offset } = placeAt(text, x, y);
  const [start, end] = wordAt(node.textContent ?? "", offset);
  select({ node, offset: start }, { node, offset: end });
}

export function selectAll(text: HTMLElement): void {
  window.getSelection()?.selectAllChildren(text);
}

export function selectedText(): string {
  return window.getSelection()?.toString() ?? "";
}

/** Move one end to a point; it stops one character before the other end. */
export function extendSelection(text: HTMLElement, end: "start" | "end", x: number, y: number): void {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const place = placeAt(text, x, y);
  const moved = range.cloneRange();
  if (end === "start") moved.setStart(place.node, place.offset);
  else moved.setEnd(place.node, place.offset);
  // A range whose end is put before its start collapses.
  if (moved.collapsed) return;
  selection.removeAllRanges();
  selection.addRange(moved);
}

/** Null when nothing is selected. */
export function marksOf(): Marks | null {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const lines = [...selection.getRangeAt(0).getClientRects()].filter((line) => line.width > 0);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return null;
  return { top: first.top, bottom: last.bottom, start: { x: first.left, y: first.bottom }, end: { x: last.right, y: last.bottom } };
}
