import type { ReactNode } from "react";
import { Pressable, View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { useDismiss } from "./portal";

const FILL = { position: "absolute", top: 0, right: 0, bottom: 0, left: 0 } as const;

/** Darkens the app below an overlay; a tap on it closes the overlay. */
export function Scrim({ place, children }: { place: "bottom" | "center"; children: ReactNode }) {
  const theme = useTheme();
  const dismiss = useDismiss();
  return (
    <View style={{ ...FILL, zIndex: 10, justifyContent: place === "bottom" ? "flex-end" : "center" }}>
      <Pressable testID="scrim" aria-label="Close" onPress={() => dismiss()} style={{ ...FILL, backgroundColor: theme.color.scrim }} />
      {children}
    </View>
  );
}
