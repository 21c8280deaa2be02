import {
  Banner, Button, IconButton, Screen, Section, Segments, Select, TextField, useDatabase, useNavigation, useParams, useScreenState, useSession,
} from "@tapworld/kit";
import { mdiClose } from "@mdi/js";
import { plainAmount } from "../../components/amounts";
import { useMoney, useOne, useSettings, useWallet } from "../../components/hooks";
import { categoryOptions, privacySegments } from "../../components/labels";
import { PersonPicker } from "../../components/PersonPicker";
import { PersonRow } from "../../components/PersonRow";
import { errorOf } from "../../components/PinField";
import { contactQuery } from "../../data/contacts";
import { checkPayment, MAX_NOTE } from "../../data/payments";
import { requestQuery, type RequestRow } from "../../data/requests";
import type { Category, Contact, Privacy, Problem } from "../../data/types";

interface Params {
  contactId?: number;
  amount?: string;
  note?: string;
  category?: Category;
  requestId?: number;
}

/** Who, how much, what for. With a request, person and amount are given. */
export function SendScreen() {
  const params = useParams<Params>();
  const navigation = useNavigation();
  const session = useSession();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const settings = useSettings();
  const request = useOne<RequestRow>(requestQuery(params.requestId ?? 0));
  const [contactId, setContactId] = useScreenState<number | null>("contactId", request?.contact_id ?? params.contactId ?? null);
  const [query, setQuery] = useScreenState<string>("query", "");
  const [amount, setAmount] = useScreenState<string>("amount", request ? plainAmount(request.amount_cents, wallet.currency) : (params.amount ?? ""));
  const [note, setNote] = useScreenState<string>("note", request?.note ?? params.note ?? "");
  const [category, setCategory] = useScreenState<Category>("category", params.category ?? "other");
  const [privacy, setPrivacy] = useScreenState<Privacy>("privacy", settings.defaultPrivacy);
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const person = useOne<Contact>(contactQuery(contactId ?? 0));

  const review = () => {
    const payment = { contactId, amountCents: session.parseMoney(amount), note: note.trim(), category, privacy, requestId: params.requestId ?? null };
    const found = checkPayment(db, session, payment);
    setProblem(found);
    if (!found) navigation.push("send-review", payment);
  };

  if (!person) {
    return (
      <Screen title="Send money" subtitle="Choose a person">
        <PersonPicker testID="recipient" query={query} onQuery={setQuery} onPick={(picked) => { setContactId(picked.id); setProblem(null); }} />
      </Screen>
    );
  }
  return (
    <Screen
      title={request ? "Pay a request" : "Send money"}
      subtitle={`Balance ${money(wallet.balance_cents)}`}
      footer={<Button testID="review" label="Review" onPress={review} wide />}
    >
      <PersonRow
        testID="chosen-person"
        person={person}
        trailing={request ? undefined : <IconButton testID="change-person" icon={mdiClose} label="Choose another person" onPress={() => setContactId(null)} />}
      />
      {problem && (problem.field === "recipient" || problem.field === "request") ? <Banner tone="danger" message={problem.message} /> : null}
      <TextField testID="amount" label="Amount" kind="money" prefix={wallet.currency} value={amount} onChangeText={setAmount} error={errorOf(problem, "amount")} disabled={Boolean(request)} onSubmit={review} />
      <TextField testID="note" label="Note" value={note} onChangeText={setNote} maxLength={MAX_NOTE} placeholder="What is it for?" error={errorOf(problem, "note")} />
      <Select testID="category" label="Category" options={categoryOptions} value={category} onChange={setCategory} />
      <Section title="Who sees it">
        <Segments testID="privacy" options={privacySegments} value={privacy} onChange={setPrivacy} />
      </Section>
    </Screen>
  );
}
