import { app } from "#app";
import { AppRoot, createSession, createTheme, themeData, type ThemeData } from "@tapworld/kit";
import { openDatabase } from "@tapworld/kit/platform";
import { addEventListener } from "expo-linking";
import { useEffect, useMemo, useRef, useState } from "react";
import { BackHandler, StatusBar, Text, View } from "react-native";
import { SafeAreaProvider, useSafeAreaInsets } from "react-native-safe-area-context";

import themes from "../../../scenarios/tapworld_scenarios/appearance/themes.json";
import { LaunchError } from "./control/contract";
import { expoFiles } from "./control/expoFiles";
import { start, type Started } from "./control/start";

const THEMES = themes as unknown as Record<string, ThemeData>;

type Outcome = { started: Started } | { failed: string };

function launch(): Outcome {
  try {
    return {
      started: start({
        app,
        files: expoFiles(),
        openDatabase,
        themes: Object.keys(THEMES),
        // Without a driver the app is an ordinary app: the phone's own clock and language.
        defaults: {
          theme: "daylight",
          clock_ms: Date.now(),
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          locale: Intl.DateTimeFormat().resolvedOptions().locale,
          hour24: true,
          font_scale: 1,
          dark: null,
        },
      }),
    };
  } catch (error) {
    if (error instanceof LaunchError) return { failed: error.message };
    throw error;
  }
}

/** One app as an APK. A deep link `tapworld-<app>://reload` carries out the control files again without a restart. */
export function Root() {
  const [outcome, setOutcome] = useState<Outcome>(launch);
  const current = useRef(outcome);
  current.current = outcome;

  useEffect(() => {
    const links = addEventListener("url", ({ url }) => {
      if (!url.includes("://reload")) return;
      // The database must be closed before its file is replaced.
      if ("started" in current.current) current.current.started.close();
      setOutcome(launch());
    });
    const back = BackHandler.addEventListener("hardwareBackPress", () =>
      "started" in current.current ? current.current.started.runtime.navigation.back() : false,
    );
    return () => {
      links.remove();
      back.remove();
    };
  }, []);

  if ("failed" in outcome) {
    return (
      <View style={{ flex: 1, justifyContent: "center", padding: 24 }}>
        <Text testID="launch-error">{outcome.failed}</Text>
      </View>
    );
  }
  return (
    <SafeAreaProvider>
      <Shown started={outcome.started} />
    </SafeAreaProvider>
  );
}

function Shown({ started }: { started: Started }) {
  const { settings } = started.launch;
  const insets = useSafeAreaInsets();
  const session = useMemo(
    () =>
      createSession({
        clockMs: settings.clock_ms,
        locale: settings.locale,
        timeZone: settings.time_zone,
        hour24: settings.hour24,
      }),
    [settings],
  );
  const theme = useMemo(
    () => createTheme(settings.theme, themeData(THEMES, settings.theme, settings.dark), settings.font_scale),
    [settings],
  );
  // Only after the first commit is the state on the screen.
  useEffect(() => started.report(), [started]);
  return (
    <View
      style={{ flex: 1, paddingTop: insets.top, paddingBottom: insets.bottom, backgroundColor: theme.color.background }}
    >
      <StatusBar barStyle={theme.dark ? "light-content" : "dark-content"} />
      <AppRoot
        runtime={started.runtime}
        session={session}
        theme={theme}
        onError={(error) => started.report([error.message])}
      />
    </View>
  );
}
