import { mdiClose, mdiRestart } from "@mdi/js";
import { Icon, Text, Touchable, useTheme, type AppDefinition } from "@tapworld/kit";

import { AppIcon } from "./AppIcon";
import { usePhone } from "./PhoneContext";

/** The phone's own word when a screen of an app failed. It stays until it is answered: back closes the app. */
export function StoppedDialog({ app }: { app: AppDefinition }) {
  const theme = useTheme();
  const phone = usePhone();
  return (
    <div data-testid="app-stopped" role="alertdialog" aria-label={`${app.title} has stopped`} style={{ position: "absolute", inset: 0, zIndex: 25, display: "flex", flexDirection: "column", justifyContent: "center", backgroundColor: theme.color.scrim }}>
      <div
        style={{
          margin: "0 28px", padding: "20px 8px 8px", borderRadius: theme.radius.large, backgroundColor: theme.color.surface, display: "flex", flexDirection: "column",
          border: theme.contrast === "high" || theme.dark ? `1px solid ${theme.color.border}` : "none",
        }}
      >
        <div style={{ display: "flex", alignItems: "center", gap: 12, padding: "0 16px 12px" }}>
          <AppIcon app={app} size={32} />
          <Text role="heading">{`${app.title} has stopped`}</Text>
        </div>
        <Choice testID="app-reopen" icon={mdiRestart} label="Open again" onPress={() => phone.restart(app.id)} />
        <Choice testID="app-close" icon={mdiClose} label="Close app" onPress={() => phone.close(app.id)} />
      </div>
    </div>
  );
}

function Choice({ testID, icon, label, onPress }: { testID: string; icon: string; label: string; onPress: () => void }) {
  const theme = useTheme();
  return (
    <Touchable testID={testID} onPress={onPress} style={{ flexDirection: "row", alignItems: "center", gap: 16, minHeight: 52, paddingHorizontal: 20, borderRadius: theme.radius.small }}>
      <Icon path={icon} tone="muted" />
      <Text>{label}</Text>
    </Touchable>
  );
}
