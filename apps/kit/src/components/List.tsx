import { Fragment, memo, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { EmptyState, type EmptyStateProps } from "./EmptyState";
import { useFarBlocks } from "./farBlocks";
import { ListStyleContext } from "./listStyle";
import { ScrollArea } from "./ScrollArea";
import { BottomRoomContext, ScrollHostContext, type NearEnd } from "./scrollHost";
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
/** Rows that are drawn, and skipped while they are far away, together. */
const BLOCK = 20;

/** A long list that draws rows as they are needed and never takes them away, so that equal scroll gives equal pixels.
 *
 * Blocks of rows that are far from the screen keep their room but cost nothing: neither layout nor a look at them.
 *
 * In a screen with `scroll={false}` it scrolls itself; in a scrolling screen it grows with the screen.
 */
export function List<T>(props: ListProps<T>) {
  const host = useContext(ScrollHostContext);
  return host ? <HostedList {...props} /> : <ScrollingList {...props} />;
}

function useGrowth(total: number): { count: number; grow: NearEnd } {
  const [count, setCount] = useState(FIRST);
  // As many steps as the kept offset probably needs: one at a time would be more renders in a row than React allows.
  const grow: NearEnd = (missing, length) =>
    setCount((old) => (old < total ? old + STEP * Math.max(1, Math.ceil((missing * old) / Math.max(length, 1) / STEP)) : old));
  return { count: Math.min(count, total), grow };
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
  const blocks = useRef<View>(null);
  useFarBlocks(blocks, items, render, theme);
  return (
    <View testID={testID} role="list">
      {header}
      {items.length === 0 ? <EmptyState {...empty} /> : null}
      <ListStyleContext value="list">
        <View ref={blocks} style={cards ? { gap: theme.space(2), paddingHorizontal: theme.space(3), paddingTop: theme.space(2) } : null}>
          {Array.from({ length: Math.ceil(count / BLOCK) }, (_, number) => (
            <Block
              key={number}
              items={items}
              from={number * BLOCK}
              to={Math.min((number + 1) * BLOCK, count)}
              keyOf={keyOf as (item: unknown) => string | number}
              render={render as (item: unknown, index: number) => ReactNode}
              gap={cards ? theme.space(2) : 0}
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

/** Rows that are already there are not drawn again when the list grows. */
const Block = memo(function Block({ items, from, to, keyOf, render, gap }: BlockProps) {
  return (
    <View style={gap > 0 ? { gap } : null}>
      {items.slice(from, to).map((item, index) => (
        <Fragment key={keyOf(item)}>{render(item, from + index)}</Fragment>
      ))}
    </View>
  );
});
