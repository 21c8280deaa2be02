import createReactDOMStyle from "react-native-web/dist/exports/StyleSheet/compiler/createReactDOMStyle";
import { inline } from "react-native-web/dist/exports/StyleSheet/compiler/index";
import preprocess from "react-native-web/dist/exports/StyleSheet/preprocess";

/** React Native styles as one CSS class each.
 *
 * React Native Web gives registered styles one class a property and all others the element's own `style`. Half of a screen's
 * rendering went into these: twenty rules to match for every element, or twenty properties to parse for each one that opens.
 * Here equal styles are compiled once, to one class that holds all of them; opening a screen writes class names only.
 */

export type Style = Readonly<Record<string, unknown>>;
export type StyleInput = Style | readonly StyleInput[] | null | undefined | false | 0 | "";

/** What React Native's defaults are in CSS, by kind of element. */
const BASES = {
  view:
    "align-content:flex-start;align-items:stretch;background-color:transparent;border:0 solid black;box-sizing:border-box;display:flex;" +
    "flex-basis:auto;flex-direction:column;flex-shrink:0;list-style:none;margin:0;min-height:0;min-width:0;padding:0;position:relative;" +
    "text-decoration:none;z-index:0;",
  text:
    "background-color:transparent;border:0 solid black;box-sizing:border-box;color:black;display:inline;font-size:14px;list-style:none;margin:0;" +
    "padding:0;position:relative;text-align:start;text-decoration:none;white-space:pre-wrap;word-wrap:break-word;",
  textInside:
    "background-color:transparent;border:0 solid black;box-sizing:border-box;color:inherit;display:inline;font:inherit;list-style:none;margin:0;" +
    "padding:0;position:relative;text-align:inherit;text-decoration:none;white-space:inherit;word-wrap:break-word;",
  none: "",
};
export type Kind = keyof typeof BASES;

/** Changes with every frame of a gesture: stays out of the classes, which are kept for good. */
const MOVING = "transform";

const byKey = new Map<string, string>();
const byObject = new WeakMap<object, Map<string, string>>();
let sheet: CSSStyleSheet | null = null;

/** Styles that never change and are used again: their class is found without looking into them. */
export function register<T extends Record<string, object>>(styles: T): T {
  for (const style of Object.values(styles)) if (!byObject.has(style)) byObject.set(style, new Map());
  return styles;
}

/** The class of `style` on top of the defaults of `kind`, and what is left for the element's own `style`. */
export function styled(kind: Kind, style: StyleInput, variant = ""): { className: string; style?: Record<string, unknown> } {
  const known = typeof style === "object" && style !== null ? byObject.get(style) : undefined;
  if (known) {
    const name = kind + variant;
    let className = known.get(name);
    if (className === undefined) known.set(name, (className = classOf(kind, style as Style)));
    return { className };
  }
  const flat = Array.isArray(style) ? flatten(style) : ((style || EMPTY) as Style);
  if (flat[MOVING] === undefined) return { className: classOf(kind, flat) };
  const { [MOVING]: moving, ...rest } = flat;
  return { className: classOf(kind, rest), style: createReactDOMStyle(preprocess({ transform: moving }), true) };
}

const EMPTY: Style = {};

export function flatten(style: StyleInput): Style {
  if (!Array.isArray(style)) return (style || EMPTY) as Style;
  const flat: Record<string, unknown> = {};
  for (const part of style as readonly StyleInput[]) if (part) Object.assign(flat, flatten(part));
  return flat;
}

function classOf(kind: Kind, style: Style): string {
  const key = kind + JSON.stringify(style);
  const found = byKey.get(key);
  if (found !== undefined) return found;
  const className = `t${byKey.size}`;
  byKey.set(key, className);
  for (const rule of rules(`.${className}`, kind, style)) insert(rule);
  return className;
}

function rules(selector: string, kind: Kind, { pointerEvents, ...style }: Style): string[] {
  const declared = declarations(inline(preprocess(style, { shadow: true, textShadow: true }), false));
  const made: string[] = [];
  let own = "";
  // React Native's touches can pass through a view alone, or reach it alone.
  if (pointerEvents !== undefined) {
    const passes = pointerEvents === "none" || pointerEvents === "box-none";
    own = `pointer-events:${passes ? "none" : "auto"}!important;`;
    if (pointerEvents !== "auto") made.push(`${selector}>*{pointer-events:${pointerEvents === "box-none" ? "auto" : "none"}}`);
  }
  made.unshift(`${selector}{${BASES[kind]}${declared}${own}}`);
  return made;
}

/** `flex` first: more specific properties win over it, wherever they stand. */
function declarations(style: Record<string, unknown>): string {
  const names = Object.keys(style).sort((a, b) => Number(b === "flex") - Number(a === "flex"));
  return names.map((name) => `${hyphenate(name)}:${String(style[name])};`).join("");
}

function hyphenate(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function insert(rule: string): void {
  sheet ??= document.head.appendChild(document.createElement("style")).sheet!;
  sheet.insertRule(rule, sheet.cssRules.length);
}
