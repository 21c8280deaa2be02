import { mdiDragHorizontalVariant } from "@mdi/js";
import { useRef, useState, type ReactNode } from "react";
import { PanResponder, View } from "react-native";

import { TOUCH_TARGET } from "../theme/tokens";
import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";

export interface ReorderableProps {
  /** The handle's; a drag on it moves what it belongs to. */
  testID: string;
  /** Spoken name of the handle, such as "Move Work". */
  label: string;
  index: number;
  count: number;
  /** Where it was dropped: its new index. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** One of several rows of equal height whose order a finger changes, by a handle in front of it. */
export function Reorderable({ testID, label, index, count, onMove, children }: ReorderableProps) {
  const theme = useTheme();
  const [height, setHeight] = useState(0);
  const [shift, setShift] = useState(0);
  const latest = useRef({ index, count, height, onMove });
  latest.current = { index, count, height, onMove };
  // One for good: a new one would count the finger's way anew each time that the row is drawn on that way.
  const [{ panHandlers }] = useState(() =>
    PanResponder.create({
      onStartShouldSetPanResponder: () => true,
      onPanResponderMove: (_, { dy }) => setShift(dy),
      onPanResponderRelease: (_, { dy }) => {
        setShift(0);
        const now = latest.current;
        const to = dropIndex(now.index, dy, now.height, now.count);
        if (to !== now.index) now.onMove(now.index, to);
      },
      onPanResponderTerminate: () => setShift(0),
      onPanResponderTerminationRequest: () => false,
    }),
  );
  return (
    <View
      onLayout={({ nativeEvent }) => setHeight(nativeEvent.layout.height)}
      style={{ flexDirection: "row", alignItems: "center", backgroundColor: theme.color.background, zIndex: shift === 0 ? 0 : 1, transform: [{ translateY: shift }] }}
    >
      <View
        {...panHandlers}
        testID={testID}
        aria-label={label}
        style={{ width: TOUCH_TARGET, minHeight: TOUCH_TARGET, alignItems: "center", justifyContent: "center", touchAction: "none" } as object}
      >
        <Icon path={mdiDragHorizontalVariant} tone="muted" />
      </View>
      <View style={{ flex: 1, minWidth: 0 }}>{children}</View>
    </View>
  );
}

/** The index of a row of `height` that was moved by `dy` among `count` rows. */
export function dropIndex(index: number, dy: number, height: number, count: number): number {
  if (height <= 0) return index;
  return Math.min(Math.max(index + Math.round(dy / height), 0), count - 1);
}
