import { mdiBattery80, mdiBatteryOutline, mdiSignalCellular3, mdiSignalCellularOutline, mdiWifi } from "@mdi/js";
import { Icon, Text, useSession, useTheme } from "@tapworld/kit";
import { View } from "react-native";

import { Dim } from "./Dim";
import { STATUS_BAR } from "./metrics";

/** The clock in the phone's time zone and icons that stand still. */
export function StatusBar({ dimmed, ink }: { dimmed: boolean; ink: string }) {
  const theme = useTheme();
  const session = useSession();
  const outline = theme.icons === "outline";
  return (
    <View
      testID="status-bar"
      style={{ height: STATUS_BAR, flexDirection: "row", alignItems: "center", paddingHorizontal: 18, gap: 5 }}
    >
      <Text role="caption" weight="medium" color={ink} testID="status-clock">{session.format.time(session.now())}</Text>
      <View style={{ flex: 1 }} />
      <Icon path={mdiWifi} size={16} color={ink} />
      <Icon path={outline ? mdiSignalCellularOutline : mdiSignalCellular3} size={16} color={ink} />
      <Icon path={outline ? mdiBatteryOutline : mdiBattery80} size={17} color={ink} />
      {dimmed ? <Dim /> : null}
    </View>
  );
}
