import type { ThemeData } from "./theme";

/** Whose colours a theme takes when it is drawn dark, or light; all others take Midnight's and Daylight's. */
const COUNTERPARTS: Readonly<Record<string, string>> = { contrast: "contrast-dark", "contrast-dark": "contrast" };

/** A theme as the phone's dark switch has it: its own layout and shapes, where need be in the colours of a dark (or light) one.
 *
 * @param dark Null or undefined leaves the theme as it is.
 * @throws Error naming the unknown theme.
 */
export function themeData(themes: Readonly<Record<string, ThemeData>>, id: string, dark?: boolean | null): ThemeData {
  const own = find(themes, id);
  if (dark === null || dark === undefined || dark === own.dark) return own;
  const { color, palette, wallpaper } = find(themes, COUNTERPARTS[id] ?? (dark ? "midnight" : "daylight"));
  return { ...own, title: `${own.title}, ${dark ? "dark" : "light"}`, dark, color, palette, wallpaper: { ...wallpaper, pattern: own.wallpaper.pattern } };
}

function find(themes: Readonly<Record<string, ThemeData>>, id: string): ThemeData {
  const data = themes[id];
  if (!data) throw new Error(`Unknown theme "${id}"; there are ${Object.keys(themes).join(", ")}`);
  return data;
}
