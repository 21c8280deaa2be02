import { FONT_FAMILY } from "./fontFamily";
import { RADIUS, SPACE_UNIT, TYPE } from "./tokens";
import { mix, readableOn } from "./color";

export const PALETTE_NAMES = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey"] as const;
export type PaletteName = (typeof PALETTE_NAMES)[number];

export const COLOR_ROLES = [
  "background", "surface", "surfaceAlt", "text", "textMuted", "textOnAccent", "accent", "accentMuted", "border",
  "danger", "success", "warning", "scrim",
] as const;
export type ColorRole = (typeof COLOR_ROLES)[number];

export type TypeRole = keyof typeof TYPE;

/** Where things stand and how they are drawn; a theme chooses one of each. */
export interface Layout {
  tabBar: "bottom" | "top";
  header: "left" | "center" | "large";
  list: "plain" | "cards" | "divided";
  icons: "filled" | "outline";
  fab: "right" | "left" | "center" | "inline";
  buttons: "filled" | "tonal" | "outlined";
  field: "outlined" | "underlined" | "filled";
  navigation: "buttons" | "gesture";
  rowActions: "leading" | "trailing";
}

/** One entry of `themes.json`. */
export interface ThemeData {
  title: string;
  dark: boolean;
  contrast: "normal" | "high";
  /** Factor on all spacing; 1 is Android's own. */
  density: number;
  /** Factor on all type sizes. */
  typeScale: number;
  /** Factor on corner radii; 0 gives square corners. */
  radius: number;
  layout: Layout;
  color: Record<ColorRole, string>;
  palette: Record<PaletteName, string>;
  /** Two colours and an angle in degrees for the launcher's wallpaper. */
  wallpaper: { from: string; to: string; shape: string; pattern: "waves" | "dunes" | "grid" | "circles" | "plain" | "hills" };
}

export interface TypeStyle {
  fontSize: number;
  lineHeight: number;
  fontWeight: "400" | "500" | "700";
}

export interface Theme extends Layout {
  id: string;
  title: string;
  dark: boolean;
  contrast: "normal" | "high";
  density: number;
  fontFamily: string;
  color: Record<ColorRole, string>;
  wallpaper: ThemeData["wallpaper"];
  /** A named colour, readable as text on `surface`, `background` and `tint(name)`. */
  palette(name: PaletteName): string;
  /** A soft background on which `palette(name)` and `text` are readable. */
  tint(name: PaletteName): string;
  /** Text or icon colour on a background of `palette(name)` or any other colour. */
  on(color: string): string;
  /** `n` steps of 4 dp times density. */
  space(n: number): number;
  radius: { small: number; medium: number; large: number; pill: number };
  type: Record<TypeRole, TypeStyle>;
}

/** Build a theme from its data.
 *
 * @param fontScale The phone's text size, a factor on the theme's own scale.
 */
export function createTheme(id: string, data: ThemeData, fontScale = 1): Theme {
  const scale = data.typeScale * fontScale;
  const type = Object.fromEntries(
    Object.entries(TYPE).map(([role, style]) => [
      role,
      { ...style, fontSize: half(style.fontSize * scale), lineHeight: Math.round(style.lineHeight * scale) },
    ]),
  ) as Record<TypeRole, TypeStyle>;
  return {
    ...data.layout,
    id,
    title: data.title,
    dark: data.dark,
    contrast: data.contrast,
    density: data.density,
    fontFamily: FONT_FAMILY,
    color: data.color,
    wallpaper: data.wallpaper,
    palette: (name) => data.palette[name],
    tint: (name) => mix(data.color.surface, data.palette[name], data.dark ? 0.16 : 0.1),
    on: (color) => readableOn(color, data.color.textOnAccent, data.color.text, data.color.background),
    space: (n) => Math.round(n * SPACE_UNIT * data.density),
    radius: {
      small: Math.round(RADIUS.small * data.radius),
      medium: Math.round(RADIUS.medium * data.radius),
      large: Math.round(RADIUS.large * data.radius),
      pill: data.radius === 0 ? 0 : 999,
    },
    type,
  };
}

function half(value: number): number {
  return Math.round(value * 2) / 2;
}
