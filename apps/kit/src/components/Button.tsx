import type { ViewStyle } from "react-native";

import { ICON_SIZE, TOUCH_TARGET } from "../theme/tokens";
import type { Theme } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";
import { Text } from "./Text";
import { Touchable } from "./Touchable";

export type ButtonKind = "primary" | "secondary" | "danger" | "text";

export interface ButtonProps {
  testID: string;
  label: string;
  onPress: () => void;
  kind?: ButtonKind;
  icon?: string;
  disabled?: boolean;
  /** As wide as its container. */
  wide?: boolean;
}

export function Button({ testID, label, onPress, kind = "primary", icon, disabled, wide }: ButtonProps) {
  const theme = useTheme();
  const { background, foreground, border } = buttonColors(theme, kind, disabled ?? false);
  const style: ViewStyle = {
    flexDirection: "row",
    alignItems: "center",
    justifyContent: "center",
    gap: theme.space(2),
    minHeight: Math.max(40, Math.round(TOUCH_TARGET * Math.min(theme.density, 1.1)) - 4),
    paddingHorizontal: theme.space(kind === "text" ? 3 : 5),
    paddingVertical: theme.space(2),
    borderRadius: theme.radius.pill,
    borderWidth: 1,
    borderColor: border,
    backgroundColor: background,
    alignSelf: wide ? "stretch" : "flex-start",
    flexShrink: 1,
  };
  return (
    <Touchable testID={testID} onPress={onPress} disabled={disabled} style={style}>
      {icon ? <Icon path={icon} size={ICON_SIZE.small} color={foreground} /> : null}
      <Text role="label" lines={1} color={foreground}>{label}</Text>
    </Touchable>
  );
}

function buttonColors(theme: Theme, kind: ButtonKind, disabled: boolean) {
  const { color, buttons } = theme;
  const clear = "transparent";
  if (disabled) {
    return { background: kind === "text" ? clear : color.surfaceAlt, foreground: color.textMuted, border: kind === "text" ? clear : color.surfaceAlt };
  }
  if (kind === "text") return { background: clear, foreground: color.accent, border: clear };
  const main = kind === "danger" ? color.danger : color.accent;
  if (kind === "secondary") {
    return buttons === "tonal"
      ? { background: color.surfaceAlt, foreground: color.text, border: color.surfaceAlt }
      : { background: clear, foreground: main, border: color.border };
  }
  if (buttons === "outlined") return { background: clear, foreground: main, border: main };
  if (buttons === "tonal") {
    return kind === "danger"
      ? { background: theme.tint("red"), foreground: color.danger, border: clear }
      : { background: color.accentMuted, foreground: color.accent, border: clear };
  }
  return { background: main, foreground: theme.on(main), border: main };
}
