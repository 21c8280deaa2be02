import { useDatabase, useDialogParams, useSession, useToast } from "@tapworld/kit";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { cancelSplit, settleSplit } from "../data/splits";

export function SettleSplit() {
  const { splitId } = useDialogParams<{ splitId: number }>();
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  return (
    <ConfirmDialog
      title="Settle this bill?"
      message="All shares count as paid and the open requests are closed."
      label="Settle"
      danger={false}
      onConfirm={() => {
        settleSplit(db, session, splitId);
        toast("Bill settled");
      }}
    />
  );
}

export function CancelSplit() {
  const { splitId } = useDialogParams<{ splitId: number }>();
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  return (
    <ConfirmDialog
      title="Cancel this split?"
      message="The open requests are cancelled. What has been paid stays paid."
      label="Cancel split"
      onConfirm={() => {
        cancelSplit(db, session, splitId);
        toast("Split cancelled");
      }}
    />
  );
}
