import { memo, useContext, useEffect, useRef, type ReactNode } from "react";
import { StyleSheet, View, type ViewStyle } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { EmptyState, type EmptyStateProps } from "./EmptyState";
import { useFarBlocks, useMeasuredAgain } from "./farBlocks";
import { ListStyleContext } from "./listStyle";
import { BLOCK, useRowWindow, type Anchor, type RowWindowControl } from "./rowWindow";
import { useSameRows } from "./sameRows";
import { ScrollArea } from "./ScrollArea";
import { BottomRoomContext, ScrollHostContext } from "./scrollHost";
import { useSavedAnchor, useSavedScroll } from "./useSavedScroll";

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

const styles = StyleSheet.create({
  // Nothing scrolls by itself when rows come or go: neither does it on Android.
  rows: { overflowAnchor: "none" } as unknown as ViewStyle,
});

/** A long list that draws rows as they are needed and never takes them away, so that equal scroll gives equal pixels.
 *
 * Blocks of rows that are far from the screen keep their room but cost nothing: neither layout nor a look at them. Those before a
 * kept offset far down are not even drawn until the scroll comes near them.
 *
 * In a screen with `scroll={false}` it scrolls itself; in a scrolling screen it grows with the screen.
 */
export function List<T>(props: ListProps<T>) {
  const host = useContext(ScrollHostContext);
  return host ? <HostedList {...props} /> : <ScrollingList {...props} />;
}

function ScrollingList<T>(props: ListProps<T>) {
  const scrollKey = props.scrollKey ?? "scroll";
  const anchor = useSavedAnchor(scrollKey);
  const rows = useRowWindow(props.items.length, anchor.kept);
  const scroll = useSavedScroll(scrollKey);
  const theme = useTheme();
  const room = useContext(BottomRoomContext);
  return (
    <ScrollArea {...scroll} {...(rows.count < props.items.length ? { onNearEnd: rows.grow } : {})} {...(props.refresh ? { onPull: props.refresh } : {})} contentStyle={{ paddingBottom: theme.space(3) + room }}>
      <Rows {...props} rows={rows} onAnchor={anchor.keep} />
    </ScrollArea>
  );
}

function HostedList<T>(props: ListProps<T>) {
  const host = useContext(ScrollHostContext);
  const rows = useRowWindow(props.items.length, null);
  useEffect(() => host?.subscribe(rows.grow));
  return <Rows {...props} rows={rows} />;
}

function Rows<T>({ testID, items, keyOf, render, empty, header, footer, rows, onAnchor }: ListProps<T> & { rows: RowWindowControl; onAnchor?: (anchor: Anchor | null) => void }) {
  const theme = useTheme();
  const cards = theme.list === "cards";
  const blocks = useRef<View>(null);
  const { first, count } = rows;
  const gap = cards ? theme.space(2) : 0;
  useFarBlocks(blocks, theme, rows, gap, onAnchor);
  return (
    <View testID={testID} role="list">
      {header}
      {items.length === 0 ? <EmptyState {...empty} /> : null}
      <ListStyleContext value="list">
        <View ref={blocks} style={[styles.rows, cards ? { gap, paddingHorizontal: theme.space(3), paddingTop: gap } : null]}>
          {Array.from({ length: Math.ceil(count / BLOCK) - first }, (_, place) => first + place).map((number) => (
            <Block
              key={number}
              items={items}
              from={number * BLOCK}
              to={Math.min((number + 1) * BLOCK, count)}
              keyOf={keyOf as (item: unknown) => string | number}
              render={render as (item: unknown, index: number) => ReactNode}
              gap={gap}
            />
          ))}
        </View>
      </ListStyleContext>
      {footer}
    </View>
  );
}

interface BlockProps {
  items: readonly unknown[];
  from: number;
  to: number;
  keyOf: (item: unknown) => string | number;
  render: (item: unknown, index: number) => ReactNode;
  gap: number;
}

/** Rows that look the same are not drawn again, whether the list grows or its data was written. */
const Block = memo(function Block({ items, from, to, keyOf, render, gap }: BlockProps) {
  const block = useRef<View>(null);
  const { rows, version } = useSameRows(items.slice(from, to), keyOf, render, from);
  useMeasuredAgain(block, version);
  return <View ref={block} style={gap > 0 ? { gap } : null}>{rows}</View>;
});
