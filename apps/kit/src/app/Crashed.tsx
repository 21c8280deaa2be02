import { mdiAlertCircleOutline } from "@mdi/js";
import type { ReactNode } from "react";
import { View } from "react-native";

import { EmptyState } from "../components/EmptyState";
import { useTheme } from "../theme/ThemeProvider";
import { useErrorReport, useRuntime } from "./AppContext";
import { ErrorBoundary } from "./ErrorBoundary";

/** Keeps an error of its children to itself and reports it: around the app, and around each screen so that back still works. */
export function CrashBoundary({ onCrash, children }: { onCrash?: () => void; children: ReactNode }) {
  const { app } = useRuntime();
  const report = useErrorReport();
  return (
    <ErrorBoundary
      onError={(error) => {
        onCrash?.();
        report(error);
      }}
      fallback={(error, retry) => <Crashed title={app.title} error={error} onRetry={retry} />}
    >
      {children}
    </ErrorBoundary>
  );
}

/** What stands where an app failed. */
function Crashed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const theme = useTheme();
  return (
    <View testID="crashed" style={{ flex: 1, backgroundColor: theme.color.background, justifyContent: "center" }}>
      <EmptyState
        icon={mdiAlertCircleOutline}
        title={`${title} has stopped`}
        message={error.message}
        action={{ testID: "crash-retry", label: "Try again", onPress: onRetry }}
      />
    </View>
  );
}
