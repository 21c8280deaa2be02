import { useSyncExternalStore } from "react";
import { View } from "react-native";

import { Text } from "../components/Text";
import { Touchable } from "../components/Touchable";
import { useIsActive } from "../navigation/scope";
import { useTheme } from "../theme/ThemeProvider";
import { useToasts, type Toast } from "./toasts";

/** Draws the app's toast over the lower end of the screen on top, `lift` dp higher where a floating button stands. */
export function ToastHost({ lift }: { lift: number }) {
  const toasts = useToasts();
  const active = useIsActive();
  const toast = useSyncExternalStore(toasts.subscribe, () => (active ? toasts.get() : null));
  return toast ? <ShownToast toast={toast} lift={lift} /> : null;
}

function ShownToast({ toast, lift }: { toast: Toast; lift: number }) {
  const theme = useTheme();
  const toasts = useToasts();
  return (
    <View pointerEvents="box-none" style={{ position: "absolute", left: 12, right: 12, bottom: 12 + lift, alignItems: "stretch", zIndex: 5 }}>
      <View
        testID="toast"
        role="status"
        onStartShouldSetResponderCapture={() => {
          toasts.keep();
          return false;
        }}
        style={{
          flexDirection: "row", alignItems: "center", gap: theme.space(2), minHeight: 48,
          paddingLeft: theme.space(4), paddingRight: theme.space(toast.action ? 2 : 4), paddingVertical: theme.space(1),
          borderRadius: theme.radius.small, backgroundColor: theme.color.text, boxShadow: "0 2px 8px rgba(0,0,0,0.25)",
        }}
      >
        <View style={{ flex: 1 }}><Text lines={3} color={theme.color.background}>{toast.message}</Text></View>
        {toast.action ? (
          <Touchable
            testID="toast-action"
            label={toast.action.label}
            onPress={() => {
              const { action } = toast;
              toasts.clear();
              action?.onPress();
            }}
            style={{ minHeight: 40, justifyContent: "center", paddingHorizontal: theme.space(3) }}
          >
            <Text role="label" weight="bold" color={theme.color.background}>{toast.action.label}</Text>
          </Touchable>
        ) : null}
      </View>
    </View>
  );
}
