import { useState } from "react";
import { TextInput, View, type InputModeOptions, type KeyboardTypeOptions, type TextStyle } from "react-native";

import { useTheme } from "../theme/ThemeProvider";
import { FieldFrame, fieldBox } from "./FieldFrame";
import { Text } from "./Text";

export type FieldKind = "text" | "email" | "url" | "number" | "money" | "phone" | "search" | "pin" | "multiline";

export interface TextFieldProps {
  testID: string;
  label: string;
  value: string;
  onChangeText: (text: string) => void;
  kind?: FieldKind;
  placeholder?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  onSubmit?: (() => void) | undefined;
  /** In front of the text: a currency, "@". */
  prefix?: string | undefined;
  disabled?: boolean | undefined;
  maxLength?: number | undefined;
  /** Which letters the soft keyboard makes capitals by itself: as React Native has it, for texts those that begin a sentence. */
  autoCapitalize?: "sentences" | "words" | "none" | undefined;
  /** Least number of lines of a multiline field. */
  lines?: number;
}

const KEYBOARDS: Record<FieldKind, { keyboardType: KeyboardTypeOptions; inputMode: InputModeOptions }> = {
  text: { keyboardType: "default", inputMode: "text" },
  multiline: { keyboardType: "default", inputMode: "text" },
  search: { keyboardType: "default", inputMode: "search" },
  email: { keyboardType: "email-address", inputMode: "email" },
  url: { keyboardType: "url", inputMode: "url" },
  number: { keyboardType: "number-pad", inputMode: "numeric" },
  pin: { keyboardType: "number-pad", inputMode: "numeric" },
  money: { keyboardType: "decimal-pad", inputMode: "decimal" },
  phone: { keyboardType: "phone-pad", inputMode: "tel" },
};

/** Kinds of fields that hold sentences; a search, an address or a number has no capitals of its own. */
const SENTENCES: ReadonlySet<FieldKind> = new Set(["text", "multiline"]);

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  const theme = useTheme();
  const [focused, setFocused] = useState(false);
  const multiline = input.kind === "multiline";
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      <View style={[fieldBox(theme, { focused, error: Boolean(error), disabled: input.disabled }), multiline ? { alignItems: "flex-start", paddingVertical: theme.space(2) } : null]}>
        {input.prefix ? <Text tone="muted" role={input.kind === "money" ? "heading" : "body"}>{input.prefix}</Text> : null}
        <Input {...input} label={label} onFocusChange={setFocused} />
      </View>
    </FieldFrame>
  );
}

interface InputProps extends Omit<TextFieldProps, "error" | "hint" | "prefix"> {
  onFocusChange?: (focused: boolean) => void;
}

/** The bare text input, without a frame. */
export function Input({ testID, label, value, onChangeText, kind = "text", placeholder, onSubmit, disabled, maxLength, autoCapitalize, lines = 4, onFocusChange }: InputProps) {
  const theme = useTheme();
  const multiline = kind === "multiline";
  const style: TextStyle = {
    flex: 1,
    minWidth: 0,
    ...(kind === "money" ? theme.type.heading : theme.type.body),
    fontFamily: theme.fontFamily,
    color: theme.color.text,
    paddingVertical: multiline ? 0 : theme.space(2),
    ...(kind === "pin" ? { letterSpacing: 6 } : {}),
    ...(multiline ? { minHeight: theme.type.body.lineHeight * lines, textAlignVertical: "top" } : {}),
  };
  return (
    <TextInput
      testID={testID}
      aria-label={label}
      value={value}
      onChangeText={onChangeText}
      style={style}
      placeholder={placeholder}
      placeholderTextColor={theme.color.textMuted}
      editable={!disabled}
      maxLength={maxLength}
      multiline={multiline}
      secureTextEntry={kind === "pin"}
      autoCapitalize={autoCapitalize ?? (SENTENCES.has(kind) ? "sentences" : "none")}
      autoCorrect={false}
      autoComplete="off"
      spellCheck={false}
      underlineColorAndroid="transparent"
      inputMode={KEYBOARDS[kind].inputMode}
      keyboardType={KEYBOARDS[kind].keyboardType}
      returnKeyType={kind === "search" ? "search" : "done"}
      onSubmitEditing={onSubmit && !multiline ? () => onSubmit() : undefined}
      onFocus={() => onFocusChange?.(true)}
      onBlur={() => onFocusChange?.(false)}
    />
  );
}
