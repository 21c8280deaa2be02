import { View } from "react-native";

import { PALETTE_NAMES, type PaletteName } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";
import { Text } from "./Text";

export interface AvatarProps {
  /** Whose initials are drawn; it also picks the colour. */
  name: string;
  icon?: string;
  color?: PaletteName;
  /** Or the diameter in dp. */
  size?: "small" | "medium" | "large" | number;
}

const SIZES = { small: 28, medium: 40, large: 56 } as const;

export function Avatar({ name, icon, color, size: wanted = "medium" }: AvatarProps) {
  const theme = useTheme();
  const size = typeof wanted === "number" ? wanted : SIZES[wanted];
  const palette = color ?? pick(name);
  return (
    <View
      style={{
        width: size, height: size, borderRadius: theme.radius.pill === 0 ? 0 : size / 2,
        alignItems: "center", justifyContent: "center", backgroundColor: theme.tint(palette),
      }}
      aria-hidden
    >
      {icon ? (
        <Icon path={icon} size={Math.round(size * 0.55)} color={theme.palette(palette)} />
      ) : (
        <Text role={size >= 56 ? "title" : "label"} color={theme.palette(palette)}>{initials(name)}</Text>
      )}
    </View>
  );
}

/** First letters of the first and last word that begin with a letter or digit. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words[words.length - 1]!] : words;
  return ends.map((word) => [...word][0]!.toUpperCase()).join("") || "?";
}

function pick(name: string): PaletteName {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return PALETTE_NAMES[hash % (PALETTE_NAMES.length - 1)]!;
}
