import { Avatar, Text, Touchable, useTheme } from "@tapworld/kit";
import type { Contact } from "../data/types";

/** A person as a face with the first name below, for a row of people. */
export function PersonBubble({ testID, person, onPress }: { testID: string; person: Contact; onPress: () => void }) {
  const theme = useTheme();
  return (
    <Touchable
      testID={testID}
      label={person.name}
      onPress={onPress}
      style={{ width: theme.space(18), alignItems: "center", gap: theme.space(1), paddingVertical: theme.space(2) }}
    >
      <Avatar name={person.name} size="large" />
      <Text role="caption" lines={1} align="center">{person.name.split(" ")[0]}</Text>
    </Touchable>
  );
}
