import type { ViewStyle } from "react-native";

/** A screen that lies under another: mounted, so that it keeps what it shows, and not drawn. */
export const SHOWN: ViewStyle = { flex: 1 };
export const HIDDEN: ViewStyle = { display: "none" };

/** Takes the focus out of a screen that is hidden; React Native does it by itself. */
export function leaveFocus(_screen: unknown): void {}

/** Calls `touched` when something inside the screen scrolls; lists tell their offset themselves, and nothing else scrolls up and down. */
export function watchScrolls(_screen: unknown, _touched: () => void): () => void {
  return () => undefined;
}
