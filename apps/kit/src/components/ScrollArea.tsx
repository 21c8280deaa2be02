import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { RefreshControl, ScrollView } from "react-native";

import type { ScrollAreaProps } from "./scrollArea.types";

const never = () => () => undefined;
const always = () => true;

/** A vertical scroll container that remembers where it was; the Android half. */
export function ScrollArea({ offset, onOffset, onNearEnd, onPull, activity, style, contentStyle, children }: ScrollAreaProps) {
  const ref = useRef<ScrollView>(null);
  const wanted = useRef(offset);
  const active = useSyncExternalStore(activity?.subscribe ?? never, activity?.get ?? always);
  useLayoutEffect(() => {
    if (active) ref.current?.scrollTo({ y: wanted.current, animated: false });
  }, [active]);
  return (
    <ScrollView
      ref={ref}
      style={style}
      contentContainerStyle={contentStyle}
      scrollEventThrottle={16}
      keyboardShouldPersistTaps="handled"
      {...(onPull ? { refreshControl: <RefreshControl refreshing={false} onRefresh={onPull} /> } : {})}
      onContentSizeChange={(_, height) => {
        if (wanted.current > 0 && height > wanted.current) ref.current?.scrollTo({ y: wanted.current, animated: false });
        else if (wanted.current > 0) onNearEnd?.(wanted.current - height, height);
      }}
      onScroll={({ nativeEvent: { contentOffset, contentSize, layoutMeasurement } }) => {
        wanted.current = contentOffset.y;
        onOffset(Math.round(contentOffset.y));
        if (contentSize.height - contentOffset.y < layoutMeasurement.height * 1.5) onNearEnd?.(0, contentSize.height);
      }}
    >
      {children}
    </ScrollView>
  );
}
