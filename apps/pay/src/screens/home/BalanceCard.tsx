import { Icon, Text, Touchable, useTheme } from "@tapworld/kit";
import { mdiEye, mdiEyeOff } from "@mdi/js";
import { View } from "react-native";

interface Props {
  name: string;
  handle: string;
  balance: string;
  shown: boolean;
  onToggle: () => void;
}

/** The wallet's face: the balance, or dots, with an eye to turn it around. */
export function BalanceCard({ name, handle, balance, shown, onToggle }: Props) {
  const theme = useTheme();
  const ink = theme.on(theme.color.accent);
  return (
    <View
      style={{
        flexDirection: "row",
        alignItems: "center",
        marginHorizontal: theme.space(4),
        marginVertical: theme.space(2),
        paddingVertical: theme.space(5),
        paddingLeft: theme.space(5),
        paddingRight: theme.space(2),
        borderRadius: theme.radius.large,
        backgroundColor: theme.color.accent,
      }}
    >
      <View style={{ flex: 1, minWidth: 0, gap: theme.space(1) }}>
        <Text role="label" lines={1} color={ink}>{name}</Text>
        <Text role="title" weight="bold" lines={1} color={ink} testID="balance">{balance}</Text>
        <Text role="caption" lines={1} color={ink}>{`Balance · ${handle}`}</Text>
      </View>
      <Touchable
        testID="toggle-balance"
        label={shown ? "Hide balance" : "Show balance"}
        onPress={onToggle}
        style={{ width: 48, height: 48, alignItems: "center", justifyContent: "center", borderRadius: theme.radius.pill }}
      >
        <Icon path={shown ? mdiEyeOff : mdiEye} color={ink} />
      </Touchable>
    </View>
  );
}
