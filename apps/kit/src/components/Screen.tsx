import { mdiArrowLeft, mdiChevronLeft, mdiDotsVertical } from "@mdi/js";
import { useState, type ReactNode } from "react";
import { View } from "react-native";

import { useRuntime } from "../app/AppContext";
import { useFieldSheet } from "../navigation/hooks";
import { useScope } from "../navigation/scope";
import { FieldSheet } from "../overlays/FieldSheet";
import { MenuSheet } from "../overlays/Sheet";
import { ToastHost } from "../overlays/ToastHost";
import { useTheme } from "../theme/ThemeProvider";
import type { Action } from "./action";
import { Button } from "./Button";
import { Fab, FAB_SPACE, type FabProps } from "./Fab";
import { IconButton } from "./IconButton";
import { ScrollArea } from "./ScrollArea";
import { BottomRoomContext, createScrollHost, ScrollHostContext } from "./scrollHost";
import { TabBar } from "./TabBar";
import { Text } from "./Text";
import { useSavedScroll } from "./useSavedScroll";

export interface ScreenProps {
  title: string;
  subtitle?: string | undefined;
  /** Icon buttons; beyond three they go into an overflow menu. */
  actions?: readonly Action[] | undefined;
  /** Instead of the back arrow: an action, drawn as an icon button, or anything. */
  leading?: Action | ReactNode;
  /** Whether the content scrolls as a whole (default); false for screens that hold a List. */
  scroll?: boolean;
  /** A finger pulled the content down from its beginning; for screens that scroll as a whole. */
  refresh?: () => void;
  footer?: ReactNode;
  fab?: FabProps | undefined;
  /** Below the title, above the scrolling content: a search field, chips. */
  header?: ReactNode;
  /** Whether the tab bar shows; by default on the first screen of a tab. */
  tabs?: boolean;
  children?: ReactNode;
}

const SHOWN_ACTIONS = 3;

export function Screen({ title, subtitle, actions = [], leading, scroll = true, refresh, footer, fab, header, tabs, children }: ScreenProps) {
  const theme = useTheme();
  const { app } = useRuntime();
  const { store, entryKey } = useScope();
  const index = store.keys().indexOf(entryKey);
  const showTabs = tabs ?? (index === 0 && app.tabs.length > 1);
  const floating = fab && theme.fab !== "inline";
  return (
    <View style={{ flex: 1, backgroundColor: theme.color.background }}>
      <Header title={title} subtitle={subtitle} actions={actions} leading={leading} deep={index > 0} />
      {showTabs && theme.tabBar === "top" ? <TabBar /> : null}
      {header}
      {fab && !floating ? (
        <View style={{ paddingHorizontal: theme.space(4), paddingVertical: theme.space(2) }}>
          <Button testID={fab.testID} label={fab.label} icon={fab.icon} onPress={fab.onPress} wide />
        </View>
      ) : null}
      <View style={{ flex: 1, minHeight: 0 }}>
        {scroll ? <ScrollingBody bottom={floating ? FAB_SPACE : 0} refresh={refresh}>{children}</ScrollingBody> : (
          <BottomRoomContext value={floating ? FAB_SPACE : 0}>
            <View style={{ flex: 1, minHeight: 0 }}>{children}</View>
          </BottomRoomContext>
        )}
        {floating ? <Fab {...fab} /> : null}
        <ToastHost lift={floating ? FAB_SPACE : 0} />
      </View>
      {footer ? (
        <View
          {...({ dataSet: { bar: "footer" } } as object)}
          style={{
            paddingHorizontal: theme.space(4), paddingVertical: theme.space(3), backgroundColor: theme.color.surface,
            borderTopWidth: 1, borderTopColor: theme.color.border,
          }}
        >
          {footer}
        </View>
      ) : null}
      {showTabs && theme.tabBar === "bottom" ? <TabBar /> : null}
    </View>
  );
}

function ScrollingBody({ bottom, refresh, children }: { bottom: number; refresh: (() => void) | undefined; children: ReactNode }) {
  const theme = useTheme();
  const scroll = useSavedScroll("scroll");
  const [host] = useState(createScrollHost);
  return (
    <ScrollArea {...scroll} onNearEnd={host.nearEnd} {...(refresh ? { onPull: refresh } : {})} contentStyle={{ paddingBottom: theme.space(6) + bottom }}>
      <ScrollHostContext value={host}>{children}</ScrollHostContext>
    </ScrollArea>
  );
}

interface HeaderProps {
  title: string;
  subtitle: string | undefined;
  actions: readonly Action[];
  leading: Action | ReactNode;
  deep: boolean;
}

function Header({ title, subtitle, actions, leading, deep }: HeaderProps) {
  const theme = useTheme();
  const { store } = useScope();
  const large = theme.header === "large";
  const centered = theme.header === "center";
  const overflow = actions.length > SHOWN_ACTIONS;
  const shown = overflow ? actions.slice(0, SHOWN_ACTIONS - 1) : actions;
  const own = isAction(leading) ? <IconButton {...leading} /> : leading;
  const start = own ?? (deep ? (
    <IconButton testID="nav-back" icon={theme.icons === "filled" ? mdiArrowLeft : mdiChevronLeft} label="Back" onPress={store.up} />
  ) : null);
  const texts = (
    <>
      <Text role="title" lines={large ? 2 : 1} align={centered ? "center" : "left"}>{title}</Text>
      {subtitle ? <Text role="caption" tone="muted" lines={1} align={centered ? "center" : "left"}>{subtitle}</Text> : null}
    </>
  );
  return (
    <View role="banner" style={{ backgroundColor: theme.color.background }}>
      <View style={{ flexDirection: "row", alignItems: "center", minHeight: Math.round(60 * theme.density), paddingHorizontal: theme.space(1) }}>
        {centered ? <View style={{ minWidth: 48 * Math.max(1, shown.length + (overflow ? 1 : 0)) }}>{start}</View> : start}
        <View style={{ flex: 1, minWidth: 0, paddingLeft: centered ? 0 : theme.space(start ? 1 : 3) }}>{large ? null : texts}</View>
        <View style={{ flexDirection: "row", justifyContent: "flex-end", ...(centered ? { minWidth: 48 } : {}) }}>
          {shown.map((action) => <IconButton key={action.testID} {...action} />)}
          {overflow ? <Overflow actions={actions.slice(SHOWN_ACTIONS - 1)} /> : null}
        </View>
      </View>
      {large ? <View style={{ paddingHorizontal: theme.space(4), paddingBottom: theme.space(2) }}>{texts}</View> : null}
    </View>
  );
}

function isAction(value: Action | ReactNode): value is Action {
  return typeof value === "object" && value !== null && "testID" in value && "onPress" in value;
}

function Overflow({ actions }: { actions: readonly Action[] }) {
  const sheet = useFieldSheet("more");
  return (
    <>
      <IconButton testID="more" icon={mdiDotsVertical} label="More options" onPress={sheet.show} />
      <FieldSheet id="more"><MenuSheet items={actions} /></FieldSheet>
    </>
  );
}

