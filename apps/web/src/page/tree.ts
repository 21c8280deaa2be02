import type { ElementData } from "../phone/contract";
import { elementStyle, type ElementStyle } from "./elementStyle";
import { createPainting, type Box, type Layer, type Painting } from "./painting";

interface Context {
  list: ElementData[];
  screen: Box;
  painting: Painting;
  /** Elements of which it is not known yet whether they are visible. */
  asked: Asked[];
}

interface Asked {
  element: ElementData;
  node: Element;
  /** Its number in the painting. */
  drawn: number;
  clip: Box;
}

/** What the walk knows on its way down. */
interface Place {
  parent: number | null;
  package: string;
  /** Room left by the scroll containers around. */
  clip: Box;
  /** Index of the element whose `text` takes the texts found below. */
  owner: number | null;
  layer: Layer;
  /** Touches pass through what is around. */
  passed: boolean;
}

const ROLES: Record<string, string> = {
  button: "button", menuitem: "button", link: "button", row: "button", none: "button", tab: "tab", switch: "switch", checkbox: "checkbox",
  radio: "radio", img: "image", heading: "header", banner: "header", list: "list", dialog: "dialog", alertdialog: "dialog",
};
const CONTAINERS = new Set(["list", "dialog", "header"]);
const LISTED_WITHOUT_ID = new Set(["list", "dialog"]);

/** Every element of the screen in drawing order, from one walk over the page. */
export function elementTree(root: HTMLElement): ElementData[] {
  const screen: Box = [0, 0, window.innerWidth, window.innerHeight];
  const context: Context = { list: [], screen, painting: createPainting(), asked: [] };
  const top: Place = { parent: null, package: "shell", clip: screen, owner: null, layer: "flow", passed: false };
  for (const child of root.children) visit(context, child, top);
  for (const asked of context.asked) asked.element.visible = isVisible(context, asked);
  return context.list;
}

/** Note what is drawn, and list what is an element of the screen. */
function visit(context: Context, node: Element, place: Place): void {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const style = elementStyle(node, right <= left || bottom <= top, place.passed);
  if (style.display === "none" || style.visibility === "hidden") return;
  // A screen below another: no finger meets it, and looking into it would lay it out.
  if (style.contentVisibility === "hidden" && node.getAttribute("aria-hidden") === "true") return;
  const { painting } = context;
  const bounds: Box = [left, top, right, bottom];
  const drawn = painting.enter(bounds, style, place.layer);
  // Rows far from the screen: looking into them would lay them out.
  if (style.contentVisibility !== "hidden") {
    if (isElement(node)) list(context, node, place, style, bounds, drawn);
    else if (node instanceof HTMLElement) visitUnlisted(context, node, drawn, style.pointerEvents === "none");
  }
  painting.leave(drawn);
}

/** What is drawn but told to nobody covers all the same. */
function visitUnlisted(context: Context, parent: Element, within: number, passed: boolean): void {
  const { painting } = context;
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    const { left, top, right, bottom } = child.getBoundingClientRect();
    const style = elementStyle(child, right <= left || bottom <= top, passed);
    if (style.display === "none" || style.visibility === "hidden") continue;
    const drawn = painting.enter([left, top, right, bottom], style, painting.layerOf(within));
    // A drawing ends at its own box.
    if (style.contentVisibility !== "hidden" && child instanceof HTMLElement) visitUnlisted(context, child, drawn, style.pointerEvents === "none");
    painting.leave(drawn);
  }
}

function isElement(node: Element): node is HTMLElement {
  return node instanceof HTMLElement && (isBare(node) || (!node.hasAttribute("data-still") && node.getAttribute("aria-hidden") !== "true"));
}

/** Has nothing but its class: no need to ask for anything else, as nearly half of all elements. */
function isBare(node: Element): boolean {
  const { length } = node.attributes;
  return length === 0 || (length === 1 && node.hasAttribute("class"));
}

