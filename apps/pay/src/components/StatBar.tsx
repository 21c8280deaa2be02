import { Stat, useTheme } from "@tapworld/kit";
import { View } from "react-native";

/** Numbers side by side under a head. */
export function StatBar({ stats }: { stats: readonly { label: string; value: string; testID: string }[] }) {
  const theme = useTheme();
  return (
    <View style={{ flexDirection: "row", flexWrap: "wrap", columnGap: theme.space(6), rowGap: theme.space(2), paddingHorizontal: theme.space(4), paddingVertical: theme.space(2) }}>
      {stats.map((stat) => <Stat key={stat.testID} {...stat} />)}
    </View>
  );
}
