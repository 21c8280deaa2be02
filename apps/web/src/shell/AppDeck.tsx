import { mdiLayersOffOutline } from "@mdi/js";
import { AppRoot, Button, Icon, Text, Touchable, useTheme } from "@tapworld/kit";
import { useRef, type CSSProperties } from "react";
import { View } from "react-native";

import type { RunningApp } from "../phone/installedApp";
import { runningApp, type PhoneView } from "../phone/phone";
import { AppIcon } from "./AppIcon";
import { BUTTON_BAR, CARD_SCALE, GESTURE_BAR, STATUS_BAR } from "./metrics";
import { usePhone } from "./PhoneContext";
import { useSwipe } from "./swipes";

/** The running apps. One of them fills the screen, or all of them lie side by side as the cards of recents.
 *
 * Cards are the apps themselves, drawn smaller: nothing is mounted again when recents opens or an app comes back.
 */
export function AppDeck({ view, onError }: { view: PhoneView; onError: (error: Error) => void }) {
  const { screen, recents } = view;
  const cards = screen === "recents";
  const shown = useRef(new Set<string>());
  const running = runningApp(view, screen) !== undefined;
  if (running) shown.current.add(screen);
  // Mount in the order of first use, so that React keeps the nodes; the cards' order is CSS.
  if (cards) for (const id of recents) shown.current.add(id);
  const mounted = [...shown.current].filter((id) => recents.includes(id));
  const hidden = !cards && !running;
  return (
    <div style={hidden ? { display: "none" } : cards ? CARDS : FILL} {...(cards ? { "data-testid": "recents" } : {})}>
      <div style={cards ? ROW : FILL} {...(cards ? { "data-scroll": "x" } : {})}>
        {mounted.map((id) => (
          <Slot key={id} app={runningApp(view, id)!} view={view} mode={cards ? "card" : id === screen ? "front" : "hidden"} order={recents.indexOf(id)} onError={onError} />
        ))}
        {cards && recents.length === 0 ? <NoRecents /> : null}
      </div>
      {cards && recents.length > 0 ? <ClearAll /> : null}
    </div>
  );
}

const FILL: CSSProperties = { position: "absolute", inset: 0, display: "flex" };
const CARDS: CSSProperties = { position: "absolute", inset: 0, display: "flex", flexDirection: "column", justifyContent: "center" };
// Room above and below, so that the cards' shadows are not cut.
const ROW: CSSProperties = { display: "flex", overflowX: "auto", overflowY: "hidden", gap: 18, padding: "8px 17% 24px", scrollSnapType: "x mandatory", overscrollBehavior: "none" };

interface SlotProps {
  app: RunningApp;
  view: PhoneView;
  mode: "front" | "card" | "hidden";
  order: number;
  onError: (error: Error) => void;
}

function Slot({ app, view, mode, order, onError }: SlotProps) {
  const { theme, session } = view;
  const phone = usePhone();
  const card = mode === "card";
  const swipe = useSwipe((direction) => {
    if (direction === "up") phone.close(app.definition.id);
  });
  const { id, title } = app.definition;
  const runtime = app.runtime();
  const screen = card ? { width: window.innerWidth, height: window.innerHeight } : { width: 0, height: 0 };
  const { width } = screen;
  const height = screen.height - STATUS_BAR - (theme.navigation === "buttons" ? BUTTON_BAR : GESTURE_BAR);
  const outer: CSSProperties = card
    ? { order, flex: "0 0 auto", width: width * CARD_SCALE, scrollSnapAlign: "center", position: "relative" }
    : mode === "front" ? FILL : { display: "none" };
  const frame: CSSProperties = card
    ? { width: width * CARD_SCALE, height: height * CARD_SCALE, overflow: "hidden", borderRadius: theme.radius.large, pointerEvents: "none", boxShadow: "0 4px 18px rgba(0,0,0,0.28)", outline: theme.dark || theme.contrast === "high" ? `1px solid ${theme.color.border}` : "none", position: "relative" }
    : FILL;
  const content: CSSProperties = card
    ? { width, height, transform: `scale(${CARD_SCALE})`, transformOrigin: "0 0", display: "flex", flexDirection: "column" }
    : { ...FILL, flexDirection: "column" };
  return (
    <div style={outer}>
      {card ? (
        <div style={{ display: "flex", alignItems: "center", gap: 10, padding: "0 4px 12px" }}>
          <AppIcon app={app.definition} size={28} />
          <Text role="heading" lines={1}>{title}</Text>
        </div>
      ) : null}
      <div style={frame}>
        <div style={content} data-package={id} {...(card ? { "data-still": "" } : {})}>
          <AppRoot
            runtime={runtime}
            theme={theme}
            session={session}
            onError={(error) => {
              onError(error);
              phone.fail(id);
            }}
          />
        </div>
      </div>
      {card ? (
        <div {...swipe} style={{ position: "absolute", inset: 0, display: "flex" }}>
          <Touchable testID={`recent-${id}`} label={title} onPress={() => phone.open(id)} style={{ flex: 1 }} />
        </div>
      ) : null}
    </div>
  );
}

function ClearAll() {
  const phone = usePhone();
  return (
    <View style={{ alignItems: "center" }}>
      <View><Button testID="recents-clear" label="Clear all" kind="secondary" onPress={phone.clearRecents} /></View>
    </View>
  );
}

function NoRecents() {
  const theme = useTheme();
  return (
    <View style={{ flex: 1, alignItems: "center", gap: theme.space(3) }}>
      <Icon path={mdiLayersOffOutline} size="large" tone="muted" />
      <Text tone="muted">No recent apps</Text>
    </View>
  );
}
