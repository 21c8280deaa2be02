import { mix } from "@tapworld/kit/platform";
import { Button, ErrorBoundary, SessionProvider, Text, ThemeProvider } from "@tapworld/kit";
import { useSyncExternalStore } from "react";
import { View } from "react-native";

import { EditMenuPanel } from "../editing/EditMenuPanel";
import type { Editing } from "../editing/store";
import { KeyboardPanel } from "../keyboard/KeyboardPanel";
import { KeyboardContext } from "../keyboard/KeyboardContext";
import type { Keyboard } from "../keyboard/store";
import { frontRuntime, runningApp, type Phone, type PhoneView } from "../phone/phone";
import { AppDeck } from "./AppDeck";
import { Drawer } from "./Drawer";
import { Launcher } from "./Launcher";
import { NavigationBar } from "./NavigationBar";
import { STATUS_BAR } from "./metrics";
import { PhoneContext } from "./PhoneContext";
import { Shade } from "./Shade";
import { StatusBar } from "./StatusBar";
import { StoppedDialog } from "./StoppedDialog";
import { Wallpaper } from "./Wallpaper";

interface ShellProps {
  phone: Phone;
  keyboard: Keyboard;
  editing: Editing;
  onError: (error: Error) => void;
}

/** The whole screen: status bar, launcher, recents or an app, what lies over them, and the navigation bar. */
export function Shell({ phone, keyboard, editing, onError }: ShellProps) {
  const view = useSyncExternalStore(phone.subscribe, phone.get);
  if (!view) return null;
  return (
    <PhoneContext value={phone}>
      <KeyboardContext value={keyboard}>
        <ThemeProvider value={view.theme}>
          <SessionProvider value={view.session}>
            {/* An app's own failures end at the app; one of the shell must not leave the phone blank for good. */}
            <ErrorBoundary key={view.generation} onError={onError} resetOn={`${view.screen} ${view.panel}`} fallback={(error) => <Stopped error={error} onHome={phone.home} />}>
              <Screen view={view} phone={phone} editing={editing} onError={onError} />
            </ErrorBoundary>
          </SessionProvider>
        </ThemeProvider>
      </KeyboardContext>
    </PhoneContext>
  );
}

function Screen({ view, phone, editing, onError }: Omit<ShellProps, "keyboard"> & { view: PhoneView }) {
  const { theme, screen, panel } = view;
  const inApp = frontRuntime(view) !== undefined;
  const dimmed = useDialogOpen(view);
  const background = inApp ? theme.color.background : screen === "recents" ? mix(theme.color.background, theme.wallpaper.from, 0.35) : theme.wallpaper.to;
  const onWallpaper = screen === "launcher" && panel !== "drawer";
  const topInk = onWallpaper ? theme.on(theme.wallpaper.from) : theme.color.text;
  const bottomInk = onWallpaper ? theme.on(theme.wallpaper.to) : theme.color.text;
  return (
    <View style={{ flex: 1, backgroundColor: panel === "drawer" ? theme.color.background : background, overflow: "hidden" }} {...({ dataSet: { package: "shell" } } as object)}>
      {onWallpaper ? <Wallpaper theme={theme} /> : null}
      <View onStartShouldSetResponderCapture={() => (phone.touchShell(), false)}>
        <StatusBar dimmed={dimmed} ink={topInk} />
      </View>
      <View style={{ flex: 1, minHeight: 0 }}>
        {screen === "launcher" && panel !== "drawer" ? <Launcher key={view.homes} apps={view.order.map((id) => view.apps.get(id)!.definition)} /> : null}
        {panel === "drawer" ? <Drawer apps={[...view.apps.values()].map((app) => app.definition)} /> : null}
        <AppDeck view={view} onError={onError} />
      </View>
      <View onStartShouldSetResponderCapture={() => (phone.touchShell(), false)}>
        <KeyboardPanel />
        <NavigationBar dimmed={dimmed || panel === "shade"} ink={bottomInk} />
      </View>
      {panel === "shade" ? <Shade view={view} onError={onError} /> : null}
      {view.stopped ? <StoppedDialog app={runningApp(view, view.stopped)!.definition} /> : null}
      <EditMenuPanel editing={editing} top={STATUS_BAR} />
    </View>
  );
}

/** What stands where the shell failed. */
function Stopped({ error, onHome }: { error: Error; onHome: () => void }) {
  return (
    <View testID="crashed" style={{ flex: 1, alignItems: "center", justifyContent: "center", gap: 12, padding: 24, backgroundColor: "#fff" }}>
      <Text role="title">The phone has stopped</Text>
      <Text>{error.message}</Text>
      <Button testID="crash-home" label="Home" onPress={onHome} />
    </View>
  );
}

const never = () => () => undefined;

/** A dialog darkens the bars too, as on a phone where it covers the whole screen. */
function useDialogOpen(view: PhoneView): boolean {
  const navigation = frontRuntime(view)?.navigation;
  return useSyncExternalStore(navigation?.subscribe ?? never, () => navigation?.get().dialog != null);
}
