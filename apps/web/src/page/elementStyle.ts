/** What the walk needs to know of an element's style. */
export interface ElementStyle {
  /** Nothing of it is drawn, or what is inside is skipped. */
  gone: boolean;
  clips: boolean;
  scrollsX: boolean;
  scrollsY: boolean;
  /** A touch may pass through it, or it is no box. */
  odd: boolean;
}

const byClass = new Map<string, ElementStyle>();
/** More classes than a phone has looks; beyond it they are asked anew. */
const MOST = 5000;

/** Asking the browser costs more than all the rest of the walk, and elements of one class without a style of their own answer the same.
 *
 * What a class does not decide alone is not kept: whether the element has a box at all (an element that has none is empty), and what
 * touches do, which is inherited: the walk knows what is around.
 */
export function elementStyle(node: Element, empty: boolean): ElementStyle {
  const name = node.getAttribute("class");
  if (!name || empty || node.hasAttribute("style")) return read(node);
  const known = byClass.get(name);
  if (known) return known;
  const style = read(node);
  if (!style.gone && byClass.size < MOST) byClass.set(name, style);
  return style;
}

function read(node: Element): ElementStyle {
  const style = getComputedStyle(node);
  const { overflowX, overflowY, display } = style;
  return {
    // Rows far from the screen, screens under others: looking at them would lay them out.
    gone: display === "none" || style.visibility === "hidden" || style.contentVisibility === "hidden",
    clips: overflowX !== "visible" || overflowY !== "visible",
    scrollsX: overflowX === "auto" || overflowX === "scroll",
    scrollsY: overflowY === "auto" || overflowY === "scroll",
    odd: style.pointerEvents === "none" || display === "inline" || display === "contents",
  };
}
