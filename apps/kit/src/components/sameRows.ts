import { cloneElement, createElement, Fragment, isValidElement, useRef, type Key, type ReactElement, type ReactNode } from "react";

type Handler = (...args: unknown[]) => unknown;
type Bag = Readonly<Record<string, unknown>>;

/** One row: what was asked for last, and what stands for it on the screen. */
interface Slot {
  asked: ReactNode;
  drawn: ReactElement;
  /** The latest handlers by their place in the element. */
  handlers: Map<string, Handler>;
}

/** Elements for rows that stay the same objects while nothing that they show has changed, so that React leaves those rows alone.
 *
 * Lists are drawn anew at every write, with new handlers for every row. Handlers do not show: elements are alike when all else in them
 * is, and the ones drawn call whichever handlers were given last.
 *
 * @returns `version` changes whenever one of the rows does, or comes, or goes.
 */
export function useSameRows<T>(items: readonly T[], keyOf: (item: T) => Key, render: (item: T, index: number) => ReactNode, from: number): { rows: ReactElement[]; version: number } {
  const held = useRef<{ slots: Map<Key, Slot>; version: number }>({ slots: new Map(), version: 0 });
  const { slots, version } = held.current;
  let changed = items.length !== slots.size;
  const next = new Map<Key, Slot>();
  const rows = items.map((item, index) => {
    const key = keyOf(item);
    const asked = render(item, from + index);
    const before = slots.get(key);
    const same = before !== undefined && sameLook(before.asked, asked);
    const slot = same ? before : slotOf(key, asked);
    if (same) collect(asked, "", slot.handlers);
    else changed = true;
    slot.asked = asked;
    next.set(key, slot);
    return slot.drawn;
  });
  held.current = { slots: next, version: changed ? version + 1 : version };
  return { rows, version: held.current.version };
}

function slotOf(key: Key, asked: ReactNode): Slot {
  const handlers = new Map<string, Handler>();
  const drawn = createElement(Fragment, { key }, withLatest(asked, "", handlers) as ReactNode);
  return { asked, drawn, handlers };
}

/** What tells of an event rather than what is drawn. */
function isHandler(name: string, value: unknown): value is Handler {
  return typeof value === "function" && /^on[A-Z]/.test(name);
}

function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether two values draw the same: equal in all but the handlers. */
export function sameLook(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, index) => sameLook(value, b[index]));
  if (isValidElement(a)) return isValidElement(b) && a.type === b.type && a.key === b.key && sameBags(a.props as Bag, b.props as Bag);
  return isBag(a) && isBag(b) && !isValidElement(b) && sameBags(a, b);
}

function sameBags(a: Bag, b: Bag): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && ((isHandler(name, a[name]) && isHandler(name, b[name])) || sameLook(a[name], b[name])));
}

/** The same with every handler replaced by one that calls the latest in its place; the first ones are noted. */
function withLatest(value: unknown, place: string, handlers: Map<string, Handler>): unknown {
  if (Array.isArray(value)) return mapped(value, (part, index) => withLatest(part, `${place}.${index}`, handlers));
  if (isValidElement(value)) {
    const props = value.props as Bag;
    const latest = bagWithLatest(props, place, handlers);
    if (latest === props) return value;
    const { children, ...rest } = latest;
    // One argument a child: children that stand in an element one by one need no keys.
    return Array.isArray(children) ? cloneElement(value, rest, ...(children as ReactNode[])) : cloneElement(value, latest);
  }
  return isBag(value) ? bagWithLatest(value, place, handlers) : value;
}

function mapped(values: readonly unknown[], change: (value: unknown, index: number) => unknown): readonly unknown[] {
  const made = values.map(change);
  return made.every((value, index) => value === values[index]) ? values : made;
}

function bagWithLatest(bag: Bag, place: string, handlers: Map<string, Handler>): Bag {
  let made: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(bag)) {
    const here = `${place}.${name}`;
    let latest: unknown;
    if (isHandler(name, value)) {
      handlers.set(here, value);
      latest = (...args: unknown[]) => handlers.get(here)!(...args);
    } else {
      latest = withLatest(value, here, handlers);
    }
    if (latest !== value) (made ??= { ...bag })[name] = latest;
  }
  return made ?? bag;
}

/** Note the handlers of a value that looks the same as the one before. */
function collect(value: unknown, place: string, handlers: Map<string, Handler>): void {
  if (Array.isArray(value)) value.forEach((part, index) => collect(part, `${place}.${index}`, handlers));
  else if (isValidElement(value) || isBag(value)) {
    const bag = (isValidElement(value) ? value.props : value) as Bag;
    for (const [name, part] of Object.entries(bag)) {
      if (isHandler(name, part)) handlers.set(`${place}.${name}`, part);
      else if (typeof part === "object" && part !== null) collect(part, `${place}.${name}`, handlers);
    }
  }
}
