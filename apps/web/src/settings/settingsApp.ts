import { createRuntime, defineApp, type AppRuntime, type Database } from "@tapworld/kit";
import { mdiCog } from "@mdi/js";

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

/** The runtime of one load, made when it is first asked for. */
export function createSettingsApp(): () => AppRuntime {
  let runtime: AppRuntime | null = null;
  return () => (runtime ??= createRuntime(definition, noDatabase));
}
