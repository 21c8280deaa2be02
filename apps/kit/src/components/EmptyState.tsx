import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { Text } from "./Text";

export interface EmptyStateProps {
  icon: string;
  title: string;
  message: string;
  action?: { testID: string; label: string; onPress: () => void } | undefined;
}

export function EmptyState({ icon, title, message, action }: EmptyStateProps) {
  const theme = useTheme();
  return (
    <View style={{ alignItems: "center", padding: theme.space(8), gap: theme.space(3) }}>
      <View style={{ padding: theme.space(5), borderRadius: theme.radius.pill, backgroundColor: theme.color.surfaceAlt }}>
        <Icon path={icon} size="large" tone="muted" />
      </View>
      <Text role="heading" align="center">{title}</Text>
      <Text tone="muted" align="center">{message}</Text>
      {action ? (
        <View style={{ marginTop: theme.space(2) }}>
          <Button {...action} kind="secondary" />
        </View>
      ) : null}
    </View>
  );
}
