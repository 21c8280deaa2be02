import { createSession, createTheme, type Session, type Theme, type ThemeData } from "@tapworld/kit";

import type { PhoneSettings } from "./contract";

/** Makes what the settings mean for everything drawn.
 *
 * @returns A function that throws when the theme, the locale or the time zone does not exist.
 */
export function createLooks(themes: Readonly<Record<string, ThemeData>>): (settings: PhoneSettings) => { theme: Theme; session: Session } {
  // Components keep registered styles by theme: the same theme must be the same object.
  const made = new Map<string, Theme>();

  function theme(id: string, fontScale: number): Theme {
    const data = themes[id];
    if (!data) throw new Error(`Unknown theme "${id}"; there are ${Object.keys(themes).join(", ")}`);
    const key = `${id} ${fontScale}`;
    const found = made.get(key) ?? createTheme(id, data, fontScale);
    made.set(key, found);
    return found;
  }

  return (settings) => ({
    theme: theme(settings.theme, settings.font_scale),
    session: createSession({
      clockMs: settings.clock_ms, locale: settings.locale, timeZone: settings.time_zone, hour24: settings.hour24,
    }),
  });
}

/** The theme that the dark switch leads to: its own counterpart where there is one, else the plain one. */
export function counterpart(id: string, dark: boolean): string {
  if (id === "contrast") return "contrast-dark";
  if (id === "contrast-dark") return "contrast";
  return dark ? "daylight" : "midnight";
}

/** Text sizes that the phone offers, as factors. */
export const TEXT_SIZES = [
  { value: 0.85, label: "Small" },
  { value: 1, label: "Default" },
  { value: 1.15, label: "Large" },
  { value: 1.3, label: "Huge" },
] as const;

export function nextTextSize(scale: number): number {
  return (TEXT_SIZES.find((size) => size.value > scale + 0.001) ?? TEXT_SIZES[0]).value;
}

export function textSizeName(scale: number): string {
  return TEXT_SIZES.find((size) => Math.abs(size.value - scale) < 0.001)?.label ?? `${Math.round(scale * 100)} %`;
}
