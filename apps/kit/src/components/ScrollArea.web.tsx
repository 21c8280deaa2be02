import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { StyleSheet, View, type ViewStyle } from "react-native";

import type { ScrollAreaProps } from "./scrollArea.types";

/** How far the content is pulled before it counts, in dp. */
const PULL = 96;

const never = () => () => undefined;

const styles = StyleSheet.create({
  area: { flex: 1, overflowX: "hidden", overflowY: "auto", overscrollBehavior: "none" } as unknown as ViewStyle,
});

/** The web half: a plain scrolling element. React Native Web's ScrollView throttles by the wall clock, which stands still here. */
export function ScrollArea({ offset, onOffset, onNearEnd, onPull, activity, style, contentStyle, children }: ScrollAreaProps) {
  const ref = useRef<View>(null);
  const wanted = useRef(offset);
  const latest = useRef({ onOffset, onNearEnd, onPull });
  useLayoutEffect(() => {
    latest.current = { onOffset, onNearEnd, onPull };
  });

  useLayoutEffect(() => {
    const node = ref.current as unknown as HTMLElement;
    const onScroll = () => {
      // A hidden screen reports 0 while it has no box.
      if (node.clientHeight === 0) return;
      wanted.current = node.scrollTop;
      latest.current.onOffset(Math.round(node.scrollTop));
      if (isNearEnd(node)) latest.current.onNearEnd?.(0, node.scrollHeight);
    };
    let from: number | null = null;
    const onTouchStart = (event: TouchEvent) => {
      from = node.scrollTop === 0 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const onTouchEnd = (event: TouchEvent) => {
      const to = event.changedTouches[0]?.clientY;
      if (from !== null && to !== undefined && to - from > PULL && node.scrollTop === 0) latest.current.onPull?.();
      from = null;
    };
    node.addEventListener("scroll", onScroll, { passive: true });
    node.addEventListener("touchstart", onTouchStart, { passive: true });
    node.addEventListener("touchend", onTouchEnd, { passive: true });
    return () => {
      node.removeEventListener("scroll", onScroll);
      node.removeEventListener("touchstart", onTouchStart);
      node.removeEventListener("touchend", onTouchEnd);
    };
  }, []);

  // After every commit: the content may just have grown enough for the kept offset, or not yet fill the screen.
  const owed = useRef(false);
  const fill = () => {
    const node = ref.current as unknown as HTMLElement;
    owed.current = !(activity?.get() ?? true);
    if (owed.current || node.clientHeight === 0) return;
    // The browser stops at the end of the content, where more of it is asked for.
    if (node.scrollTop !== wanted.current && wanted.current > 0) node.scrollTop = wanted.current;
    const missing = Math.max(0, wanted.current + node.clientHeight - node.scrollHeight);
    if (isNearEnd(node)) latest.current.onNearEnd?.(missing, node.scrollHeight);
  };
  useLayoutEffect(fill);
  // What was drawn while the screen lay under another is measured when it comes back.
  useSyncExternalStore(activity?.subscribe ?? never, () => (owed.current ? (activity?.get() ?? true) : false));

  return (
    <View ref={ref} style={[styles.area, style]} {...({ dataSet: { scroll: "y" } } as object)}>
      <View style={contentStyle}>{children}</View>
    </View>
  );
}

function isNearEnd(node: HTMLElement): boolean {
  return node.scrollHeight - node.scrollTop < node.clientHeight * 1.5;
}
