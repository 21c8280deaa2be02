import { View } from "react-native";

import { DatabaseProvider } from "../data/hooks";
import { Navigator } from "../navigation/Navigator";
import { OverlayProvider } from "../overlays/portal";
import { ToastProvider } from "../overlays/toasts";
import { SessionProvider } from "../session/SessionProvider";
import type { Session } from "../session/session";
import type { Theme } from "../theme/theme";
import { ThemeProvider } from "../theme/ThemeProvider";
import { RuntimeProvider } from "./AppContext";
import { Crashed } from "./Crashed";
import { ErrorBoundary } from "./ErrorBoundary";
import type { AppRuntime } from "./runtime";

interface Props {
  runtime: AppRuntime;
  session: Session;
  theme: Theme;
  onError?: (error: Error) => void;
}

/** A running app on the screen: providers, error boundary, navigator, overlays. Fills its parent. */
export function AppRoot({ runtime, session, theme, onError }: Props) {
  return (
    <ThemeProvider value={theme}>
      <SessionProvider value={session}>
        <RuntimeProvider value={runtime}>
          <DatabaseProvider value={runtime.database}>
            <ToastProvider value={runtime.toasts}>
              <OverlayProvider value={runtime.overlays}>
                <View
                  style={{ flex: 1, backgroundColor: theme.color.background }}
                  onStartShouldSetResponderCapture={() => {
                    runtime.toasts.touch();
                    return false;
                  }}
                >
                  <ErrorBoundary
                    onError={(error) => onError?.(error)}
                    fallback={(error, retry) => <Crashed title={runtime.app.title} error={error} onRetry={retry} />}
                  >
                    <Navigator store={runtime.navigation} app={runtime.app} />
                  </ErrorBoundary>
                </View>
              </OverlayProvider>
            </ToastProvider>
          </DatabaseProvider>
        </RuntimeProvider>
      </SessionProvider>
    </ThemeProvider>
  );
}
