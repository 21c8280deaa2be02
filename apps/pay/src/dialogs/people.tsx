import { useDatabase, useDialogParams, useNavigation, useToast } from "@tapworld/kit";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useOne } from "../components/hooks";
import { contactQuery, removeContact, restoreContact, setBlocked } from "../data/contacts";
import type { Contact } from "../data/types";

export function DeletePerson() {
  const { contactId } = useDialogParams<{ contactId: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const person = useOne<Contact>(contactQuery(contactId));
  return (
    <ConfirmDialog
      title={`Delete ${person?.name ?? "this person"}?`}
      message="The payments between you stay in your activity."
      label="Delete"
      onConfirm={() => {
        removeContact(db, contactId);
        navigation.back();
        toast("Contact deleted", { label: "Undo", onPress: () => restoreContact(db, contactId) });
      }}
    />
  );
}

export function BlockPerson() {
  const { contactId } = useDialogParams<{ contactId: number }>();
  const db = useDatabase();
  const toast = useToast();
  const person = useOne<Contact>(contactQuery(contactId));
  return (
    <ConfirmDialog
      title={`Block ${person?.name ?? "this person"}?`}
      message="No payments and no requests go between you until you unblock."
      label="Block"
      onConfirm={() => {
        setBlocked(db, contactId, true);
        toast(`${person?.name ?? "The person"} is blocked`, { label: "Undo", onPress: () => setBlocked(db, contactId, false) });
      }}
    />
  );
}
