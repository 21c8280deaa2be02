import type { Database } from "@tapworld/kit";
import { readSettings, writeSetting, type Settings } from "./settings";
import type { Problem } from "./types";
import { refuse } from "./problem";

/** Whether taking `amountCents` out of the wallet asks for the PIN. */
export function needsPin(settings: Settings, amountCents: number): boolean {
  if (settings.pin === "" || settings.pinRequired === "never") return false;
  return settings.pinRequired === "always" || amountCents > settings.pinThresholdCents;
}

export function checkPin(settings: Settings, amountCents: number, entered: string): Problem | null {
  if (!needsPin(settings, amountCents)) return null;
  if (entered === "") return { field: "pin", message: "Enter your PIN to confirm." };
  return entered === settings.pin ? null : { field: "pin", message: "That PIN is wrong. Try again." };
}

export interface PinChange {
  current: string;
  next: string;
  repeat: string;
}

/** A new PIN must be four digits, entered twice, with the old one in front of it when there is one. */
export function checkPinChange(settings: Settings, change: PinChange): Problem | null {
  if (settings.pin !== "" && change.current !== settings.pin) {
    return { field: "current", message: change.current === "" ? "Enter your current PIN." : "The current PIN is wrong." };
  }
  if (!/^\d{4}$/.test(change.next)) return { field: "next", message: "A PIN has exactly four digits." };
  if (change.next === settings.pin) return { field: "next", message: "Choose a PIN that differs from the current one." };
  if (change.next !== change.repeat) return { field: "repeat", message: "The two PINs do not match." };
  return null;
}

export function changePin(db: Database, change: PinChange): void {
  const settings = readSettings(db);
  refuse(checkPinChange(settings, change));
  db.transaction(() => {
    writeSetting(db, "pin", change.next);
    // A PIN that is never asked for would protect nothing.
    if (settings.pin === "" && settings.pinRequired === "never") writeSetting(db, "pin_required", "always");
  });
}

export function checkPinRemoval(settings: Settings, current: string): Problem | null {
  if (settings.pin === "") return { field: "current", message: "There is no PIN to remove." };
  if (current === "") return { field: "current", message: "Enter your current PIN." };
  return current === settings.pin ? null : { field: "current", message: "The current PIN is wrong." };
}

export function removePin(db: Database, current: string): void {
  refuse(checkPinRemoval(readSettings(db), current));
  db.transaction(() => {
    writeSetting(db, "pin", "");
    writeSetting(db, "pin_required", "never");
  });
}
