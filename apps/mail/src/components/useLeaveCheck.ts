import { useBackHandler, useDialogs } from "@tapworld/kit";

/** Ask before a form with unsaved changes is left. */
export function useLeaveCheck(changed: boolean): void {
  const dialogs = useDialogs();
  useBackHandler(() => {
    if (changed) dialogs.open("confirm-leave");
    return changed;
  });
}
