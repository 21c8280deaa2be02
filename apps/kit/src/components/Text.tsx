import type { ReactNode } from "react";
import { StyleSheet, Text as NativeText, type TextStyle } from "react-native";

import type { Theme, TypeRole } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";

export type Tone = "normal" | "muted" | "accent" | "danger" | "success" | "warning" | "onAccent";

export interface TextProps {
  role?: TypeRole;
  tone?: Tone;
  weight?: "400" | "500" | "700" | "regular" | "medium" | "bold";
  /** Cut with an ellipsis after so many lines. */
  lines?: number;
  align?: "left" | "center" | "right";
  strike?: boolean;
  italic?: boolean;
  /** For colours of the theme that no tone names, such as `theme.palette("teal")`. */
  color?: string;
  testID?: string;
  label?: string;
  /** A long press selects a word of it, to be copied. */
  selectable?: boolean;
  children?: ReactNode;
}

const SELECTABLE = { selectable: true, dataSet: { selectable: "" } } as object;
const WEIGHTS = { regular: "400", medium: "500", bold: "700" } as const;

export function toneColor(theme: Theme, tone: Tone): string {
  const { color } = theme;
  switch (tone) {
    case "normal": return color.text;
    case "muted": return color.textMuted;
    case "onAccent": return color.textOnAccent;
    default: return color[tone];
  }
}

export function Text({ role = "body", tone = "normal", weight, lines, align, strike, italic, color, testID, label, selectable, children }: TextProps) {
  const theme = useTheme();
  const style = textStyle(theme, { role, tone, weight, align, strike, italic, color });
  return (
    <NativeText style={style} numberOfLines={lines} {...(testID ? { testID } : {})} {...(label ? { "aria-label": label } : {})} {...(selectable ? SELECTABLE : {})}>
      {children}
    </NativeText>
  );
}

type Look = { [key in "role" | "tone" | "weight" | "align" | "strike" | "italic" | "color"]: TextProps[key] | undefined };

const registered = new WeakMap<Theme, Map<string, TextStyle>>();

/** Registered styles are drawn as classes; inline ones took a third of a screen's rendering time. */
function textStyle(theme: Theme, { role = "body", tone = "normal", weight, align, strike, italic, color }: Look): TextStyle {
  const cache = registered.get(theme) ?? new Map<string, TextStyle>();
  registered.set(theme, cache);
  const key = [role, tone, weight, align, strike, italic, color].join();
  const found = cache.get(key);
  if (found) return found;
  const style: TextStyle = {
    ...theme.type[role],
    fontFamily: theme.fontFamily,
    color: color ?? toneColor(theme, tone),
    ...(weight ? { fontWeight: weight in WEIGHTS ? WEIGHTS[weight as keyof typeof WEIGHTS] : (weight) } : {}),
    ...(align ? { textAlign: align } : {}),
    ...(strike ? { textDecorationLine: "line-through" } : {}),
    ...(italic ? { fontStyle: "italic" } : {}),
  };
  const made = StyleSheet.create({ style }).style;
  cache.set(key, made);
  return made;
}
