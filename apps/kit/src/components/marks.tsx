import { View } from "react-native";

import type { PaletteName } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";
import { Text } from "./Text";

/** A count in a circle; nothing for 0. */
export function Badge({ count, testID }: { count: number; testID?: string }) {
  const theme = useTheme();
  if (count <= 0) return null;
  const height = theme.type.caption.lineHeight + 2;
  return (
    <View
      style={{
        minWidth: height, height, paddingHorizontal: 5, borderRadius: theme.radius.pill,
        backgroundColor: theme.color.accent, alignItems: "center", justifyContent: "center",
      }}
    >
      <Text role="caption" weight="bold" color={theme.on(theme.color.accent)} {...(testID ? { testID } : {})}>
        {count > 99 ? "99+" : String(count)}
      </Text>
    </View>
  );
}

export interface PillProps {
  label: string;
  color?: PaletteName;
  /** Names the colour by meaning. */
  tone?: keyof typeof TONES;
  icon?: string;
  testID?: string;
}

const TONES = { neutral: "grey", accent: "blue", muted: "grey", info: "blue", success: "green", warning: "orange", danger: "red" } as const;

/** A short word in a coloured capsule: a label, a status. */
export function Pill({ label, tone, color = tone ? TONES[tone] : "grey", icon, testID }: PillProps) {
  const theme = useTheme();
  return (
    <View
      style={{
        flexDirection: "row", alignItems: "center", gap: 4, alignSelf: "flex-start", flexShrink: 1,
        paddingHorizontal: theme.space(2), paddingVertical: 2, borderRadius: theme.radius.small,
        backgroundColor: theme.tint(color),
        borderWidth: theme.contrast === "high" ? 1 : 0, borderColor: theme.palette(color),
      }}
    >
      {icon ? <Icon path={icon} size={14} color={theme.palette(color)} /> : null}
      <Text role="caption" weight="medium" lines={1} color={theme.palette(color)} {...(testID ? { testID } : {})}>{label}</Text>
    </View>
  );
}

export function Divider({ inset = false }: { inset?: boolean }) {
  const theme = useTheme();
  return <View style={{ height: 1, backgroundColor: theme.color.border, marginLeft: inset ? theme.space(4) : 0 }} />;
}

/** A horizontal bar filled to `value` of 0..1. */
export function ProgressBar({ value, color, label }: { value: number; color?: PaletteName; label?: string }) {
  const theme = useTheme();
  const share = Math.min(1, Math.max(0, value));
  return (
    <View
      {...(label ? { "aria-label": label } : {})}
      style={{ height: 8, borderRadius: theme.radius.pill, backgroundColor: theme.color.surfaceAlt, overflow: "hidden" }}
    >
      <View style={{ height: 8, width: `${Math.round(share * 1000) / 10}%`, backgroundColor: color ? theme.palette(color) : theme.color.accent }} />
    </View>
  );
}
