import type { RefObject } from "react";
import type { View } from "react-native";

/** On Android nothing is skipped: the list's rows are native views, which the system culls. */
export function useFarBlocks(container: RefObject<View | null>, content: readonly unknown[]): void {
  void container;
  void content;
}
