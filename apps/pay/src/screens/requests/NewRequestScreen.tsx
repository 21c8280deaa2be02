import { Banner, Button, IconButton, Screen, Section, TextField, useDatabase, useNavigation, useParams, useScreenState, useSession, useToast } from "@tapworld/kit";
import { mdiClose } from "@mdi/js";
import { useMoney, useRows, useWallet } from "../../components/hooks";
import { PersonPicker } from "../../components/PersonPicker";
import { PersonRow } from "../../components/PersonRow";
import { errorOf } from "../../components/PinField";
import { chosenPeopleQuery } from "../../data/contacts";
import { MAX_NOTE } from "../../data/payments";
import { checkRequest, requestMoney } from "../../data/requests";
import type { Contact, Problem } from "../../data/types";

/** Ask one or several people for the same amount each. */
export function NewRequestScreen() {
  const params = useParams<{ contactId?: number; amount?: string; note?: string }>();
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const [contactIds, setContactIds] = useScreenState<number[]>("contactIds", params.contactId === undefined ? [] : [params.contactId]);
  const [amount, setAmount] = useScreenState<string>("amount", params.amount ?? "");
  const [note, setNote] = useScreenState<string>("note", params.note ?? "");
  const [query, setQuery] = useScreenState<string>("query", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const chosen = useRows<Contact>(chosenPeopleQuery(contactIds));
  const cents = session.parseMoney(amount);

  const toggle = (id: number) => {
    setContactIds((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id]));
    setQuery("");
  };
  const send = () => {
    const input = { contactIds, amountCents: cents, note };
    const found = checkRequest(db, input);
    setProblem(found);
    if (found) return;
    const ids = requestMoney(db, session, input);
    navigation.tab("home");
    if (ids.length === 1) navigation.push("request", { requestId: ids[0] ?? 0 });
    toast(chosen.length === 1 ? `Asked ${chosen[0]?.name ?? ""}` : `Asked ${chosen.length} people`);
  };
  const people = chosen.length === 1 ? "1 person" : `${chosen.length} people`;

  return (
    <Screen
      title="Request money"
      footer={<Button testID="confirm" label={cents !== null && chosen.length > 0 ? `Request ${money(cents)} from ${people}` : "Request"} onPress={send} wide />}
    >
      <TextField testID="amount" label="Amount from each" kind="money" prefix={wallet.currency} value={amount} onChangeText={setAmount} error={errorOf(problem, "amount")} />
      <TextField testID="note" label="Note" value={note} onChangeText={setNote} maxLength={MAX_NOTE} placeholder="What is it for?" error={errorOf(problem, "note")} />
      {problem?.field === "people" ? <Banner tone="danger" message={problem.message} /> : null}
      {chosen.length > 0 ? (
        <Section title={`Asking ${people}`}>
          {chosen.map((person, index) => (
            <PersonRow
              key={person.id}
              testID={`chosen-${index}`}
              person={person}
              trailing={<IconButton testID={`remove-${index}`} icon={mdiClose} label={`Remove ${person.name}`} onPress={() => toggle(person.id)} />}
            />
          ))}
        </Section>
      ) : null}
      <PersonPicker testID="people" query={query} onQuery={setQuery} chosen={contactIds} shortcuts={false} onPick={(person) => toggle(person.id)} />
    </Screen>
  );
}
