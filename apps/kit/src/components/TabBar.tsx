import { View } from "react-native";

import { useRuntime } from "../app/AppContext";
import type { Tab } from "../app/defineApp";
import { useNavigation } from "../navigation/hooks";
import { useScope } from "../navigation/scope";
import { useTheme } from "../theme/ThemeProvider";
import { Badge } from "./marks";
import { Icon } from "./Icon";
import { Text } from "./Text";
import { Touchable } from "./Touchable";

/** The app's tabs, at the bottom with icons or at the top as a strip, as the theme has it. */
export function TabBar() {
  const theme = useTheme();
  const { app } = useRuntime();
  const { store } = useScope();
  const current = store.get().stack[0]!.route;
  const bottom = theme.tabBar === "bottom";
  return (
    <View
      role="tablist"
      {...({ dataSet: { bar: "tabs" } } as object)}
      style={{
        flexDirection: "row",
        backgroundColor: bottom ? theme.color.surface : theme.color.background,
        borderColor: theme.color.border,
        ...(bottom ? { borderTopWidth: 1 } : { borderBottomWidth: 1 }),
      }}
    >
      {app.tabs.map((tab) => (
        <TabItem key={tab.route} tab={tab} selected={tab.route === current} bottom={bottom} />
      ))}
    </View>
  );
}

const noBadge = () => 0;

function TabItem({ tab, selected, bottom }: { tab: Tab; selected: boolean; bottom: boolean }) {
  const theme = useTheme();
  const navigation = useNavigation();
  const useBadge = tab.badge ?? noBadge;
  const count = useBadge();
  const icon = theme.icons === "outline" && tab.outline ? tab.outline : tab.icon;
  const tone = selected ? "accent" : "muted";
  const height = bottom ? Math.round(64 * theme.density) : Math.max(44, Math.round(48 * theme.density));
  return (
    <Touchable
      testID={`tab-${tab.route}`}
      role="tab"
      label={tab.title}
      selected={selected}
      onPress={() => navigation.tab(tab.route)}
      style={{
        // A strip gives each title the room it needs; with icons all tabs are equally wide.
        flexGrow: 1, flexShrink: 1, flexBasis: bottom ? 0 : "auto", minWidth: 0, minHeight: height, alignItems: "center", justifyContent: "center", paddingHorizontal: bottom ? 2 : 6,
        gap: bottom ? 2 : 4, flexDirection: bottom ? "column" : "row",
        ...(bottom ? {} : { borderBottomWidth: 3, borderBottomColor: selected ? theme.color.accent : "transparent" }),
      }}
    >
      {bottom ? (
        <View
          style={{
            paddingHorizontal: theme.space(4.5), paddingVertical: 3, borderRadius: theme.radius.pill,
            backgroundColor: selected ? theme.color.accentMuted : "transparent",
          }}
        >
          <Icon path={icon} tone={selected ? "accent" : "muted"} size={22} />
          {count > 0 ? <View style={{ position: "absolute", top: -4, left: "50%", marginLeft: 6 }}><Badge count={count} /></View> : null}
        </View>
      ) : null}
      <Text role={bottom ? "caption" : "label"} weight="medium" lines={1} tone={tone}>{tab.title}</Text>
      {!bottom && count > 0 ? <Badge count={count} /> : null}
    </Touchable>
  );
}
