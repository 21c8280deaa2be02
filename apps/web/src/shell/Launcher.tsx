import { Text, Touchable, useSession, useTheme, type AppDefinition, type Theme } from "@tapworld/kit";
import { alpha } from "@tapworld/kit/platform";
import { useState, type ReactNode, type UIEvent } from "react";
import { View } from "react-native";

import { AppIcon } from "./AppIcon";
import { usePhone } from "./PhoneContext";

const COLUMNS = 4;
const ROWS = 5;
const DOCKED = 4;

/** Pages of apps above a dock, with the date over them. */
export function Launcher({ apps }: { apps: readonly AppDefinition[] }) {
  const theme = useTheme();
  const docked = apps.slice(0, DOCKED);
  const rest = apps.slice(DOCKED);
  const perPage = COLUMNS * ROWS;
  const pages = Array.from({ length: Math.max(1, Math.ceil(rest.length / perPage)) }, (_, i) => rest.slice(i * perPage, (i + 1) * perPage));
  const [page, setPage] = useState(0);
  const onScroll = (event: UIEvent<HTMLDivElement>) => setPage(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth));
  const dockFirst = theme.tabBar === "top";
  const dock = <Dock apps={docked} />;
  return (
    <View style={{ flex: 1, paddingVertical: 8 }}>
      <Clock />
      {dockFirst ? dock : null}
      <div data-scroll="x" onScroll={onScroll} style={{ flex: 1, minHeight: 0, display: "flex", overflowX: "auto", overflowY: "hidden", scrollSnapType: "x mandatory", overscrollBehavior: "none" }}>
        {pages.map((items, index) => (
          <div key={index} style={{ flex: "0 0 100%", scrollSnapAlign: "start", display: "flex", flexDirection: "column", justifyContent: dockFirst ? "flex-start" : "flex-end" }}>
            <Grid>{items.map((app) => <AppButton key={app.id} app={app} width={`${100 / COLUMNS}%`} />)}</Grid>
          </div>
        ))}
      </div>
      <View style={{ flexDirection: "row", justifyContent: "center", gap: 8, paddingVertical: 10 }} aria-label={`Page ${page + 1} of ${pages.length}`}>
        {pages.map((_, index) => (
          <View key={index} style={{ width: index === page ? 16 : 7, height: 7, borderRadius: 4, backgroundColor: ink(theme), opacity: index === page ? 1 : 0.45 }} />
        ))}
      </View>
      {dockFirst ? null : dock}
    </View>
  );
}

/** The date and a big clock; where they stand follows the theme's header. */
function Clock() {
  const theme = useTheme();
  const session = useSession();
  const align = theme.header === "center" ? "center" : "left";
  const date = new Intl.DateTimeFormat(session.locale, { timeZone: session.timeZone, weekday: "long", day: "numeric", month: "long" }).format(session.now());
  return (
    <View style={{ paddingHorizontal: 28, paddingTop: theme.header === "large" ? 56 : 28, paddingBottom: 24 }} testID="launcher-clock">
      <View style={{ alignSelf: align === "center" ? "center" : "flex-start", transformOrigin: align === "center" ? "center top" : "left top" }}>
        <span style={{ fontFamily: theme.fontFamily, fontSize: 64, lineHeight: "68px", fontWeight: 400, letterSpacing: -1, color: ink(theme) }}>
          {session.format.time(session.now())}
        </span>
      </View>
      <Text role="heading" align={align} color={ink(theme)}>{date}</Text>
    </View>
  );
}

/** What is readable on the wallpaper. */
function ink(theme: Theme): string {
  return theme.on(theme.wallpaper.from);
}

function Grid({ children }: { children: ReactNode }) {
  return <View style={{ flexDirection: "row", flexWrap: "wrap", rowGap: 18, paddingHorizontal: 12 }}>{children}</View>;
}

function Dock({ apps }: { apps: readonly AppDefinition[] }) {
  const theme = useTheme();
  const justify = theme.header === "left" ? "flex-start" : theme.header === "center" ? "center" : "space-around";
  return (
    <View
      style={{
        flexDirection: "row", justifyContent: justify, marginHorizontal: 16, marginBottom: 10, paddingVertical: 12, paddingHorizontal: 6,
        borderRadius: theme.radius.large + 4, backgroundColor: alpha(theme.color.surface, 0.72),
      }}
    >
      {apps.map((app) => <AppButton key={app.id} app={app} width="25%" onDock />)}
    </View>
  );
}

function AppButton({ app, width, onDock }: { app: AppDefinition; width: string; onDock?: boolean }) {
  const theme = useTheme();
  const phone = usePhone();
  return (
    <Touchable
      testID={`launcher-${app.id}`}
      label={app.title}
      onPress={() => phone.open(app.id)}
      style={{ width: width as `${number}%`, alignItems: "center", gap: 6, paddingVertical: 4 }}
    >
      <AppIcon app={app} size={Math.round(58 * Math.min(1.12, Math.max(0.9, theme.density)))} />
      <Text role="caption" weight="medium" lines={1} align="center" color={onDock ? theme.color.text : ink(theme)}>{app.title}</Text>
    </Touchable>
  );
}
