import { createRuntime, defineApp, type AppRuntime, type Database } from "@tapworld/kit";
import { mdiCog } from "@mdi/js";

import type { RunningApp } from "../phone/installedApp";
import { LanguageScreen, ThemeScreen, TimeZoneScreen } from "./ChoiceScreens";
import { ResetDialog, SettingsScreen } from "./SettingsScreen";

/** What the screen of the phone's own settings is called where apps have ids. */
export const SETTINGS = "settings";

const definition = defineApp({
  id: SETTINGS,
  title: "Settings",
  icon: mdiCog,
  accent: "grey",
  schema: "",
  tabs: [{ route: "main", title: "Settings", icon: mdiCog }],
  screens: { main: SettingsScreen, theme: ThemeScreen, language: LanguageScreen, "time-zone": TimeZoneScreen },
  dialogs: { reset: ResetDialog },
});

export const settingsDefinition = definition;

const refuse = () => {
  throw new Error("The phone's settings have no database: they are the state's own");
};

const noDatabase: Database = { all: refuse, get: refuse, run: refuse, transaction: refuse };

/** The settings of one load; their runtime is made when they are first shown. */
export function createSettingsApp(): RunningApp {
  let runtime: AppRuntime | null = null;
  return {
    definition,
    runtime: () => (runtime ??= createRuntime(definition, noDatabase)),
    stop() {
      runtime = null;
    },
  };
}
