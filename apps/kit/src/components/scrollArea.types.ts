import type { ReactNode } from "react";
import type { StyleProp, ViewStyle } from "react-native";

export interface ScrollAreaProps {
  /** Kept scroll offset in dp, put back when the area appears. */
  offset: number;
  onOffset: (offset: number) => void;
  /** The end of the content is less than half a screen below; the kept offset lacks `missing` dp beyond its `length`. */
  onNearEnd?: (missing: number, length: number) => void;
  /** A finger pulled the content down from its beginning. */
  onPull?: () => void;
  /** Changes when the content may have become long enough for the kept offset. */
  active?: boolean;
  style?: StyleProp<ViewStyle>;
  contentStyle?: StyleProp<ViewStyle>;
  children?: ReactNode;
}
