import { Button, Screen, TextField, useDatabase, useNavigation, useParams, useScreenState, useToast } from "@tapworld/kit";
import { useOne } from "../../components/hooks";
import { errorOf } from "../../components/PinField";
import { addContact, checkContact, contactQuery, editContact } from "../../data/contacts";
import type { Contact, Problem } from "../../data/types";

/** A new contact, or the details of one: the handle belongs to the network and is looked up there. */
export function EditPersonScreen() {
  const { contactId } = useParams<{ contactId?: number }>();
  const navigation = useNavigation();
  const toast = useToast();
  const db = useDatabase();
  const person = useOne<Contact>(contactQuery(contactId ?? 0));
  const [name, setName] = useScreenState<string>("name", person?.name ?? "");
  const [handle, setHandle] = useScreenState<string>("handle", person?.handle ?? "");
  const [email, setEmail] = useScreenState<string>("email", person?.email ?? "");
  const [phone, setPhone] = useScreenState<string>("phone", person?.phone ?? "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);

  const save = () => {
    const input = { name, handle, email, phone };
    const found = checkContact(db, input, contactId ?? null);
    setProblem(found);
    if (found) return;
    if (contactId === undefined) {
      navigation.replace("person", { contactId: addContact(db, input) });
      toast(`${name.trim()} is in your contacts now`);
    } else {
      editContact(db, contactId, input);
      navigation.back();
      toast("Saved");
    }
  };

  return (
    <Screen title={contactId === undefined ? "Add a person" : "Edit person"} footer={<Button testID="save" label="Save" onPress={save} wide />}>
      <TextField testID="name" label="Name" autoCapitalize="words" value={name} onChangeText={setName} maxLength={60} error={errorOf(problem, "name")} />
      <TextField testID="handle" label="Handle" autoCapitalize="none" value={handle} onChangeText={setHandle} maxLength={31} placeholder="@handle" error={errorOf(problem, "handle")} />
      <TextField testID="email" label="Email" kind="email" value={email} onChangeText={setEmail} maxLength={80} error={errorOf(problem, "email")} />
      <TextField testID="phone" label="Phone" kind="phone" value={phone} onChangeText={setPhone} maxLength={24} error={errorOf(problem, "phone")} />
    </Screen>
  );
}
