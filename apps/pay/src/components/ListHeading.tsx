import { Text, useTheme } from "@tapworld/kit";
import { View } from "react-native";

/** The title above a list that stands below other content; lists draw their rows as they are needed. */
export function ListHeading({ title }: { title: string }) {
  const theme = useTheme();
  return (
    <View style={{ paddingHorizontal: theme.space(4), paddingTop: theme.space(4), paddingBottom: theme.space(2) }}>
      <Text role="label" tone="accent" lines={1}>{title}</Text>
    </View>
  );
}
