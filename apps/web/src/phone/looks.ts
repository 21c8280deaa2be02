import { createSession, createTheme, themeData, type Session, type Theme, type ThemeData } from "@tapworld/kit";

import type { PhoneSettings } from "./contract";

/** Makes what the settings mean for everything drawn.
 *
 * @returns A function that throws when the theme, the locale or the time zone does not exist.
 */
export function createLooks(themes: Readonly<Record<string, ThemeData>>): (settings: PhoneSettings) => { theme: Theme; session: Session } {
  // Components keep registered styles by theme: the same theme must be the same object.
  const made = new Map<string, Theme>();

  function theme({ theme: id, dark, font_scale }: PhoneSettings): Theme {
    const data = themeData(themes, id, dark);
    const key = `${id} ${data.dark} ${font_scale}`;
    const found = made.get(key) ?? createTheme(id, data, font_scale);
    made.set(key, found);
    return found;
  }

  return (settings) => ({
    theme: theme(settings),
    session: createSession({
      clockMs: settings.clock_ms, locale: settings.locale, timeZone: settings.time_zone, hour24: settings.hour24,
    }),
  });
}

/** What the dark switch changes: nothing is kept where the theme is dark (or light) by itself. */
export function darkChange(themes: Readonly<Record<string, ThemeData>>, theme: string, dark: boolean): Pick<PhoneSettings, "dark"> {
  return { dark: themeData(themes, theme).dark === dark ? null : dark };
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
