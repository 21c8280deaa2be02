import { mdiAlertCircle, mdiAlertCircleOutline, mdiAlertOutline, mdiAlert, mdiCheckCircle, mdiCheckCircleOutline, mdiInformation, mdiInformationOutline } from "@mdi/js";
import { View } from "react-native";

import type { PaletteName } from "../theme/theme";
import { useTheme } from "../theme/ThemeProvider";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { Text } from "./Text";

export type BannerTone = "info" | "warning" | "danger" | "success";

export interface BannerProps {
  tone: BannerTone;
  message: string;
  action?: { testID: string; label: string; onPress: () => void };
  testID?: string;
}

const LOOKS: Record<BannerTone, { palette: PaletteName; filled: string; outline: string }> = {
  info: { palette: "blue", filled: mdiInformation, outline: mdiInformationOutline },
  warning: { palette: "orange", filled: mdiAlert, outline: mdiAlertOutline },
  danger: { palette: "red", filled: mdiAlertCircle, outline: mdiAlertCircleOutline },
  success: { palette: "green", filled: mdiCheckCircle, outline: mdiCheckCircleOutline },
};

export function Banner({ tone, message, action, testID }: BannerProps) {
  const theme = useTheme();
  const { palette, filled, outline } = LOOKS[tone];
  return (
    <View
      {...(testID ? { testID } : {})}
      style={{
        marginHorizontal: theme.space(4), marginVertical: theme.space(2), paddingHorizontal: theme.space(3), paddingVertical: theme.space(2),
        flexDirection: "row", alignItems: "center", gap: theme.space(3), borderRadius: theme.radius.medium,
        backgroundColor: theme.tint(palette), borderWidth: theme.contrast === "high" ? 1 : 0, borderColor: theme.palette(palette),
      }}
    >
      <Icon path={theme.icons === "filled" ? filled : outline} color={theme.palette(palette)} />
      <View style={{ flex: 1, paddingVertical: theme.space(1) }}><Text>{message}</Text></View>
      {action ? <Button {...action} kind="text" /> : null}
    </View>
  );
}
