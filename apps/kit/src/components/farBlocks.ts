import type { RefObject } from "react";
import type { View } from "react-native";

/** On Android nothing is skipped: the list's rows are native views, which the system culls. */
export function useFarBlocks(container: RefObject<View | null>, items: unknown, render: unknown, theme: unknown): void {
  void container;
  void [items, render, theme];
}
