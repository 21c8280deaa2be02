import { StyleSheet, type ViewStyle } from "react-native";

const FILL = { position: "absolute", top: 0, right: 0, bottom: 0, left: 0 } as const;

/** The web half. The browser keeps layout and styles of a screen whose content is hidden; without a box both are made anew when it comes
 * back, which took a fifth of such a step. It fills its parent in both states, so that nothing inside moves.
 */
export const { SHOWN, HIDDEN } = StyleSheet.create({
  SHOWN: FILL,
  HIDDEN: { ...FILL, zIndex: -1, contentVisibility: "hidden" } as ViewStyle,
});

/** The browser would take the focus away at some later frame. */
export function leaveFocus(screen: unknown): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body && (screen as HTMLElement).contains(focused)) focused.blur();
}

/** Calls `touched` when something inside the screen scrolls. */
export function watchScrolls(screen: unknown, touched: () => void): () => void {
  const element = screen as HTMLElement;
  element.addEventListener("scroll", touched, { capture: true, passive: true });
  return () => element.removeEventListener("scroll", touched, { capture: true });
}
