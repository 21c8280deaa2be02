import { isValidElement, useContext, useRef, useState, type ReactNode } from "react";
import { PanResponder, StyleSheet, View, type ViewStyle } from "react-native";

import { TOUCH_TARGET } from "../theme/tokens";
import { useTheme } from "../theme/ThemeProvider";
import type { Action } from "./action";
import { Icon } from "./Icon";
import { ListStyleContext } from "./listStyle";
import { Text, type Tone } from "./Text";
import { Touchable } from "./Touchable";

export interface RowProps {
  testID: string;
  title: string;
  subtitle?: string | undefined;
  caption?: string | undefined;
  /** Right of the title: a time, an amount. */
  detail?: ReactNode;
  detailTone?: Tone | undefined;
  leading?: ReactNode;
  /** An mdi path, drawn as the leading. */
  icon?: string | undefined;
  trailing?: ReactNode;
  onPress?: (() => void) | undefined;
  onLongPress?: (() => void) | undefined;
  selected?: boolean | undefined;
  /** Bold, with a mark: unread, new. */
  emphasised?: boolean | undefined;
  /** Most lines of the subtitle; the title takes one. */
  lines?: number | undefined;
  swipeLeft?: Action | undefined;
  swipeRight?: Action | undefined;
  /** Spoken name; the title unless given. */
  label?: string | undefined;
  disabled?: boolean | undefined;
  /** Pills and the like, below the texts. */
  children?: ReactNode;
}

/** How far a finger goes before a swipe counts, in dp. */
const SWIPE_DISTANCE = 80;

export function Row(props: RowProps) {
  const { testID, icon, leading = icon ? <Icon path={icon} tone="muted" /> : null, trailing, onPress, onLongPress, selected, label, title, disabled, swipeLeft, swipeRight } = props;
  const theme = useTheme();
  const place = useContext(ListStyleContext);
  const card = theme.list === "cards" && place === "list";
  const divided = theme.list === "divided" || (place === "section" && theme.list === "cards");
  const pressable = Boolean(onPress ?? onLongPress);

  const trailingSide = theme.rowActions === "leading" && isControl(trailing) && !isControl(leading) ? "start" : "end";
  const before = [isControl(leading) ? leading : null, trailingSide === "start" ? trailing : null];
  const after = isControl(trailing) && trailingSide === "end" ? trailing : null;
  const padding = {
    paddingLeft: before.some(Boolean) ? theme.space(1) : theme.space(4),
    paddingRight: after ? theme.space(1) : theme.space(4),
  };
  const content = <RowContent {...props} leading={isControl(leading) ? null : leading} trailing={isControl(trailing) ? null : trailing} />;
  const inner = {
    flexDirection: "row" as const, alignItems: "center" as const, flex: 1, minWidth: 0, gap: theme.space(4),
    minHeight: Math.round((TOUCH_TARGET + 8) * theme.density), paddingVertical: theme.space(2.5), ...padding,
  };

  const row = (
    <View
      style={{
        flexDirection: "row", alignItems: "center",
        backgroundColor: selected ? theme.color.accentMuted : card ? theme.color.surface : "transparent",
        borderRadius: card ? theme.radius.medium : 0,
        ...(card ? { borderWidth: 1, borderColor: theme.color.border } : {}),
        ...(theme.list === "plain" ? {} : { overflow: "hidden" }),
        ...(divided ? { borderBottomWidth: 1, borderBottomColor: theme.color.border } : {}),
      }}
    >
      {before[0]}
      {before[1]}
      {pressable ? (
        <Touchable
          testID={testID} label={label ?? title} role="row" onPress={onPress} onLongPress={onLongPress} disabled={disabled}
          {...(selected === undefined ? {} : { selected })}
          style={inner}
        >
          {content}
        </Touchable>
      ) : (
        <View testID={testID} style={inner}>{content}</View>
      )}
      {after}
    </View>
  );
  return swipeLeft || swipeRight ? <Swipeable left={swipeLeft} right={swipeRight}>{row}</Swipeable> : row;
}

/** Icons take the room of an avatar, so that titles stand in one column. */
function isIcon(node: ReactNode): boolean {
  return isValidElement(node) && node.type === Icon;
}

