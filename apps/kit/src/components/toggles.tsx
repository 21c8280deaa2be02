import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiCheckboxMarkedOutline } from "@mdi/js";
import type { ReactNode } from "react";
import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { useGutter } from "./gutter";
import { Icon } from "./Icon";
import { Text } from "./Text";
import { Touchable, type TouchRole } from "./Touchable";

export interface ToggleProps {
  testID: string;
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  description?: string | undefined;
  disabled?: boolean | undefined;
}

export function Switch(props: ToggleProps) {
  return <ToggleRow {...props} role="switch" mark={<Track on={props.value} disabled={props.disabled} />} side="end" />;
}

export function Checkbox(props: ToggleProps) {
  const theme = useTheme();
  const on = theme.icons === "filled" ? mdiCheckboxMarked : mdiCheckboxMarkedOutline;
  const mark = <Icon path={props.value ? on : mdiCheckboxBlankOutline} tone={props.disabled || !props.value ? "muted" : "accent"} />;
  return <ToggleRow {...props} role="checkbox" mark={mark} side={theme.rowActions === "trailing" ? "start" : "end"} />;
}

interface ToggleRowProps extends ToggleProps {
  role: TouchRole;
  mark: ReactNode;
  side: "start" | "end";
}

/** One line with a mark that is on or off; the whole line is tapped. */
export function ToggleRow({ testID, label, value, onChange, description, disabled, role, mark, side }: ToggleRowProps) {
  const theme = useTheme();
  return (
    <Touchable
      testID={testID}
      label={label}
      role={role}
      checked={value}
      disabled={disabled}
      onPress={() => onChange(!value)}
      style={{
        flexDirection: "row", alignItems: "center", gap: theme.space(4), minHeight: Math.round(56 * theme.density),
        paddingHorizontal: useGutter(), paddingVertical: theme.space(2),
      }}
    >
      {side === "start" ? mark : null}
      <View style={{ flex: 1, minWidth: 0 }}>
        <Text tone={disabled ? "muted" : "normal"}>{label}</Text>
        {description ? <Text role="caption" tone="muted">{description}</Text> : null}
      </View>
      {side === "end" ? mark : null}
    </Touchable>
  );
}

function Track({ on, disabled }: { on: boolean; disabled: boolean | undefined }) {
  const theme = useTheme();
  const accent = disabled ? theme.color.textMuted : theme.color.accent;
  return (
    <View
      style={{
        width: 50, height: 30, borderRadius: theme.radius.pill, borderWidth: 2, padding: 3, justifyContent: "center",
        alignItems: on ? "flex-end" : "flex-start", borderColor: on ? accent : theme.color.textMuted,
        backgroundColor: on ? accent : theme.color.surfaceAlt,
      }}
    >
      <View
        style={{
          width: on ? 20 : 14, height: on ? 20 : 14, borderRadius: theme.radius.pill,
          backgroundColor: on ? theme.on(accent) : theme.color.textMuted,
        }}
      />
    </View>
  );
}
