import { createContext, createElement, isValidElement, useContext, type ReactNode } from "react";

import { hostProps, type Props } from "./hostProps";
import { register, type StyleInput } from "./styles";

const InsideText = createContext(false);

const ONE_LINE = { maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", wordWrap: "normal" };
const LINES = { display: "-webkit-box", maxWidth: "100%", overflow: "clip", textOverflow: "ellipsis", WebkitBoxOrient: "vertical" };

/** React Native's Text: a block, or a part of the text around it. */
export function Text(props: Props): ReactNode {
  const inside = useContext(InsideText);
  const { style, numberOfLines, selectable, children, ...rest } = props;
  const look = textStyle(style as StyleInput, numberOfLines as number | undefined, selectable as boolean | undefined);
  const [tag, host] = hostProps(inside ? "span" : "div", inside ? "textInside" : "text", rest, look);
  // Outermost texts run as their first letter does.
  if (!inside) host.dir ??= "auto";
  host.children = children;
  const element = createElement(tag, host);
  return inside || !holdsElements(children) ? element : <InsideText value>{element}</InsideText>;
}

function holdsElements(children: unknown): boolean {
  return Array.isArray(children) ? children.some(holdsElements) : isValidElement(children);
}

const looks = new WeakMap<object, Map<string, StyleInput>>();

/** The same object for the same registered style, so that its class is found at once. */
function textStyle(style: StyleInput, lines: number | undefined, selectable: boolean | undefined): StyleInput {
  if (lines === undefined && selectable === undefined) return style;
  if (typeof style !== "object" || style === null || Array.isArray(style)) return makeLook(style, lines, selectable);
  const known = looks.get(style) ?? new Map<string, StyleInput>();
  looks.set(style, known);
  const key = `${lines} ${selectable}`;
  const found = known.get(key) ?? register({ look: Object.assign({}, ...(makeLook(style, lines, selectable) as object[]).filter(Boolean)) as object }).look;
  known.set(key, found as StyleInput);
  return found as StyleInput;
}

function makeLook(style: StyleInput, lines: number | undefined, selectable: boolean | undefined): StyleInput {
  return [
    lines !== undefined && lines > 1 ? { ...LINES, WebkitLineClamp: lines } : lines === 1 ? ONE_LINE : null,
    style,
    selectable === undefined ? null : { userSelect: selectable ? "text" : "none" },
  ];
}
