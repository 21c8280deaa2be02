import { memo, useContext, useEffect, useState, type ReactNode } from "react";
import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { EmptyState, type EmptyStateProps } from "./EmptyState";
import { ListStyleContext } from "./listStyle";
import { ScrollArea } from "./ScrollArea";
import { BottomRoomContext, ScrollHostContext } from "./scrollHost";
import { useSavedScroll } from "./useSavedScroll";

export interface ListProps<T> {
  testID: string;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  render: (item: T, index: number) => ReactNode;
  empty: EmptyStateProps;
  header?: ReactNode;
  footer?: ReactNode;
  /** A finger pulled the list down from its beginning; for lists that scroll themselves. */
  refresh?: () => void;
  /** Where the scroll is kept in the screen's state. */
  scrollKey?: string;
}

const FIRST = 10;
const STEP = 10;

/** A long list that draws rows as they are needed and never takes them away, so that equal scroll gives equal pixels.
 *
 * In a screen with `scroll={false}` it scrolls itself; in a scrolling screen it grows with the screen.
 */
export function List<T>(props: ListProps<T>) {
  const host = useContext(ScrollHostContext);
  return host ? <HostedList {...props} /> : <ScrollingList {...props} />;
}

function useGrowth(total: number): { count: number; grow: () => void } {
  const [count, setCount] = useState(FIRST);
  return { count: Math.min(count, total), grow: () => setCount((old) => (old < total ? old + STEP : old)) };
}

function ScrollingList<T>(props: ListProps<T>) {
  const { count, grow } = useGrowth(props.items.length);
  const scroll = useSavedScroll(props.scrollKey ?? "scroll");
  const theme = useTheme();
  const room = useContext(BottomRoomContext);
  return (
    <ScrollArea {...scroll} {...(count < props.items.length ? { onNearEnd: grow } : {})} {...(props.refresh ? { onPull: props.refresh } : {})} contentStyle={{ paddingBottom: theme.space(3) + room }}>
      <Rows {...props} count={count} />
    </ScrollArea>
  );
}

function HostedList<T>(props: ListProps<T>) {
  const host = useContext(ScrollHostContext);
  const { count, grow } = useGrowth(props.items.length);
  useEffect(() => host?.subscribe(grow));
  return <Rows {...props} count={count} />;
}

function Rows<T>({ testID, items, keyOf, render, empty, header, footer, count }: ListProps<T> & { count: number }) {
  const theme = useTheme();
  const cards = theme.list === "cards";
  return (
    <View testID={testID} role="list">
      {header}
      {items.length === 0 ? <EmptyState {...empty} /> : null}
      <ListStyleContext value="list">
        <View style={cards ? { gap: theme.space(2), paddingHorizontal: theme.space(3), paddingTop: theme.space(2) } : null}>
          {items.slice(0, count).map((item, index) => (
            <ListRow key={keyOf(item)} item={item} index={index} render={render as (item: unknown, index: number) => ReactNode} />
          ))}
        </View>
      </ListStyleContext>
      {footer}
    </View>
  );
}

interface ListRowProps {
  item: unknown;
  index: number;
  render: (item: unknown, index: number) => ReactNode;
}

/** Rows that are already there are not drawn again when the list grows. */
const ListRow = memo(function ListRow({ item, index, render }: ListRowProps) {
  return render(item, index);
});
