import { useTheme } from "@tapworld/kit";
import { View } from "react-native";

/** Continues a dialog's scrim over the phone's bars; touches go through. */
export function Dim() {
  const theme = useTheme();
  return <View pointerEvents="none" style={{ position: "absolute", top: 0, right: 0, bottom: 0, left: 0, backgroundColor: theme.color.scrim }} />;
}
