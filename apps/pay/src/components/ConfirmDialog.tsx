import { Dialog, useDialogs } from "@tapworld/kit";

interface Props {
  title: string;
  message: string;
  label: string;
  onConfirm: () => void;
  danger?: boolean;
}

/** A question with `cancel` and `confirm`; confirming closes it first. */
export function ConfirmDialog({ title, message, label, onConfirm, danger = true }: Props) {
  const dialogs = useDialogs();
  return (
    <Dialog
      title={title}
      message={message}
      actions={[
        { testID: "cancel", label: "Cancel", onPress: dialogs.close, kind: "text" },
        {
          testID: "confirm",
          label,
          kind: danger ? "danger" : "primary",
          onPress: () => {
            dialogs.close();
            onConfirm();
          },
        },
      ]}
    />
  );
}
