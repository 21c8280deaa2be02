import { Button, Screen, Select, Switch, TextField, useDatabase, useNavigation, useParams, useRow, useScreenState, useToast } from "@tapworld/kit";

import { useLeaveCheck } from "../../components/useLeaveCheck";
import {
  CONTACT_KINDS,
  type ContactErrors,
  type ContactFields,
  EMPTY_CONTACT,
  contactErrors,
  saveContact,
} from "../../data/contacts";
import type { Contact } from "../../data/types";

function fieldsOf({ id: _, ...fields }: Contact): ContactFields {
  return fields;
}

/** Add a contact (perhaps with a name and address to start from) or edit one. */
export function ContactFormScreen() {
  const { contactId, name = "", email = "" } = useParams<{ contactId?: number; name?: string; email?: string }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const contact = useRow<Contact>("SELECT * FROM contacts WHERE id = ?", [contactId ?? 0]);
  const start = contact ? fieldsOf(contact) : { ...EMPTY_CONTACT, name, email };
  const [fields, setFields] = useScreenState<ContactFields>("fields", start);
  const [errors, setErrors] = useScreenState<ContactErrors>("errors", {});
  useLeaveCheck(JSON.stringify(fields) !== JSON.stringify(start));

  const edit = (change: Partial<ContactFields>) => {
    setFields((old) => ({ ...old, ...change }));
    setErrors({});
  };
  const save = () => {
    const found = contactErrors(db, fields, contact?.id ?? null);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    saveContact(db, contact?.id ?? null, fields);
    navigation.back();
    toast(contact ? "Contact saved" : "Contact added");
  };

  return (
    <Screen
      title={contact ? "Edit contact" : "New contact"}
      footer={<Button testID="save" label="Save" wide onPress={save} />}
    >
      <TextField testID="name" label="Name" autoCapitalize="words" value={fields.name} onChangeText={(text) => edit({ name: text })} error={errors.name} />
      <TextField
        testID="email"
        label="E-mail"
        kind="email"
        value={fields.email}
        onChangeText={(text) => edit({ email: text })}
        error={errors.email}
      />
      <TextField
        testID="phone"
        label="Phone"
        kind="phone"
        value={fields.phone}
        onChangeText={(text) => edit({ phone: text })}
        error={errors.phone}
      />
      <TextField testID="company" label="Company" value={fields.company} onChangeText={(text) => edit({ company: text })} />
      <Select testID="kind" label="Group" options={CONTACT_KINDS} value={fields.kind} onChange={(kind) => edit({ kind })} />
      <Switch
        testID="is-favourite"
        label="Favourite"
        value={fields.is_favourite === 1}
        onChange={(on) => edit({ is_favourite: on ? 1 : 0 })}
      />
      <TextField testID="notes" label="Notes" kind="multiline" value={fields.notes} onChangeText={(text) => edit({ notes: text })} />
    </Screen>
  );
}
