/** What a look needs to know of an element's computed style. */
export type ElementStyle = Readonly<
  Pick<CSSStyleDeclaration, "display" | "visibility" | "contentVisibility" | "overflowX" | "overflowY" | "zIndex" | "pointerEvents" | "position">
>;

const byClass = new Map<string, ElementStyle>();
/** More classes than a phone's looks have; beyond it they are asked anew. */
const MOST = 5000;

/** The style of an element, asked once a class: asking the browser for all of them took half of a look.
 *
 * Elements of one class without a style of their own have the same, but for two things. Whether they have a box is not the class's
 * business alone (`empty` ones are asked), and what touches do is inherited: pass `passed` inside an element that lets them pass.
 */
export function elementStyle(node: Element, empty: boolean, passed: boolean): ElementStyle {
  const name = node.getAttribute("class");
  if (!name || empty || passed || node.hasAttribute("style")) return getComputedStyle(node);
  const known = byClass.get(name);
  if (known) return known;
  const { display, visibility, contentVisibility, overflowX, overflowY, zIndex, pointerEvents, position } = getComputedStyle(node);
  const style: ElementStyle = { display, visibility, contentVisibility, overflowX, overflowY, zIndex, pointerEvents, position };
  if (byClass.size < MOST && visibility !== "hidden" && pointerEvents !== "none") byClass.set(name, style);
  return style;
}
