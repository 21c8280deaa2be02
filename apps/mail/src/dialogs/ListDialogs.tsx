import { Confirm, useDatabase, useDialogParams, useDialogs, useNavigation, useRow, useToast } from "@tapworld/kit";

import { deleteContact, restoreContact } from "../data/contacts";
import { deleteLabel } from "../data/labels";
import type { Contact, Label } from "../data/types";

export function ConfirmDeleteLabel() {
  const { labelId } = useDialogParams<{ labelId: number }>();
  const db = useDatabase();
  const toast = useToast();
  const { close } = useDialogs();
  const label = useRow<Label>("SELECT * FROM labels WHERE id = ?", [labelId]);
  return (
    <Confirm
      title={`Delete the label “${label?.name ?? ""}”?`}
      message="Mail keeps everything else; only the label goes."
      confirmLabel="Delete"
      danger
      onConfirm={() => {
        deleteLabel(db, labelId);
        close();
        toast("Label deleted");
      }}
      onCancel={close}
    />
  );
}

export function ConfirmDeleteContact() {
  const { contactId } = useDialogParams<{ contactId: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const { close } = useDialogs();
  const contact = useRow<Contact>("SELECT * FROM contacts WHERE id = ?", [contactId]);
  return (
    <Confirm
      title={`Delete ${contact?.name ?? "this contact"}?`}
      message="Mail with this person stays."
      confirmLabel="Delete"
      danger
      onConfirm={() => {
        deleteContact(db, contactId);
        navigation.back();
        if (contact) toast("Contact deleted", { label: "Undo", onPress: () => restoreContact(db, contact) });
      }}
      onCancel={close}
    />
  );
}
