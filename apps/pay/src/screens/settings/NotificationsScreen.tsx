import { Screen, Switch, useDatabase } from "@tapworld/kit";
import { useSettings } from "../../components/hooks";
import { writeSetting } from "../../data/settings";

export function NotificationsScreen() {
  const db = useDatabase();
  const settings = useSettings();
  return (
    <Screen title="Notifications">
      <Switch testID="notify-received" label="Money received" description="A note on the home screen when somebody pays you" value={settings.notifyReceived} onChange={(on) => writeSetting(db, "notify_received", on)} />
      <Switch testID="notify-requests" label="Requests" description="A count on the Requests tab and a note on the home screen" value={settings.notifyRequests} onChange={(on) => writeSetting(db, "notify_requests", on)} />
      <Switch testID="notify-marketing" label="Tips and offers" description="Now and then a tip on the home screen" value={settings.notifyMarketing} onChange={(on) => writeSetting(db, "notify_marketing", on)} />
    </Screen>
  );
}
