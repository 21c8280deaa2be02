import type { ReactNode } from "react";
import { View, type ViewStyle } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { Button } from "./Button";
import { GutterContext, useGutter } from "./gutter";
import { ListStyleContext } from "./listStyle";
import { Text, type Tone } from "./Text";
import { Touchable } from "./Touchable";

/** Empty room; without `size` it takes all that is left. */
export function Spacer({ size }: { size?: number }) {
  const theme = useTheme();
  return <View style={size === undefined ? { flex: 1 } : { height: theme.space(size), width: theme.space(size) }} />;
}

export interface InlineProps {
  /** Steps of 4 dp between the children. */
  gap?: number;
  wrap?: boolean;
  align?: "start" | "center" | "end" | "between";
  children?: ReactNode;
}

/** Children side by side. */
export function Inline({ gap = 2, wrap, align = "start", children }: InlineProps) {
  const theme = useTheme();
  const justify = { start: "flex-start", center: "center", end: "flex-end", between: "space-between" } as const;
  return (
    <View
      style={{
        flexDirection: "row", alignItems: "center", gap: theme.space(gap), justifyContent: justify[align],
        ...(wrap ? { flexWrap: "wrap" } : {}),
      }}
    >
      {children}
    </View>
  );
}

/** Children below each other, with a margin to the screen's sides. */
export function Stack({ gap = 3, padding = 4, children }: { gap?: number; padding?: number; children?: ReactNode }) {
  const theme = useTheme();
  return <View style={{ gap: theme.space(gap), padding: theme.space(padding) }}>{children}</View>;
}

export interface CardProps {
  testID?: string;
  label?: string;
  onPress?: () => void;
  /** Steps of 4 dp inside. */
  padding?: number;
  tone?: "normal" | "accent";
  children?: ReactNode;
}

export function Card({ testID, label, onPress, padding = 4, tone = "normal", children }: CardProps) {
  const theme = useTheme();
  const style: ViewStyle = {
    backgroundColor: tone === "accent" ? theme.color.accentMuted : theme.color.surface,
    borderRadius: theme.radius.medium,
    borderWidth: theme.list === "cards" && theme.contrast === "normal" && !theme.dark ? 0 : 1,
    borderColor: theme.color.border,
    padding: theme.space(padding),
    marginHorizontal: theme.space(4),
    marginVertical: theme.space(1.5),
    gap: theme.space(2),
    ...(theme.list === "cards" && !theme.dark && theme.contrast === "normal" ? { boxShadow: "0 1px 3px rgba(0,0,0,0.12)" } : {}),
  };
  const inside = <GutterContext value={Math.max(0, 4 - padding)}>{children}</GutterContext>;
  if (onPress && testID) {
    return <Touchable testID={testID} label={label} role="none" onPress={onPress} style={style}>{inside}</Touchable>;
  }
  return <View style={style} {...(testID ? { testID } : {})}>{inside}</View>;
}

export interface SectionProps {
  title?: string;
  action?: { testID: string; label: string; onPress: () => void };
  children?: ReactNode;
}

/** A titled group of rows or other content. */
export function Section({ title, action, children }: SectionProps) {
  const theme = useTheme();
  const cards = theme.list === "cards";
  return (
    <View style={{ paddingTop: theme.space(2), paddingBottom: theme.space(1) }}>
      {title || action ? (
        <View style={{ flexDirection: "row", alignItems: "center", minHeight: 40, paddingLeft: theme.space(4), paddingRight: theme.space(1) }}>
          <View style={{ flex: 1 }}>
            {title ? <Text role="label" tone="accent" lines={1}>{title}</Text> : null}
          </View>
          {action ? <Button {...action} kind="text" /> : null}
        </View>
      ) : null}
      <ListStyleContext value="section">
        {cards ? (
          <View
            style={{
              marginHorizontal: theme.space(3), borderRadius: theme.radius.medium, overflow: "hidden",
              backgroundColor: theme.color.surface, borderWidth: 1, borderColor: theme.color.border,
            }}
          >
            {children}
          </View>
        ) : children}
      </ListStyleContext>
    </View>
  );
}

/** A label and its value on one line, as in a receipt. */
export function KeyValue({ label, value, testID, tone = "normal" }: { label: string; value: string; testID?: string; tone?: Tone }) {
  const theme = useTheme();
  return (
    <View
      {...(testID ? { testID } : {})}
      style={{
        flexDirection: "row", alignItems: "flex-start", justifyContent: "space-between", gap: theme.space(4),
        paddingHorizontal: useGutter(), paddingVertical: theme.space(2),
      }}
    >
      <View style={{ flexShrink: 0, maxWidth: "60%" }}><Text tone="muted">{label}</Text></View>
      <View style={{ flexShrink: 1 }}><Text align="right" tone={tone} selectable>{value}</Text></View>
    </View>
  );
}

/** A big number with its meaning. */
export function Stat({ label, value, tone = "normal", testID }: { label: string; value: string; tone?: Tone; testID?: string }) {
  return (
    <View style={{ flexShrink: 1 }}>
      <Text role="caption" tone="muted" lines={1}>{label}</Text>
      <Text role="title" weight="bold" lines={1} tone={tone} {...(testID ? { testID } : {})}>{value}</Text>
    </View>
  );
}
