import type { ExpoConfig } from "expo/config";

import apps from "./apps.json";

/** The apps that can be built for Android: id -> what the launcher shows. */
const titles: Record<string, string> = apps;

const id = process.env.APP ?? "mail";
const title = titles[id];
if (title === undefined) {
  throw new Error(`APP=${id} is not an app; choose one of: ${Object.keys(titles).join(", ")}`);
}

const config: ExpoConfig = {
  name: title,
  slug: `tapworld-${id}`,
  // The scheme serves the in-app reload: tapworld-mail://reload (see docs/android.md).
  scheme: `tapworld-${id}`,
  version: "0.1.0",
  orientation: "default",
  userInterfaceStyle: "automatic",
  platforms: ["android"],
  android: {
    package: `org.tapworld.${id}`,
    versionCode: 1,
    allowBackup: false,
    // The benchmark runs without a network; the release build asks for no permission at all.
    blockedPermissions: ["android.permission.INTERNET"],
    softwareKeyboardLayoutMode: "resize",
  },
  plugins: ["expo-sqlite"],
  extra: { app: id },
};

export default config;
