import type { ComponentType } from "react";

import type { PaletteName } from "../theme/theme";
import type { Notifications } from "./notifications";

export interface Tab {
  route: string;
  title: string;
  /** An mdi path. */
  icon: string;
  /** Drawn instead of `icon` where the theme asks for outlines. */
  outline?: string;
  /** A hook that gives the count shown on the tab; 0 shows none. */
  badge?: () => number;
}

export interface AppDefinition {
  id: string;
  title: string;
  /** An mdi path. */
  icon: string;
  accent: PaletteName;
  /** The SQL of an empty database. */
  schema: string;
  tabs: readonly Tab[];
  screens: Readonly<Record<string, ComponentType>>;
  dialogs?: Readonly<Record<string, ComponentType>>;
  /** What stands in the phone's notification shade. */
  notifications?: Notifications;
}

/** Declare an app; a tab without a screen is an error here rather than on the phone. */
export function defineApp(app: AppDefinition): AppDefinition {
  if (app.tabs.length === 0) throw new Error(`App ${app.id} needs at least one tab`);
  for (const tab of app.tabs) {
    if (!Object.hasOwn(app.screens, tab.route)) throw new Error(`App ${app.id}: tab "${tab.route}" has no screen`);
  }
  return app;
}
