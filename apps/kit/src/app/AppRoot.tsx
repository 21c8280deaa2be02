import { View } from "react-native";

import { DatabaseProvider } from "../data/hooks";
import { Navigator } from "../navigation/Navigator";
import { OverlayProvider } from "../overlays/portal";
import { ToastProvider } from "../overlays/toasts";
import { SessionProvider } from "../session/SessionProvider";
import type { Session } from "../session/session";
import type { Theme } from "../theme/theme";
import { ThemeProvider } from "../theme/ThemeProvider";
import { ErrorReportProvider, RuntimeProvider } from "./AppContext";
import { CrashBoundary } from "./Crashed";
import type { AppRuntime } from "./runtime";

interface Props {
  runtime: AppRuntime;
  session: Session;
  theme: Theme;
  onError?: (error: Error) => void;
}

const ignore = () => undefined;

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
                  <ErrorReportProvider value={onError ?? ignore}>
                    <CrashBoundary>
                      <Navigator store={runtime.navigation} app={runtime.app} />
                    </CrashBoundary>
                  </ErrorReportProvider>
                </View>
              </OverlayProvider>
            </ToastProvider>
          </DatabaseProvider>
        </RuntimeProvider>
      </SessionProvider>
    </ThemeProvider>
  );
}