function list(context: Context, node: HTMLElement, place: Place, style: ElementStyle, bounds: Box, drawn: number): void {
  const bare = isBare(node);
  // Written out: a spread copy takes many times as long, and there is one an element.
  const inner: Place = {
    parent: place.parent, package: place.package, clip: place.clip, owner: place.owner,
    layer: context.painting.layerOf(drawn), passed: style.pointerEvents === "none",
  };
  if (!bare) inner.package = node.getAttribute("data-package") || place.package;
  if (style.overflowX !== "visible" || style.overflowY !== "visible") inner.clip = intersect(place.clip, bounds);

  const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null;
  const found = bare && !field ? describeBare(node, style) : describe(node, field, style);
  const leaf = !field && isTextLeaf(node);
  const id = bare ? "" : (node.getAttribute("data-testid") ?? "");
  const takesText = leaf && place.owner !== null && id === "";
  if (takesText) {
    const owner = context.list[place.owner!]!;
    const text = plainText(node);
    if (text) owner.text = owner.text ? `${owner.text}\n${text}` : text;
    return;
  }
  if (id || found.label || found.pressable || field || leaf || LISTED_WITHOUT_ID.has(found.role) || found.scrollable) {
    const index = context.list.length;
    const element: ElementData = {
      id,
      text: leaf ? plainText(node) : field ? field.value || field.placeholder : "",
      description: found.label,
      role: found.role || (leaf ? "text" : ""),
      bounds,
      clickable: found.enabled && (found.pressable || field !== null),
      checked: checkedState(node, found.role),
      focused: node === document.activeElement && field !== null,
      enabled: found.enabled,
      visible: false,
      value: field ? field.value : null,
      scrollable: found.scrollable,
      package: inner.package,
      parent: place.parent,
    };
    context.list.push(element);
    context.asked.push({ element, node, drawn, clip: place.clip });
    inner.parent = index;
    if (leaf || field) return;
    const gathers = found.pressable || (id !== "" && !CONTAINERS.has(found.role) && !found.scrollable && place.owner === null);
    inner.owner = gathers ? index : CONTAINERS.has(found.role) || found.scrollable ? null : inner.owner;
  }
  for (let child = node.firstElementChild; child; child = child.nextElementSibling) visit(context, child, inner);
}

interface Description {
  role: string;
  pressable: boolean;
  enabled: boolean;
  label: string;
  scrollable: boolean;
}

function describeBare(node: HTMLElement, style: ElementStyle): Description {
  const tag = node.tagName;
  return { role: tag === "UL" ? "list" : tag === "BUTTON" ? "button" : "", pressable: tag === "BUTTON", enabled: true, label: "", scrollable: canScroll(node, style) };
}

function describe(node: HTMLElement, field: HTMLElement | null, style: ElementStyle): Description {
  const role = node.getAttribute("data-role") ?? node.getAttribute("role") ?? (node.tagName === "BUTTON" ? "button" : node.tagName === "UL" ? "list" : "");
  const press = node.getAttribute("data-press");
  const pressable = press !== null || node.tagName === "BUTTON";
  const disabled = node.getAttribute("aria-disabled") === "true" || press === "off" || (field !== null && (field as HTMLInputElement).readOnly);
  return {
    role: field ? "textfield" : (ROLES[role] ?? ""),
    pressable,
    enabled: !disabled,
    label: node.getAttribute("aria-label") ?? "",
    scrollable: canScroll(node, style),
  };
}

function canScroll(node: HTMLElement, style: ElementStyle): boolean {
  const vertical = (style.overflowY === "auto" || style.overflowY === "scroll") && node.scrollHeight > node.clientHeight + 1;
  const horizontal = (style.overflowX === "auto" || style.overflowX === "scroll") && node.scrollWidth > node.clientWidth + 1;
  return vertical || horizontal;
}

function checkedState(node: HTMLElement, role: string): boolean | null {
  const state = node.getAttribute("aria-checked") ?? node.getAttribute("aria-selected");
  if (state !== null) return state === "true";
  return role === "tab" || role === "switch" || role === "checkbox" || role === "radio" ? false : null;
}

/** Draws text of its own; spans inside belong to it. */
function isTextLeaf(node: HTMLElement): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling) if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim()) return true;
  return false;
}

function plainText(node: HTMLElement): string {
  return node.textContent.trim();
}

function isVisible({ painting, screen }: Context, { element, node, drawn, clip }: Asked): boolean {
  const [left, top, right, bottom] = intersect(element.bounds, clip);
  if (right <= left || bottom <= top) return false;
  // The centre of what the observer knows: the bounds cut to the screen only.
  const [l, t, r, b] = intersect(element.bounds, screen);
  const x = wholeMiddle(l, r);
  const y = wholeMiddle(t, b);
  const unclipped = left < x && x < right && top < y && y < bottom;
  if (unclipped && painting.surelyMet(drawn, x, y)) return true;
  const hit = document.elementFromPoint(x, y);
  return hit !== null && node.contains(hit);
}

/** The middle of two edges as the observer has it: in whole pixels, half a pixel from the true one. Where something ends just there, another is hit. */
function wholeMiddle(from: number, to: number): number {
  const scale = window.devicePixelRatio;
  return Math.floor((Math.round(from * scale) + Math.round(to * scale)) / 2) / scale;
}

function intersect(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
