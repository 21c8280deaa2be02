import type { ReactNode } from "react";
import { View, type ViewStyle } from "react-native";

import type { Theme } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";
import { useGutter } from "./gutter";
import { Text } from "./Text";

interface Props {
  label?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}

/** Label above, explanation below: what every form field has around it. */
export function FieldFrame({ label, error, hint, children }: Props) {
  const theme = useTheme();
  return (
    <View style={{ paddingHorizontal: useGutter(), paddingVertical: theme.space(2), gap: theme.space(1) }}>
      {label ? <Text role="caption" weight="medium" tone={error ? "danger" : "muted"} lines={1}>{label}</Text> : null}
      {children}
      {error ? <Text role="caption" tone="danger">{error}</Text> : hint ? <Text role="caption" tone="muted">{hint}</Text> : null}
    </View>
  );
}

/** The box around a field's content, in the theme's field style. */
export function fieldBox(theme: Theme, state: { focused?: boolean; error?: boolean; disabled?: boolean | undefined }): ViewStyle {
  const line = state.error ? theme.color.danger : state.focused ? theme.color.accent : theme.contrast === "high" ? theme.color.text : theme.field === "outlined" ? theme.color.border : theme.color.textMuted;
  const base: ViewStyle = {
    flexDirection: "row", alignItems: "center", gap: theme.space(2), minHeight: Math.max(44, Math.round(50 * theme.density)),
    opacity: state.disabled ? 0.6 : 1,
  };
  const width = state.focused || state.error ? 2 : 1;
  switch (theme.field) {
    case "outlined":
      return { ...base, borderWidth: width, borderColor: line, borderRadius: theme.radius.small, paddingHorizontal: theme.space(3) + (2 - width), marginVertical: 2 - width };
    case "underlined":
      return { ...base, borderBottomWidth: width, borderColor: line, paddingHorizontal: theme.space(0.5), marginBottom: 2 - width };
    case "filled":
      return {
        ...base, backgroundColor: theme.color.surfaceAlt, borderBottomWidth: width, borderColor: line, marginBottom: 2 - width,
        borderTopLeftRadius: theme.radius.small, borderTopRightRadius: theme.radius.small, paddingHorizontal: theme.space(3),
      };
  }
}
