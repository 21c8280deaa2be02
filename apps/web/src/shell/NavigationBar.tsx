import { mdiCircleOutline, mdiCircleSlice8, mdiSquareRoundedOutline, mdiTriangleOutline } from "@mdi/js";
import { Icon, Touchable, useTheme } from "@tapworld/kit";
import type { ReactNode } from "react";
import { View } from "react-native";

import { useKeyboard } from "../keyboard/KeyboardContext";
import { Dim } from "./Dim";
import { BUTTON_BAR, GESTURE_BAR } from "./metrics";
import { usePhone } from "./PhoneContext";

/** Back, home and recents: three buttons, or a slim bar with a pill in the middle. The same three can be touched in both. */
export function NavigationBar({ dimmed, ink }: { dimmed: boolean; ink: string }) {
  const theme = useTheme();
  return (
    <View>
      {theme.navigation === "buttons" ? <Buttons ink={ink} /> : <Gestures ink={ink} />}
      {dimmed ? <Dim /> : null}
    </View>
  );
}

function Buttons({ ink }: { ink: string }) {
  const phone = usePhone();
  const theme = useTheme();
  const filled = theme.icons === "filled";
  return (
    <View style={{ height: BUTTON_BAR, flexDirection: "row", justifyContent: "space-around", paddingHorizontal: 28 }}>
      <BackKey size={18} ink={ink} />
      <Key testID="phone-home" label="Home" onPress={phone.home}><Icon path={filled ? mdiCircleSlice8 : mdiCircleOutline} size={19} color={ink} /></Key>
      <Key testID="phone-recents" label="Recent apps" onPress={phone.openRecents}><Icon path={mdiSquareRoundedOutline} size={19} color={ink} /></Key>
    </View>
  );
}

function Gestures({ ink }: { ink: string }) {
  const phone = usePhone();
  return (
    <View style={{ height: GESTURE_BAR, flexDirection: "row", justifyContent: "space-between", paddingHorizontal: 12 }}>
      <BackKey size={11} ink={ink} />
      <Key testID="phone-home" label="Home" onPress={phone.home}>
        <View style={{ width: 124, height: 5, borderRadius: 3, backgroundColor: ink }} />
      </Key>
      <Key testID="phone-recents" label="Recent apps" onPress={phone.openRecents}><Icon path={mdiSquareRoundedOutline} size={12} color={ink} /></Key>
    </View>
  );
}

/** Points down while it would hide the keyboard. */
function BackKey({ size, ink }: { size: number; ink: string }) {
  const phone = usePhone();
  const up = useKeyboard() !== null;
  return (
    <Key testID="phone-back" label="Back" onPress={phone.back}>
      <View style={{ transform: [{ rotate: up ? "180deg" : "-90deg" }] }}><Icon path={mdiTriangleOutline} size={size} color={ink} /></View>
    </Key>
  );
}

function Key({ testID, label, onPress, children }: { testID: string; label: string; onPress: () => void; children: ReactNode }) {
  return (
    <Touchable testID={testID} label={label} onPress={onPress} style={{ minWidth: 64, alignItems: "center", justifyContent: "center" }}>
      {children}
    </Touchable>
  );
}
