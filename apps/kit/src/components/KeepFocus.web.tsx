import type { ReactNode } from "react";
import { View } from "react-native";

const keep = (event: { preventDefault(): void }) => event.preventDefault();

/** What belongs to the field that is being written into: a tap on it leaves the focus there, and so the keyboard up. */
export function KeepFocus({ children }: { children: ReactNode }) {
  return <View {...({ onMouseDown: keep } as object)}>{children}</View>;
}
