import { ICON_SIZE } from "../theme/tokens";
import { useTheme } from "../theme/ThemeProvider";
import { Glyph } from "./Glyph";
import { toneColor, type Tone } from "./Text";

export interface IconProps {
  /** An mdi path. */
  path: string;
  size?: "small" | "medium" | "large" | number;
  tone?: Tone;
  color?: string;
}

export function Icon({ path, size = "medium", tone = "normal", color }: IconProps) {
  const theme = useTheme();
  const side = typeof size === "number" ? size : ICON_SIZE[size];
  return <Glyph path={path} size={side} color={color ?? toneColor(theme, tone)} />;
}
