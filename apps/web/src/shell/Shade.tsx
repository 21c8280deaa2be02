import { mdiBellOffOutline, mdiBellOutline, mdiClockOutline, mdiCogOutline, mdiFormatSize, mdiThemeLightDark } from "@mdi/js";
import { Button, Icon, IconButton, Text, Touchable, useSession, useTheme, type AppNotification, type Session } from "@tapworld/kit";
import { useMemo } from "react";
import { View } from "react-native";

import { darkChange, nextTextSize, textSizeName } from "../phone/looks";
import type { PhoneView } from "../phone/phone";
import { AppIcon } from "./AppIcon";
import { BUTTON_BAR, GESTURE_BAR } from "./metrics";
import { usePhone } from "./PhoneContext";
import { useSwipe } from "./swipes";
import type { InstalledApp } from "../phone/installedApp";

/** Quick settings and what the apps have to say, pulled down over whatever is on the screen. */
export function Shade({ view, onError }: { view: PhoneView; onError: (error: Error) => void }) {
  const theme = useTheme();
  const session = useSession();
  const phone = usePhone();
  const close = () => phone.showPanel(null);
  const swipe = useSwipe((direction) => {
    if (direction === "up") close();
  });
  const date = new Intl.DateTimeFormat(session.locale, { timeZone: session.timeZone, weekday: "long", day: "numeric", month: "long" }).format(session.now());
  return (
    <div
      data-testid="shade"
      style={{ position: "absolute", left: 0, right: 0, top: 0, bottom: theme.navigation === "buttons" ? BUTTON_BAR : GESTURE_BAR, zIndex: 20, display: "flex", flexDirection: "column" }}
    >
      <div
        {...swipe}
        style={{
          display: "flex", flexDirection: "column", maxHeight: "94%", backgroundColor: theme.color.background, borderBottom: `1px solid ${theme.color.border}`,
          borderBottomLeftRadius: theme.radius.large, borderBottomRightRadius: theme.radius.large, boxShadow: "0 6px 24px rgba(0,0,0,0.3)", overflow: "hidden",
        }}
      >
        <View style={{ flexDirection: "row", alignItems: "center", paddingLeft: 20, paddingRight: 8, paddingTop: 8 }}>
          <View style={{ flex: 1, minWidth: 0 }}>
            <Text role="title" testID="shade-clock">{session.format.time(session.now())}</Text>
            <Text role="caption" tone="muted" lines={1}>{date}</Text>
          </View>
          <IconButton testID="shade-settings" icon={mdiCogOutline} label="Settings" onPress={phone.openSettings} />
        </View>
        <Tiles view={view} />
        <Notices view={view} onError={onError} />
        <View style={{ alignItems: "center", paddingVertical: 8 }}>
          <View style={{ width: 36, height: 4, borderRadius: 2, backgroundColor: theme.color.border }} />
        </View>
      </div>
      <div style={{ flex: 1, display: "flex", marginTop: -theme.radius.large, zIndex: -1 }}>
        <Touchable testID="shade-close" label="Close" onPress={close} style={{ flex: 1, backgroundColor: theme.color.scrim }} />
      </div>
    </div>
  );
}

function Tiles({ view }: { view: PhoneView }) {
  const theme = useTheme();
  const phone = usePhone();
  const { settings } = view;
  const quiet = settings.do_not_disturb ?? false;
  return (
    <View style={{ flexDirection: "row", flexWrap: "wrap", padding: 12, gap: 8 }}>
      <Tile testID="tile-dark" icon={mdiThemeLightDark} label="Dark theme" detail={theme.dark ? "On" : "Off"} on={theme.dark} onPress={() => phone.configure(darkChange(phone.themes, settings.theme, !theme.dark))} />
      <Tile testID="tile-do-not-disturb" icon={quiet ? mdiBellOffOutline : mdiBellOutline} label="Do not disturb" detail={quiet ? "On" : "Off"} on={quiet} onPress={() => phone.configure({ do_not_disturb: !quiet })} />
      <Tile testID="tile-text-size" icon={mdiFormatSize} label="Text size" detail={textSizeName(settings.font_scale)} onPress={() => phone.configure({ font_scale: nextTextSize(settings.font_scale) })} />
      <Tile testID="tile-hour24" icon={mdiClockOutline} label="24-hour clock" detail={settings.hour24 ? "On" : "Off"} on={settings.hour24} onPress={() => phone.configure({ hour24: !settings.hour24 })} />
    </View>
  );
}

interface TileProps {
  testID: string;
  icon: string;
  label: string;
  detail: string;
  /** Left out where the tile steps through several values. */
  on?: boolean;
  onPress: () => void;
}

