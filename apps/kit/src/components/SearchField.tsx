import { mdiClose, mdiMagnify } from "@mdi/js";
import { View } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { useGutter } from "./gutter";
import { KeepFocus } from "./KeepFocus";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import { Input } from "./TextField";

export interface SearchFieldProps {
  testID: string;
  value: string;
  onChangeText: (text: string) => void;
  onSubmit?: () => void;
  placeholder?: string;
}

export function SearchField({ testID, value, onChangeText, onSubmit, placeholder = "Search" }: SearchFieldProps) {
  const theme = useTheme();
  return (
    <View style={{ paddingHorizontal: useGutter(), paddingVertical: theme.space(2) }}>
      <View
        style={{
          flexDirection: "row", alignItems: "center", gap: theme.space(2), minHeight: 48, paddingLeft: theme.space(3.5), paddingRight: theme.space(1),
          borderRadius: theme.radius.pill, backgroundColor: theme.color.surfaceAlt,
          borderWidth: theme.contrast === "high" ? 1 : 0, borderColor: theme.color.text,
        }}
      >
        <Icon path={mdiMagnify} tone="muted" />
        <Input testID={testID} label={placeholder} placeholder={placeholder} kind="search" value={value} onChangeText={onChangeText} {...(onSubmit ? { onSubmit } : {})} />
        {value ? <KeepFocus><IconButton testID={`${testID}-clear`} icon={mdiClose} label="Clear search" tone="muted" onPress={() => onChangeText("")} /></KeepFocus> : <View style={{ width: theme.space(2) }} />}
      </View>
    </View>
  );
}
