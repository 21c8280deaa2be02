import { useTheme } from "@tapworld/kit";
import type { ReactNode } from "react";
import { View } from "react-native";

/** Two wide buttons side by side, the main one on the right. */
export function ButtonPair({ first, second }: { first: ReactNode; second: ReactNode }) {
  const theme = useTheme();
  return (
    <View style={{ flexDirection: "row", gap: theme.space(3) }}>
      <View style={{ flex: 1 }}>{first}</View>
      <View style={{ flex: 1 }}>{second}</View>
    </View>
  );
}
