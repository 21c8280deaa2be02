import { SearchField, Text, useTheme, type AppDefinition } from "@tapworld/kit";
import { useState } from "react";
import { View } from "react-native";

import { settingsDefinition } from "../settings/settingsApp";
import { AppButton } from "./AppButton";
import { usePhone } from "./PhoneContext";
import { useSwipe } from "./swipes";

/** Every app by name, with a search. */
export function Drawer({ apps }: { apps: readonly AppDefinition[] }) {
  const theme = useTheme();
  const phone = usePhone();
  const [query, setQuery] = useState("");
  const swipe = useSwipe((direction) => {
    if (direction === "down") phone.showPanel(null);
  });
  const wanted = query.trim().toLowerCase();
  const found = [...apps, settingsDefinition]
    .filter((app) => app.title.toLowerCase().includes(wanted))
    .sort((a, b) => a.title.localeCompare(b.title, "en"));
  return (
    <div data-testid="drawer" style={{ position: "absolute", inset: 0, display: "flex", flexDirection: "column", backgroundColor: theme.color.background }}>
      <div {...swipe} style={{ display: "flex", flexDirection: "column" }}>
        <View style={{ alignItems: "center", paddingTop: 8 }}>
          <View style={{ width: 36, height: 4, borderRadius: 2, backgroundColor: theme.color.border }} />
        </View>
        <SearchField testID="drawer-search" placeholder="Search apps" value={query} onChangeText={setQuery} {...(found[0] ? { onSubmit: () => phone.open(found[0]!.id) } : {})} />
      </div>
      <div data-scroll="y" style={{ flex: 1, minHeight: 0, overflowY: "auto", overflowX: "hidden", overscrollBehavior: "none", padding: "8px 12px" }}>
        {found.length === 0 ? (
          <View style={{ padding: 24 }} testID="drawer-empty"><Text align="center" tone="muted">{`No app is called “${query.trim()}”`}</Text></View>
        ) : (
          <View style={{ flexDirection: "row", flexWrap: "wrap", rowGap: 18 }}>
            {found.map((app) => (
              <AppButton key={app.id} app={app} testID={`drawer-${app.id}`} width="25%" ink={theme.color.text} onPress={() => phone.open(app.id)} />
            ))}
          </View>
        )}
      </div>
    </div>
  );
}
