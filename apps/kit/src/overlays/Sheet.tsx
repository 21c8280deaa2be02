import { useContext, type ReactNode } from "react";
import { View } from "react-native";

import type { MenuItem } from "../components/action";
import { Button, type ButtonKind } from "../components/Button";
import { GutterContext } from "../components/gutter";
import { Icon } from "../components/Icon";
import { ScrollArea } from "../components/ScrollArea";
import { Text } from "../components/Text";
import { Touchable } from "../components/Touchable";
import { useSavedScroll } from "../components/useSavedScroll";
import { useTheme } from "../theme/ThemeProvider";
import { SheetScrollKey, useDismiss } from "./portal";
import { Scrim } from "./Scrim";

export interface DialogAction {
  testID: string;
  label: string;
  onPress: () => void;
  kind?: ButtonKind;
  disabled?: boolean;
}

export interface SheetProps {
  title: string;
  children?: ReactNode;
  actions?: readonly DialogAction[];
}

/** A panel that covers the lower part of the app. */
export function Sheet({ title, children, actions = [] }: SheetProps) {
  const theme = useTheme();
  const scroll = useSavedScroll(useContext(SheetScrollKey));
  return (
    <Scrim place="bottom">
      <View
        role="dialog"
        aria-label={title}
        style={{
          maxHeight: "88%", backgroundColor: theme.color.surface, paddingTop: theme.space(2),
          borderTopLeftRadius: theme.radius.large, borderTopRightRadius: theme.radius.large,
          borderTopWidth: theme.contrast === "high" ? 2 : 0, borderColor: theme.color.border,
        }}
      >
        <View style={{ alignSelf: "center", width: 32, height: 4, borderRadius: theme.radius.pill, backgroundColor: theme.color.border }} />
        <View style={{ paddingHorizontal: theme.space(5), paddingTop: theme.space(3), paddingBottom: theme.space(2) }}>
          <Text role="heading" lines={2}>{title}</Text>
        </View>
        <ScrollArea {...scroll} style={{ flexShrink: 1, flexGrow: 0, flexBasis: "auto" }} contentStyle={{ paddingBottom: theme.space(3) }}>
          <GutterContext value={5}>{children}</GutterContext>
        </ScrollArea>
        {actions.length > 0 ? (
          <View style={{ flexDirection: "row", justifyContent: "flex-end", flexWrap: "wrap", gap: theme.space(2), padding: theme.space(4), paddingTop: theme.space(2) }}>
            {actions.map((action) => <Button key={action.testID} {...action} />)}
          </View>
        ) : null}
      </View>
    </Scrim>
  );
}

/** A list of actions; choosing one closes the menu first. */
export function MenuSheet({ title, items }: { title?: string; items: readonly MenuItem[] }) {
  const theme = useTheme();
  const dismiss = useDismiss();
  return (
    <Sheet title={title ?? "Options"}>
      {items.map((item) => (
        <Touchable
          key={item.testID}
          testID={item.testID}
          role="menuitem"
          label={item.label}
          disabled={item.disabled}
          {...(item.selected === undefined ? {} : { selected: item.selected })}
          onPress={() => {
            dismiss();
            item.onPress();
          }}
          style={{ flexDirection: "row", alignItems: "center", gap: theme.space(4), minHeight: Math.round(52 * theme.density), paddingHorizontal: theme.space(5) }}
        >
          {item.icon ? <Icon path={item.icon} tone={item.danger ? "danger" : item.selected ? "accent" : "muted"} /> : null}
          <Text tone={item.disabled ? "muted" : item.danger ? "danger" : "normal"} lines={1}>{item.label}</Text>
        </Touchable>
      ))}
    </Sheet>
  );
}
