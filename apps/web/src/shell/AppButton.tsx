import { Text, Touchable, useTheme, type AppDefinition } from "@tapworld/kit";

import { AppIcon } from "./AppIcon";

interface Props {
  app: AppDefinition;
  testID: string;
  width: string;
  /** Colour of the name below the tile. */
  ink: string;
  onPress: () => void;
}

/** An app's tile with its name, as the launcher and the drawer show it. */
export function AppButton({ app, testID, width, ink, onPress }: Props) {
  const theme = useTheme();
  return (
    <Touchable
      testID={testID}
      label={app.title}
      onPress={onPress}
      style={{ width: width as `${number}%`, alignItems: "center", gap: 6, paddingVertical: 4 }}
    >
      <AppIcon app={app} size={Math.round(58 * Math.min(1.12, Math.max(0.9, theme.density)))} />
      <Text role="caption" weight="medium" lines={1} align="center" color={ink}>{app.title}</Text>
    </Touchable>
  );
}
