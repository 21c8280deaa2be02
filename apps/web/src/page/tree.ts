import type { ElementData } from "../phone/contract";
import { elementStyle, type ElementStyle } from "./elementStyle";
import { createVisibility, intersect, type Box, type Visibility } from "./visibility";

interface Context {
  list: ElementData[];
  visibility: Visibility;
}

/** What the walk knows on its way down. */
interface Place {
  parent: number | null;
  package: string;
  /** Room left by the scroll containers around. */
  clip: Box;
  /** Index of the element whose `text` takes the texts found below. */
  owner: number | null;
  /** Touches may pass through something around. */
  odd: boolean;
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
  const context: Context = { list: [], visibility: createVisibility(screen) };
  for (let child = root.firstElementChild; child; child = child.nextElementSibling) {
    visit(context, child, { parent: null, package: "shell", clip: screen, owner: null, odd: false });
  }
  context.visibility.answer();
  return context.list;
}

function visit(context: Context, node: Element, place: Place): void {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const style = elementStyle(node, right <= left || bottom <= top);
  if (style.gone) return;
  const bounds: Box = [left, top, right, bottom];
  const box = context.visibility.open(bounds);
  if (node instanceof HTMLElement && !node.hasAttribute("data-still") && node.getAttribute("aria-hidden") !== "true") {
    list(context, node, style, bounds, box, place);
  } else {
    cover(context, node);
  }
  context.visibility.close(box);
}

/** What is not listed can still lie over something. */
function cover(context: Context, node: Element): void {
  if (!(node instanceof HTMLElement)) return;
  for (let child = node.firstElementChild; child; child = child.nextElementSibling) {
    const { left, top, right, bottom } = child.getBoundingClientRect();
    const box = context.visibility.open([left, top, right, bottom]);
    cover(context, child);
    context.visibility.close(box);
  }
}

function list(context: Context, node: HTMLElement, style: ElementStyle, bounds: Box, box: number, place: Place): void {
  const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null;
  const leaf = !field && isTextLeaf(node);
  const id = node.getAttribute("data-testid") ?? "";
  if (leaf && place.owner !== null && id === "") {
    const owner = context.list[place.owner]!;
    const text = plainText(node);
    if (text) owner.text = owner.text ? `${owner.text}\n${text}` : text;
    cover(context, node);
    return;
  }
  const inner: Place = { ...place, odd: place.odd || style.odd };
  inner.package = node.getAttribute("data-package") ?? place.package;
  if (style.clips) inner.clip = intersect(place.clip, bounds);
  const found = describe(node, field, style);
  if (id || found.label || found.pressable || field || leaf || LISTED_WITHOUT_ID.has(found.role) || found.scrollable) {
    const index = context.list.length;
    const data: ElementData = {
      id,
      text: leaf ? plainText(node) : field ? field.value || field.placeholder : "",
      description: found.label,
      role: found.role || (leaf ? "text" : ""),
      bounds,
      clickable: found.enabled && (found.pressable || field !== null),
      checked: checkedState(node, found.role),
      focused: field !== null && node === document.activeElement,
      enabled: found.enabled,
      visible: false,
      value: field ? field.value : null,
      scrollable: found.scrollable,
      package: inner.package,
      parent: place.parent,
    };
    context.list.push(data);
    context.visibility.ask({ node, place: box, box: bounds, clip: place.clip, odd: inner.odd, answer: (visible) => void (data.visible = visible) });
    inner.parent = index;
    if (leaf || field) {
      cover(context, node);
      return;
    }
    const gathers = found.pressable || (id !== "" && !CONTAINERS.has(found.role) && !found.scrollable && place.owner === null);
    inner.owner = gathers ? index : CONTAINERS.has(found.role) || found.scrollable ? null : inner.owner;
  }
  for (let child = node.firstElementChild; child; child = child.nextElementSibling) visit(context, child, inner);
}

function describe(node: HTMLElement, field: HTMLElement | null, style: ElementStyle) {
  const role = node.getAttribute("data-role") ?? node.getAttribute("role") ?? (node.tagName === "BUTTON" ? "button" : node.tagName === "UL" ? "list" : "");
  const press = node.getAttribute("data-press");
  const pressable = press !== null || node.tagName === "BUTTON";
  const disabled = press === "off" || node.getAttribute("aria-disabled") === "true" || (field !== null && (field as HTMLInputElement).readOnly);
  return {
    role: field ? "textfield" : (ROLES[role] ?? ""),
    pressable,
    enabled: !disabled,
    label: node.getAttribute("aria-label") ?? "",
    scrollable: canScroll(node, style),
  };
}

function canScroll(node: HTMLElement, style: ElementStyle): boolean {
  return (style.scrollsY && node.scrollHeight > node.clientHeight + 1) || (style.scrollsX && node.scrollWidth > node.clientWidth + 1);
}

function checkedState(node: HTMLElement, role: string): boolean | null {
  const state = node.getAttribute("aria-checked") ?? node.getAttribute("aria-selected");
  if (state !== null) return state === "true";
  return role === "tab" || role === "switch" || role === "checkbox" || role === "radio" ? false : null;
}

/** Draws text of its own; spans inside belong to it. */
function isTextLeaf(node: HTMLElement): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE && (child as Text).data.trim() !== "") return true;
  }
  return false;
}

function plainText(node: HTMLElement): string {
  return node.textContent.trim();
}
