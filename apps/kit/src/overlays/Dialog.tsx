import type { ReactNode } from "react";
import { View } from "react-native";

import { Button } from "../components/Button";
import { GutterContext } from "../components/gutter";
import { Text } from "../components/Text";
import { useTheme } from "../theme/ThemeProvider";
import { useDismiss } from "./portal";
import { Scrim } from "./Scrim";
import type { DialogAction } from "./Sheet";

export interface DialogProps {
  title: string;
  message?: string;
  children?: ReactNode;
  actions: readonly DialogAction[];
}

/** A question in the middle of the app. Its actions do not close it by themselves. */
export function Dialog({ title, message, children, actions }: DialogProps) {
  const theme = useTheme();
  return (
    <Scrim place="center">
      <View
        role="alertdialog"
        aria-label={title}
        style={{
          marginHorizontal: theme.space(7), padding: theme.space(5), paddingBottom: theme.space(3), gap: theme.space(3), maxHeight: "86%",
          backgroundColor: theme.color.surface, borderRadius: theme.radius.large,
          borderWidth: theme.contrast === "high" || theme.dark ? 1 : 0, borderColor: theme.color.border,
        }}
      >
        <Text role="title">{title}</Text>
        {message ? <Text tone="muted">{message}</Text> : null}
        <GutterContext value={0}>{children}</GutterContext>
        <View style={{ flexDirection: "row", flexWrap: "wrap", justifyContent: "flex-end", gap: theme.space(2), paddingTop: theme.space(1) }}>
          {actions.map((action, index) => (
            <Button key={action.testID} kind={index === actions.length - 1 ? "primary" : "text"} {...action} />
          ))}
        </View>
      </View>
    </Scrim>
  );
}

export interface ConfirmProps {
  title: string;
  message?: string;
  children?: ReactNode;
  /** What the confirming button says. */
  confirmLabel: string;
  cancelLabel?: string;
  /** For what cannot be undone. */
  danger?: boolean;
  onConfirm: () => void;
  onCancel?: () => void;
}

/** Cancel (`cancel`) or go on (`confirm`); both close the dialog first. */
export function Confirm({ title, message, children, confirmLabel, cancelLabel = "Cancel", danger = false, onConfirm, onCancel }: ConfirmProps) {
  const dismiss = useDismiss();
  const close = (then?: () => void) => () => {
    dismiss();
    then?.();
  };
  return (
    <Dialog
      title={title}
      {...(message === undefined ? {} : { message })}
      actions={[
        { testID: "cancel", label: cancelLabel, kind: "text", onPress: close(onCancel) },
        { testID: "confirm", label: confirmLabel, kind: danger ? "danger" : "primary", onPress: close(onConfirm) },
      ]}
    >
      {children}
    </Dialog>
  );
}
