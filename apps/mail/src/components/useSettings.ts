import { useQuery } from "@tapworld/kit";

import { SETTINGS_SQL, type Settings, settingsOf } from "../data/settings";

export function useSettings(): Settings {
  return settingsOf(useQuery<{ key: string; value: string }>(SETTINGS_SQL));
}
