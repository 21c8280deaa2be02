import { TOUCH_TARGET } from "../theme/tokens";
import { useTheme } from "../theme/ThemeProvider";
import { Icon } from "./Icon";
import type { Tone } from "./Text";
import { Touchable } from "./Touchable";

export interface IconButtonProps {
  testID: string;
  icon: string;
  label: string;
  onPress: () => void;
  selected?: boolean;
  disabled?: boolean;
  tone?: Tone;
}

export function IconButton({ testID, icon, label, onPress, selected, disabled, tone = "normal" }: IconButtonProps) {
  const theme = useTheme();
  const side = Math.round(TOUCH_TARGET * Math.min(1, theme.density));
  return (
    <Touchable
      testID={testID}
      label={label}
      onPress={onPress}
      disabled={disabled}
      {...(selected === undefined ? {} : { selected })}
      style={{ width: side, height: side, alignItems: "center", justifyContent: "center", borderRadius: theme.radius.pill }}
    >
      <Icon path={icon} tone={selected ? "accent" : disabled ? "muted" : tone} />
    </Touchable>
  );
}
