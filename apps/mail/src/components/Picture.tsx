import { PALETTE_NAMES, useTheme } from "@tapworld/kit";
import { View } from "react-native";

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}

/** A picture file, painted from its name: a sky, a sun and hills in colours of the theme. */
export function Picture({ name }: { name: string }) {
  const theme = useTheme();
  const seed = hash(name);
  const color = (n: number) => theme.palette(PALETTE_NAMES[(seed + n) % PALETTE_NAMES.length] ?? "blue");
  const hill = (n: number) => ({
    position: "absolute" as const,
    width: 340,
    height: 340,
    borderRadius: 170,
    left: ((seed >> n) % 240) - 120,
    top: 84 + ((seed >> (n + 2)) % 36),
    backgroundColor: color(n + 1),
  });
  return (
    <View
      accessibilityLabel={name}
      style={{
        height: 160,
        overflow: "hidden",
        borderRadius: theme.radius.medium,
        backgroundColor: theme.tint(PALETTE_NAMES[seed % PALETTE_NAMES.length] ?? "blue"),
        marginBottom: theme.space(2),
      }}
    >
      <View
        style={{
          position: "absolute",
          width: 44,
          height: 44,
          borderRadius: 22,
          left: 40 + (seed % 220),
          top: 24,
          backgroundColor: color(3),
        }}
      />
      <View style={hill(0)} />
      <View style={hill(3)} />
    </View>
  );
}
