import { useDatabase, useDialogParams, useSession, useToast } from "@tapworld/kit";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useMoney, useOne } from "../components/hooks";
import { cancelRequest, declineRequest, reopenRequest, requestQuery, type RequestRow } from "../data/requests";

export function DeclineRequest() {
  const { requestId } = useDialogParams<{ requestId: number }>();
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const money = useMoney();
  const request = useOne<RequestRow>(requestQuery(requestId));
  return (
    <ConfirmDialog
      title="Decline this request?"
      message={`${request?.name ?? "This person"} asked for ${money(request?.amount_cents ?? 0)} and will be told that you declined.`}
      label="Decline"
      onConfirm={() => {
        declineRequest(db, session, requestId);
        toast("Request declined", { label: "Undo", onPress: () => reopenRequest(db, requestId) });
      }}
    />
  );
}

export function CancelRequest() {
  const { requestId } = useDialogParams<{ requestId: number }>();
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const request = useOne<RequestRow>(requestQuery(requestId));
  return (
    <ConfirmDialog
      title="Cancel this request?"
      message={`${request?.name ?? "This person"} can no longer pay it.`}
      label="Cancel request"
      onConfirm={() => {
        cancelRequest(db, session, requestId);
        toast("Request cancelled", { label: "Undo", onPress: () => reopenRequest(db, requestId) });
      }}
    />
  );
}
