import type { ReactNode } from "react";
import type { StyleProp, ViewStyle } from "react-native";

/** Whether a screen is on top, and a notice when that may have changed. */
export interface Activity {
  get(): boolean;
  subscribe(listener: () => void): () => void;
}

export interface ScrollAreaProps {
  /** Kept scroll offset in dp, put back when the area appears. */
  offset: number;
  onOffset: (offset: number) => void;
  /** The end of the content is less than half a screen below; the kept offset lacks `missing` dp beyond its `length`. */
  onNearEnd?: (missing: number, length: number) => void;
  /** A finger pulled the content down from its beginning. */
  onPull?: () => void;
  /** Whether the screen around is on top; without it, it always is. */
  activity?: Activity;
  style?: StyleProp<ViewStyle>;
  contentStyle?: StyleProp<ViewStyle>;
  children?: ReactNode;
}
