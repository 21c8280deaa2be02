import { mdiAlertCircleOutline } from "@mdi/js";
import { View } from "react-native";

import { EmptyState } from "../components/EmptyState";
import { useTheme } from "../theme/ThemeProvider";

/** What stands where an app failed. */
export function Crashed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const theme = useTheme();
  return (
    <View style={{ flex: 1, backgroundColor: theme.color.background, justifyContent: "center" }}>
      <EmptyState
        icon={mdiAlertCircleOutline}
        title={`${title} has stopped`}
        message={error.message}
        action={{ testID: "crash-retry", label: "Try again", onPress: onRetry }}
      />
    </View>
  );
}
