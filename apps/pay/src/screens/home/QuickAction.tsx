import { Icon, Text, Touchable, useTheme } from "@tapworld/kit";

/** One of the six big buttons: three a row at any width. */
export function QuickAction({ testID, icon, label, onPress }: { testID: string; icon: string; label: string; onPress: () => void }) {
  const theme = useTheme();
  return (
    <Touchable
      testID={testID}
      label={label}
      onPress={onPress}
      style={{
        flexGrow: 1,
        flexBasis: "30%",
        alignItems: "center",
        gap: theme.space(1),
        paddingVertical: theme.space(3),
        borderRadius: theme.radius.medium,
        backgroundColor: theme.color.accentMuted,
      }}
    >
      <Icon path={icon} tone="accent" />
      <Text role="label" lines={1}>{label}</Text>
    </Touchable>
  );
}
