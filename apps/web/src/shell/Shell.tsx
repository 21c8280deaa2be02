import { mix } from "@tapworld/kit/platform";
import { ThemeProvider, SessionProvider } from "@tapworld/kit";
import { useSyncExternalStore } from "react";
import { View } from "react-native";

import type { Phone, PhoneView } from "../phone/phone";
import { AppDeck } from "./AppDeck";
import { Launcher } from "./Launcher";
import { NavigationBar } from "./NavigationBar";
import { PhoneContext } from "./PhoneContext";
import { StatusBar } from "./StatusBar";
import { Wallpaper } from "./Wallpaper";

/** The whole screen: status bar, launcher, recents or an app, and the navigation bar. */
export function Shell({ phone, onError }: { phone: Phone; onError: (error: Error) => void }) {
  const view = useSyncExternalStore(phone.subscribe, phone.get);
  if (!view) return null;
  return (
    <PhoneContext value={phone}>
      <ThemeProvider value={view.theme}>
        <SessionProvider value={view.session}>
          <Screen key={view.generation} view={view} phone={phone} onError={onError} />
        </SessionProvider>
      </ThemeProvider>
    </PhoneContext>
  );
}

function Screen({ view, phone, onError }: { view: PhoneView; phone: Phone; onError: (error: Error) => void }) {
  const { theme, screen } = view;
  const inApp = view.apps.has(screen);
  const dimmed = useDialogOpen(view);
  const background = inApp ? theme.color.background : screen === "recents" ? mix(theme.color.background, theme.wallpaper.from, 0.35) : theme.wallpaper.to;
  const onWallpaper = screen === "launcher";
  const topInk = onWallpaper ? theme.on(theme.wallpaper.from) : theme.color.text;
  const bottomInk = onWallpaper ? theme.on(theme.wallpaper.to) : theme.color.text;
  return (
    <View style={{ flex: 1, backgroundColor: background, overflow: "hidden" }} {...({ dataSet: { package: "shell" } } as object)}>
      {screen === "launcher" ? <Wallpaper theme={theme} /> : null}
      <View onStartShouldSetResponderCapture={() => (phone.touchShell(), false)}>
        <StatusBar dimmed={dimmed} ink={topInk} />
      </View>
      <View style={{ flex: 1, minHeight: 0 }}>
        {screen === "launcher" ? <Launcher apps={[...view.apps.values()].map((app) => app.definition)} /> : null}
        <AppDeck view={view} onError={onError} />
      </View>
      <View onStartShouldSetResponderCapture={() => (phone.touchShell(), false)}>
        <NavigationBar dimmed={dimmed} ink={bottomInk} />
      </View>
    </View>
  );
}

const never = () => () => undefined;

/** A dialog darkens the bars too, as on a phone where it covers the whole screen. */
function useDialogOpen(view: PhoneView): boolean {
  const navigation = view.apps.get(view.screen)?.runtime().navigation;
  return useSyncExternalStore(navigation?.subscribe ?? never, () => navigation?.get().dialog != null);
}
