import { nameOf } from "./names";

/** One key: its name, what it types or does, and what a long press on it offers. */

export type Page = "letters" | "symbols" | "more";
/** `auto` is a capital that the text asks for, `once` one that the user did. */
export type Shift = "off" | "auto" | "once" | "lock";

/** What a key does when it types nothing. */
export type Command = "shift" | "backspace" | "enter" | "letters" | "symbols" | "more" | "globe" | "modify";

export interface KeySpec {
  /** The test id is `key-<name>`. */
  name: string;
  /** Share of the row's width. */
  weight: number;
  /** What it types; commands type nothing. */
  text?: string;
  /** What it types while shift holds, where that is no capital letter. */
  shift?: string;
  command?: Command;
  /** What a finger types that leaves the key to the left, up, to the right, down. */
  flicks?: readonly (KeySpec | null)[];
  /** What a long press offers instead. */
  alternatives?: readonly KeySpec[];
}

export const key = (text: string, weight = 1): KeySpec => ({ name: nameOf(text), text, weight });
export const command = (name: Command, weight: number): KeySpec => ({ name, command: name, weight });
export const keys = (texts: string): KeySpec[] => [...texts].map((text) => key(text));

/** What a key types while shift holds. German has a capital for the one letter that Unicode writes as two. */
export function shifted(text: string, shift?: string): string {
  if (shift !== undefined) return shift;
  if (text.startsWith(".")) return text;
  return text === "ß" ? "ẞ" : text.toUpperCase();
}
