import type { Database } from "@tapworld/kit";

/** Every preference with the value a fresh database has. */
export const SETTING_DEFAULTS = {
  conversation_view: "1",
  swipe_left: "archive",
  swipe_right: "delete",
  density_preview_lines: "1",
  default_reply: "reply",
  confirm_delete: "0",
  confirm_send: "0",
  notifications: "all",
  load_images: "ask",
  vacation_enabled: "0",
  vacation_subject: "",
  vacation_message: "",
  vacation_from: "",
  vacation_until: "",
  vacation_contacts_only: "0",
  signature_enabled: "1",
  undo_send: "1",
  default_account: "",
  default_sort: "newest",
} as const;

export type SettingKey = keyof typeof SETTING_DEFAULTS;
export type Settings = Record<SettingKey, string>;

export const SETTINGS_SQL = "SELECT key, value FROM settings";

/** Rows of {@link SETTINGS_SQL} as one object; a key without a row has its default. */
export function settingsOf(rows: readonly { key: string; value: string }[]): Settings {
  const settings: Settings = { ...SETTING_DEFAULTS };
  for (const { key, value } of rows) {
    if (key in SETTING_DEFAULTS) settings[key as SettingKey] = value;
  }
  return settings;
}

export function readSettings(db: Database): Settings {
  return settingsOf(db.all<{ key: string; value: string }>(SETTINGS_SQL));
}

export function getSetting(db: Database, key: SettingKey): string {
  const row = db.get<{ value: string }>("SELECT value FROM settings WHERE key = ?", [key]);
  return row?.value ?? SETTING_DEFAULTS[key];
}

/** Store one preference; a value that is there already is not written again. */
export function setSetting(db: Database, key: SettingKey, value: string): void {
  const row = db.get<{ value: string }>("SELECT value FROM settings WHERE key = ?", [key]);
  if (row?.value === value) return;
  db.run(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [key, value],
  );
}

export function setSwitch(db: Database, key: SettingKey, on: boolean): void {
  setSetting(db, key, on ? "1" : "0");
}

export function isOn(settings: Settings, key: SettingKey): boolean {
  return settings[key] === "1";
}
