import type { ReactNode, Ref } from "react";
import { Pressable, type StyleProp, type View, type ViewStyle } from "react-native";

import { LONG_PRESS_MS } from "../theme/tokens";

export type TouchRole = "button" | "tab" | "switch" | "checkbox" | "radio" | "menuitem" | "link" | "row" | "none";

export interface TouchableProps {
  testID: string;
  /** Spoken name; needed where no text is drawn inside. */
  label?: string | undefined;
  role?: TouchRole;
  onPress?: (() => void) | undefined;
  onLongPress?: (() => void) | undefined;
  disabled?: boolean | undefined;
  checked?: boolean | undefined;
  selected?: boolean | undefined;
  style?: StyleProp<ViewStyle>;
  children?: ReactNode;
  ref?: Ref<View>;
}

/** Anything that reacts to a finger. Rows and cards are plain containers for the browser, since a `button` may hold no button. */
export function Touchable({ role = "button", label, onPress, onLongPress, disabled, checked, selected, ...rest }: TouchableProps) {
  const plain = role === "row" || role === "none";
  return (
    <Pressable
      {...rest}
      {...(plain ? {} : { role: role, accessibilityRole: role })}
      {...({ dataSet: { press: disabled ? "off" : "on", role } } as object)}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(checked === undefined ? {} : { "aria-checked": checked })}
      {...(selected === undefined ? {} : { "aria-selected": selected })}
      aria-disabled={disabled ?? false}
      disabled={disabled ?? false}
      delayLongPress={LONG_PRESS_MS}
      onPress={onPress ? () => onPress() : null}
      onLongPress={onLongPress ? () => onLongPress() : null}
    />
  );
}