function Tile({ testID, icon, label, detail, on, onPress }: TileProps) {
  const theme = useTheme();
  const ground = on ? theme.color.accent : theme.color.surfaceAlt;
  const ink = theme.on(ground);
  return (
    <Touchable
      testID={testID}
      role={on === undefined ? "button" : "switch"}
      label={label}
      {...(on === undefined ? {} : { checked: on })}
      onPress={onPress}
      style={{
        flexGrow: 1, flexBasis: "45%", minWidth: 140, minHeight: 60, flexDirection: "row", alignItems: "center", gap: 12, paddingHorizontal: 14, paddingVertical: 8,
        borderRadius: theme.radius.large, backgroundColor: ground, borderWidth: theme.contrast === "high" ? 1 : 0, borderColor: theme.color.text,
      }}
    >
      <Icon path={icon} color={ink} />
      <View style={{ flex: 1, minWidth: 0 }}>
        <Text role="label" lines={2} color={ink}>{label}</Text>
        <Text role="caption" lines={1} color={ink}>{detail}</Text>
      </View>
    </Touchable>
  );
}

interface Notice {
  app: InstalledApp;
  notification: AppNotification;
}

/** An app that fails at it has nothing to say: it is reported and hides neither the others' notices nor the phone. */
function noticesOf(app: InstalledApp, session: Session, onError: (error: Error) => void): AppNotification[] {
  try {
    return app.notifications(session);
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
    return [];
  }
}

function Notices({ view, onError }: { view: PhoneView; onError: (error: Error) => void }) {
  const theme = useTheme();
  const phone = usePhone();
  // Asked once: while the shade is down nothing writes.
  const all = useMemo(
    () => [...view.apps.values()].flatMap((app): Notice[] => noticesOf(app, view.session, onError).map((notification) => ({ app, notification }))),
    [view.apps, view.session, onError],
  );
  const notices = all.filter(({ app, notification }) => !view.dismissed.has(`${app.definition.id} ${notification.id}`));
  const quiet = view.settings.do_not_disturb ?? false;
  if (notices.length === 0) {
    return (
      <View style={{ alignItems: "center", padding: 20 }} testID="notifications-empty"><Text tone="muted">No notifications</Text></View>
    );
  }
  const clear = () => {
    for (const [id] of view.apps) phone.dismiss(id, notices.filter(({ app }) => app.definition.id === id).map(({ notification }) => notification));
  };
  return (
    <>
      <View style={{ flexDirection: "row", alignItems: "center", paddingHorizontal: 20, paddingTop: 4 }}>
        <View style={{ flex: 1 }}><Text role="label" tone="muted">{quiet ? "Silent" : "Notifications"}</Text></View>
        <Button testID="notifications-clear" label="Clear all" kind="text" onPress={clear} />
      </View>
      <div data-scroll="y" style={{ overflowY: "auto", overflowX: "hidden", minHeight: 0, padding: "0 12px 12px", display: "flex", flexDirection: "column", gap: theme.space(2), overscrollBehavior: "none" }}>
        {notices.map((notice, index) => <NoticeCard key={`${notice.app.definition.id} ${notice.notification.id}`} {...notice} index={index} />)}
      </div>
    </>
  );
}

function NoticeCard({ app, notification, index }: Notice & { index: number }) {
  const theme = useTheme();
  const session = useSession();
  const phone = usePhone();
  const { id, title } = app.definition;
  const swipe = useSwipe((direction) => {
    if (direction === "left" || direction === "right") phone.dismiss(id, [notification]);
  });
  return (
    <div {...swipe} style={{ flexShrink: 0, display: "flex" }}>
      <Touchable
        testID={`notification-${index}`}
        role="row"
        label={notification.title}
        onPress={() => phone.openNotification(id, notification)}
        style={{
          flex: 1, minWidth: 0, flexDirection: "row", gap: 14, alignItems: "center", padding: 12, borderRadius: theme.radius.medium,
          backgroundColor: theme.color.surface, borderWidth: 1, borderColor: theme.color.border,
        }}
      >
        <AppIcon app={app.definition} size={32} />
        <View style={{ flex: 1, minWidth: 0 }}>
          <View style={{ flexDirection: "row", gap: 8, alignItems: "baseline" }}>
            <View style={{ flex: 1, minWidth: 0 }}><Text role="label" lines={1}>{notification.title}</Text></View>
            <Text role="caption" tone="muted" lines={1}>{session.format.relative(notification.at)}</Text>
          </View>
          <Text role="caption" lines={2}>{notification.text}</Text>
          <Text role="caption" tone="muted" lines={1}>{title}</Text>
        </View>
      </Touchable>
    </div>
  );
}
