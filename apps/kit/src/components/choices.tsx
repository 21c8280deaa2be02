import { mdiCheck, mdiChevronDown, mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import { View } from "react-native";

import { useFieldSheet } from "../navigation/hooks";
import { FieldSheet } from "../overlays/FieldSheet";
import { useDismiss } from "../overlays/portal";
import { Sheet } from "../overlays/Sheet";
import { useTheme } from "../theme/ThemeProvider";
import { FieldFrame, fieldBox } from "./FieldFrame";
import { useGutter } from "./gutter";
import { Icon } from "./Icon";
import { Text } from "./Text";
import { ToggleRow } from "./toggles";
import { Touchable } from "./Touchable";

export interface Option<T> {
  value: T;
  label: string;
  description?: string;
}

export interface ChoiceProps<T> {
  testID: string;
  label?: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** All options below each other; items are `<testID>-<value>`. */
export function RadioGroup<T extends string | number>({ testID, label, options, value, onChange, disabled }: ChoiceProps<T>) {
  const theme = useTheme();
  const gutter = useGutter();
  return (
    <View role="radiogroup" testID={testID} {...(label ? { "aria-label": label } : {})}>
      {label ? (
        <View style={{ paddingHorizontal: gutter, paddingTop: theme.space(2) }}><Text role="label" tone="muted">{label}</Text></View>
      ) : null}
      {options.map((option) => {
        const on = option.value === value;
        return (
          <ToggleRow
            key={option.value}
            testID={`${testID}-${option.value}`}
            role="radio"
            label={option.label}
            description={option.description}
            disabled={disabled}
            value={on}
            onChange={() => onChange(option.value)}
            side={theme.rowActions === "trailing" ? "start" : "end"}
            mark={<Icon path={on ? mdiRadioboxMarked : mdiRadioboxBlank} tone={on && !disabled ? "accent" : "muted"} />}
          />
        );
      })}
    </View>
  );
}

/** A field that opens a sheet of options; items are `<testID>-<value>`. */
export function Select<T extends string | number>({ testID, label, options, value, onChange, disabled, error, hint }: ChoiceProps<T> & { error?: string; hint?: string }) {
  const theme = useTheme();
  const sheet = useFieldSheet(testID);
  const chosen = options.find((option) => option.value === value);
  const name = label ?? "Choose";
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      <Touchable testID={testID} label={name} onPress={sheet.show} disabled={disabled} style={fieldBox(theme, { disabled, error: Boolean(error) })}>
        <View style={{ flex: 1, minWidth: 0 }}><Text lines={1} tone={chosen ? "normal" : "muted"}>{chosen?.label ?? "Choose"}</Text></View>
        <Icon path={mdiChevronDown} tone="muted" />
      </Touchable>
      <FieldSheet id={testID}>
        <OptionSheet title={name} testID={testID} options={options} value={value} onChange={onChange} />
      </FieldSheet>
    </FieldFrame>
  );
}

function OptionSheet<T extends string | number>({ title, ...choice }: ChoiceProps<T> & { title: string }) {
  const dismiss = useDismiss();
  return (
    <Sheet title={title}>
      <RadioGroup
        {...choice}
        testID={choice.testID}
        onChange={(value) => {
          dismiss();
          choice.onChange(value);
        }}
      />
    </Sheet>
  );
}

/** A few options side by side in one bar. */
export function Segments<T extends string | number>({ testID, options, value, onChange, disabled }: ChoiceProps<T>) {
  const theme = useTheme();
  return (
    <View style={{ paddingHorizontal: useGutter(), paddingVertical: theme.space(2) }}>
      <View
        role="tablist"
        testID={testID}
        style={{ flexDirection: "row", padding: 3, gap: 3, borderRadius: theme.radius.medium, backgroundColor: theme.color.surfaceAlt, borderWidth: theme.contrast === "high" ? 1 : 0, borderColor: theme.color.border }}
      >
        {options.map((option) => {
          const on = option.value === value;
          return (
            <Touchable
              key={option.value}
              testID={`${testID}-${option.value}`}
              role="tab"
              label={option.label}
              selected={on}
              disabled={disabled}
              onPress={() => onChange(option.value)}
              style={{
                flex: 1, minWidth: 0, minHeight: 40, paddingHorizontal: theme.space(1), alignItems: "center", justifyContent: "center",
                borderRadius: Math.max(0, theme.radius.medium - 3), backgroundColor: on ? theme.color.accent : "transparent",
              }}
            >
              <Text role="label" lines={1} color={on ? theme.on(theme.color.accent) : theme.color.text}>{option.label}</Text>
            </Touchable>
          );
        })}
      </View>
    </View>
  );
}

export type ChipsProps<T> =
  | (Omit<ChoiceProps<T>, "label"> & { multiple?: false })
  | (Omit<ChoiceProps<T>, "label" | "value" | "onChange"> & { multiple: true; value: readonly T[]; onChange: (value: T[]) => void });

/** Options as capsules that wrap; one or several may be on. */
export function Chips<T extends string | number>(props: ChipsProps<T>) {
  const theme = useTheme();
  const { testID, options, disabled } = props;
  const isOn = (value: T) => (props.multiple ? props.value.includes(value) : props.value === value);
  const press = (value: T) => {
    if (!props.multiple) props.onChange(value);
    else props.onChange(isOn(value) ? props.value.filter((other) => other !== value) : [...props.value, value]);
  };
  return (
    <View testID={testID} style={{ flexDirection: "row", flexWrap: "wrap", gap: theme.space(2), paddingHorizontal: useGutter(), paddingVertical: theme.space(2) }}>
      {options.map((option) => {
        const on = isOn(option.value);
        return (
          <Touchable
            key={option.value}
            testID={`${testID}-${option.value}`}
            role={props.multiple ? "checkbox" : "radio"}
            label={option.label}
            checked={on}
            disabled={disabled}
            onPress={() => press(option.value)}
            style={{
              flexDirection: "row", alignItems: "center", gap: 4, minHeight: 36, paddingHorizontal: theme.space(3.5), borderRadius: theme.radius.pill,
              borderWidth: 1, borderColor: on ? theme.color.accent : theme.color.border, backgroundColor: on ? theme.color.accentMuted : "transparent",
            }}
          >
            {on && theme.icons === "filled" ? <Icon path={mdiCheck} size="small" tone="normal" /> : null}
            <Text role="label" lines={1} tone={disabled ? "muted" : "normal"}>{option.label}</Text>
          </Touchable>
        );
      })}
    </View>
  );
}
