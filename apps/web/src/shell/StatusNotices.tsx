import { Icon, type AppDefinition } from "@tapworld/kit";
import { useCallback, useSyncExternalStore } from "react";
import { View } from "react-native";

import type { PhoneView } from "../phone/phone";
import { useView } from "./PhoneContext";

/** Icons that fit beside the clock; a dot stands for more. */
const MOST = 3;

/** One small icon for each app that has something in the shade. With do not disturb they stay away. */
export function StatusNotices({ ink }: { ink: string }) {
  const apps = useNotifying(useView());
  if (apps.length === 0) return null;
  const shown = apps.slice(0, MOST);
  return (
    <View testID="status-notifications" aria-label={`Notifications: ${apps.map((app) => app.title).join(", ")}`} style={{ flexDirection: "row", alignItems: "center", gap: 5, paddingLeft: 3 }}>
      {shown.map((app) => <Icon key={app.id} path={app.icon} size={15} color={ink} />)}
      {apps.length > MOST ? <View style={{ width: 4, height: 4, borderRadius: 2, backgroundColor: ink }} /> : null}
    </View>
  );
}

/** Apps with notifications that were not swept away; asked anew only when data was written. */
function useNotifying({ apps, session, dismissed, settings }: PhoneView): AppDefinition[] {
  const quiet = settings.do_not_disturb ?? false;
  const subscribe = useCallback((listener: () => void) => {
    const stops = [...apps.values()].map((app) => app.watch(listener));
    return () => stops.forEach((stop) => stop());
  }, [apps]);
  const ids = useSyncExternalStore(subscribe, () =>
    quiet ? "" : [...apps].filter(([id, app]) => app.noticeIds(session).some((notice) => !dismissed.has(`${id} ${notice}`))).map(([id]) => id).join(" "),
  );
  return ids === "" ? [] : ids.split(" ").map((id) => apps.get(id)!.definition);
}
