import { Text, useSession, useTheme, type AppDefinition, type Theme } from "@tapworld/kit";
import { alpha } from "@tapworld/kit/platform";
import { useRef, useState, type UIEvent } from "react";
import { View } from "react-native";

import { settingsDefinition } from "../settings/settingsApp";
import { AppButton } from "./AppButton";
import { useIconDrag } from "./iconDrag";
import { usePhone } from "./PhoneContext";
import { useSwipe } from "./swipes";

const COLUMNS = 4;
const DOCKED = 4;
/** Apps below the clock, and on every page after it. */
const FIRST_PAGE = 8;
const PER_PAGE = 20;

/** Pages of apps above a dock, with the date on the first of them; a swipe up shows every app. */
export function Launcher({ apps }: { apps: readonly AppDefinition[] }) {
  const theme = useTheme();
  const phone = usePhone();
  const [page, setPage] = useState(0);
  const pages = launcherPages(apps.slice(DOCKED));
  const onScroll = (event: UIEvent<HTMLDivElement>) => setPage(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth));
  const swipe = useSwipe((direction) => {
    if (direction === "up") phone.showPanel("drawer");
    if (direction === "down") phone.showPanel("shade");
  });
  const ref = useRef<HTMLDivElement>(null);
  useIconDrag(ref, phone.moveIcon);
  const dockFirst = theme.tabBar === "top";
  const dock = <Dock apps={apps.slice(0, DOCKED)} />;
  return (
    <div ref={ref} {...swipe} style={{ flex: 1, minHeight: 0, display: "flex", flexDirection: "column", padding: "8px 0" }}>
      {dockFirst ? dock : null}
      <div data-testid="launcher-pages" data-scroll="x" onScroll={onScroll} style={{ flex: 1, minHeight: 0, display: "flex", overflowX: "auto", overflowY: "hidden", scrollSnapType: "x mandatory", overscrollBehavior: "none" }}>
        {pages.map((items, index) => (
          <div key={index} style={{ flex: "0 0 100%", scrollSnapAlign: "start", display: "flex", flexDirection: "column", minHeight: 0, overflow: "hidden" }}>
            {index === 0 ? <Clock /> : <View style={{ height: 24 }} />}
            {index === 0 && !dockFirst ? <View style={{ flex: 1 }} /> : null}
            <View style={{ flexDirection: "row", flexWrap: "wrap", rowGap: 18, paddingHorizontal: 12 }}>
              {items.map((app) => <LauncherApp key={app.id} app={app} ink={ink(theme)} width={`${100 / COLUMNS}%`} />)}
            </View>
          </div>
        ))}
      </div>
      <View style={{ flexDirection: "row", justifyContent: "center", gap: 8, paddingVertical: 10 }} aria-label={`Page ${page + 1} of ${pages.length}`}>
        {pages.map((_, index) => (
          <View key={index} style={{ width: index === page ? 16 : 7, height: 7, borderRadius: 4, backgroundColor: ink(theme), opacity: index === page ? 1 : 0.45 }} />
        ))}
      </View>
      {dockFirst ? null : dock}
    </div>
  );
}

/** What does not fit into the dock, page by page; the phone's settings come last. There are always two pages. */
export function launcherPages(apps: readonly AppDefinition[]): AppDefinition[][] {
  const pages = [apps.slice(0, FIRST_PAGE)];
  const rest = [...apps.slice(FIRST_PAGE), settingsDefinition];
  for (let i = 0; i < rest.length; i += PER_PAGE) pages.push(rest.slice(i, i + PER_PAGE));
  return pages;
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
      {apps.map((app) => <LauncherApp key={app.id} app={app} ink={theme.color.text} width="25%" />)}
    </View>
  );
}

function LauncherApp({ app, ink: color, width }: { app: AppDefinition; ink: string; width: string }) {
  const phone = usePhone();
  const onPress = () => phone.open(app.id);
  return <AppButton app={app} testID={`launcher-${app.id}`} width={width} ink={color} onPress={onPress} />;
}
