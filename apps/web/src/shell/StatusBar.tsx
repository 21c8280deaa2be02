import { mdiBattery80, mdiBatteryOutline, mdiBellOffOutline, mdiSignalCellular3, mdiSignalCellularOutline, mdiWifi } from "@mdi/js";
import { Icon, Text, useSession, useTheme } from "@tapworld/kit";
import { View } from "react-native";

import { Dim } from "./Dim";
import { STATUS_BAR } from "./metrics";
import { usePhone, useSettings } from "./PhoneContext";
import { StatusNotices } from "./StatusNotices";
import { useSwipe } from "./swipes";

/** The clock in the phone's time zone and icons that stand still; the shade is pulled down from here. */
export function StatusBar({ dimmed, ink }: { dimmed: boolean; ink: string }) {
  const theme = useTheme();
  const session = useSession();
  const phone = usePhone();
  const quiet = useSettings().do_not_disturb ?? false;
  const swipe = useSwipe((direction) => {
    if (direction === "down") phone.showPanel("shade");
  });
  const outline = theme.icons === "outline";
  return (
    <div {...swipe} style={{ display: "flex", flexDirection: "column" }}>
      <View
        testID="status-bar"
        style={{ height: STATUS_BAR, flexDirection: "row", alignItems: "center", paddingHorizontal: 18, gap: 5 }}
      >
        <Text role="caption" weight="medium" color={ink} testID="status-clock">{session.format.time(session.now())}</Text>
        <StatusNotices ink={ink} />
        <View style={{ flex: 1 }} />
        {quiet ? <Icon path={mdiBellOffOutline} size={15} color={ink} /> : null}
        <Icon path={mdiWifi} size={16} color={ink} />
        <Icon path={outline ? mdiSignalCellularOutline : mdiSignalCellular3} size={16} color={ink} />
        <Icon path={outline ? mdiBatteryOutline : mdiBattery80} size={17} color={ink} />
        {dimmed ? <Dim /> : null}
      </View>
    </div>
  );
}