/** A button must stand beside the row's pressable: no control lies inside another one. */
function isControl(node: ReactNode): boolean {
  if (Array.isArray(node)) return node.some(isControl);
  if (!isValidElement(node)) return false;
  const props = node.props as { onPress?: unknown; onChange?: unknown; children?: ReactNode };
  if (typeof props.onPress === "function" || typeof props.onChange === "function") return true;
  return isControl(props.children);
}

function RowContent({ title, subtitle, caption, detail, detailTone, leading, trailing, emphasised, lines = 1, disabled, children }: RowProps) {
  const theme = useTheme();
  const weight = emphasised ? ("bold" as const) : undefined;
  return (
    <>
      {isIcon(leading) ? <View style={{ width: 40, alignItems: "center" }}>{leading}</View> : leading}
      <View style={{ flex: 1, minWidth: 0, gap: 1 }}>
        <View style={{ flexDirection: "row", alignItems: "baseline", gap: theme.space(2) }}>
          <View style={{ flex: 1, minWidth: 0 }}>
            <Text lines={1} {...(weight ? { weight } : {})} tone={disabled ? "muted" : "normal"}>{title}</Text>
          </View>
          {typeof detail === "string" || typeof detail === "number" ? (
            <Text role="caption" lines={1} tone={detailTone ?? (emphasised ? "accent" : "muted")} {...(weight ? { weight } : {})}>{detail}</Text>
          ) : detail}
        </View>
        {subtitle ? <Text role="caption" lines={lines} tone={emphasised ? "normal" : "muted"} {...(weight ? { weight: "medium" } : {})}>{subtitle}</Text> : null}
        {caption ? <Text role="caption" lines={1} tone="muted">{caption}</Text> : null}
        {children}
      </View>
      {trailing}
    </>
  );
}

// A clip costs the browser at every frame: plain rows have one only while there is something to cut. Around cards and divided rows it
// smooths corners, and edges where the screen is drawn smaller.
const { STILL, CUT } = StyleSheet.create({
  STILL: { touchAction: "pan-y" } as ViewStyle,
  CUT: { touchAction: "pan-y", overflow: "hidden" } as ViewStyle,
});

function Swipeable({ left, right, children }: { left: Action | undefined; right: Action | undefined; children: ReactNode }) {
  const theme = useTheme();
  const [shift, setShift] = useState(0);
  const latest = useRef({ left, right });
  latest.current = { left, right };
  // One for good: a list would make a dozen functions a row each time that it is drawn.
  const [{ panHandlers }] = useState(() => {
    const sideOf = (dx: number) => (dx < 0 ? latest.current.left : latest.current.right);
    // Counted anew from where the row takes the touch: a fast finger is near its end by then.
    let before = 0;
    return PanResponder.create({
      onMoveShouldSetPanResponderCapture: (_, { dx, dy }) => {
        before = dx;
        return Math.abs(dx) > 12 && Math.abs(dx) > 2 * Math.abs(dy) && Boolean(sideOf(dx));
      },
      onPanResponderMove: (_, { dx }) => setShift(sideOf(before + dx) ? before + dx : 0),
      onPanResponderRelease: (_, { dx }) => {
        setShift(0);
        if (Math.abs(before + dx) >= SWIPE_DISTANCE) sideOf(before + dx)?.onPress();
      },
      onPanResponderTerminate: () => setShift(0),
      onPanResponderTerminationRequest: () => false,
    });
  });
  const action = shift < 0 ? left : right;
  return (
    <View {...panHandlers} style={shift === 0 && theme.list === "plain" ? STILL : CUT}>
      {shift !== 0 && action ? (
        <View
          style={{
            position: "absolute", top: 0, bottom: 0, left: 0, right: 0, flexDirection: "row", alignItems: "center",
            justifyContent: shift < 0 ? "flex-end" : "flex-start", paddingHorizontal: theme.space(5), gap: theme.space(2),
            backgroundColor: theme.color.accent,
          }}
        >
          <Icon path={action.icon} color={theme.on(theme.color.accent)} />
          <Text role="label" color={theme.on(theme.color.accent)}>{action.label}</Text>
        </View>
      ) : null}
      <View style={shift === 0 ? null : { transform: [{ translateX: shift }], backgroundColor: theme.color.background }}>{children}</View>
    </View>
  );
}
