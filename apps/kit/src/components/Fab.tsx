import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";
import { Text } from "./Text";
import { Touchable } from "./Touchable";

export interface FabProps {
  icon: string;
  label: string;
  testID: string;
  onPress: () => void;
}

/** Room that a floating button needs at the bottom of what scrolls below it, in dp. */
export const FAB_SPACE = 80;

/** The screen's main action, floating over its lower end. */
export function Fab({ icon, label, testID, onPress }: FabProps) {
  const theme = useTheme();
  const justify = { left: "flex-start", center: "center", right: "flex-end", inline: "flex-end" } as const;
  const foreground = theme.on(theme.color.accent);
  return (
    <View pointerEvents="box-none" style={{ position: "absolute", left: 16, right: 16, bottom: 16, flexDirection: "row", justifyContent: justify[theme.fab] }}>
      <Touchable
        testID={testID}
        label={label}
        onPress={onPress}
        style={{
          flexDirection: "row", alignItems: "center", gap: theme.space(2), height: 56, paddingHorizontal: 20,
          borderRadius: theme.radius.pill === 0 ? 0 : Math.max(theme.radius.large - 4, theme.radius.medium),
          backgroundColor: theme.color.accent, boxShadow: "0 2px 8px rgba(0,0,0,0.25)",
        }}
      >
        <Icon path={icon} color={foreground} />
        <Text role="label" lines={1} color={foreground}>{label}</Text>
      </Touchable>
    </View>
  );
}
