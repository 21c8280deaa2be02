import type { Database } from "@tapworld/kit";
import { PRIVACIES, type CashOutSpeed, type Privacy, type Query } from "./types";

export type PinRequired = "always" | "over_limit" | "never";

export interface Settings {
  pin: string;
  pinRequired: PinRequired;
  pinThresholdCents: number;
  limitPaymentCents: number;
  limitWeekCents: number;
  defaultPrivacy: Privacy;
  notifyReceived: boolean;
  notifyRequests: boolean;
  notifyMarketing: boolean;
  autoCashOut: boolean;
  hideBalance: boolean;
  cashOutSpeed: CashOutSpeed;
  discoverable: boolean;
}

export type SettingKey =
  | "pin"
  | "pin_required"
  | "pin_threshold_cents"
  | "limit_payment_cents"
  | "limit_week_cents"
  | "default_privacy"
  | "notify_received"
  | "notify_requests"
  | "notify_marketing"
  | "auto_cash_out"
  | "hide_balance"
  | "cash_out_speed"
  | "discoverable";

export interface SettingRow {
  key: string;
  value: string;
}

export const settingsQuery: Query = { sql: "SELECT key, value FROM settings ORDER BY key", params: [] };

const cents = (value: string | undefined): number => {
  const parsed = Number.parseInt(value ?? "0", 10);
  return Number.isFinite(parsed) && parsed > 0 ? parsed : 0;
};

const oneOf = <T extends string>(value: string | undefined, allowed: readonly T[], otherwise: T): T =>
  allowed.find((item) => item === value) ?? otherwise;

/** Settings from their rows; a missing key means the app's default. */
export function parseSettings(rows: readonly SettingRow[]): Settings {
  const values = new Map(rows.map((row) => [row.key, row.value]));
  const on = (key: SettingKey, otherwise: boolean): boolean => (values.has(key) ? values.get(key) === "1" : otherwise);
  return {
    pin: values.get("pin") ?? "",
    pinRequired: oneOf(values.get("pin_required"), ["always", "over_limit", "never"], "never"),
    pinThresholdCents: cents(values.get("pin_threshold_cents")),
    limitPaymentCents: cents(values.get("limit_payment_cents")),
    limitWeekCents: cents(values.get("limit_week_cents")),
    defaultPrivacy: oneOf(values.get("default_privacy"), PRIVACIES, "friends"),
    notifyReceived: on("notify_received", true),
    notifyRequests: on("notify_requests", true),
    notifyMarketing: on("notify_marketing", false),
    autoCashOut: on("auto_cash_out", false),
    hideBalance: on("hide_balance", false),
    cashOutSpeed: oneOf(values.get("cash_out_speed"), ["standard", "instant"], "standard"),
    discoverable: on("discoverable", true),
  };
}

export function readSettings(db: Database): Settings {
  return parseSettings(db.all<SettingRow>(settingsQuery.sql, settingsQuery.params));
}

export function writeSetting(db: Database, key: SettingKey, value: string | boolean | number): void {
  const text = typeof value === "boolean" ? (value ? "1" : "0") : String(value);
  db.run("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key, text]);
}
