import { Button, Screen, Segments, TextField, useDatabase, useNavigation, useScreenState, useSession, useToast } from "@tapworld/kit";
import { errorOf } from "../../components/PinField";
import { addCard, checkNewCard } from "../../data/cards";
import type { CardKind, Problem } from "../../data/types";

const KINDS: { value: CardKind; label: string }[] = [
  { value: "debit", label: "Debit" },
  { value: "credit", label: "Credit" },
  { value: "bank", label: "Bank" },
];

export function NewCardScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const [kind, setKind] = useScreenState<CardKind>("kind", "debit");
  const [label, setLabel] = useScreenState<string>("label", "");
  const [number, setNumber] = useScreenState<string>("number", "");
  const [expires, setExpires] = useScreenState<string>("expires", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const bank = kind === "bank";

  const save = () => {
    const input = { kind, label, number, expires };
    const found = checkNewCard(db, session, input);
    setProblem(found);
    if (found) return;
    const cardId = addCard(db, session, input);
    navigation.replace("card", { cardId });
    toast(bank ? "Account added" : "Card added");
  };

  return (
    <Screen title="Add a card or account" footer={<Button testID="save" label="Add" onPress={save} wide />}>
      <Segments testID="kind" options={KINDS} value={kind} onChange={setKind} />
      <TextField testID="label" label="Name" value={label} onChangeText={setLabel} maxLength={40} placeholder={bank ? "Household account" : "Everyday card"} error={errorOf(problem, "label")} />
      <TextField testID="number" label={bank ? "Account number" : "Card number"} kind={bank ? "text" : "number"} autoCapitalize="none" value={number} onChangeText={setNumber} hint="Only the last four digits are kept" error={errorOf(problem, "number")} />
      {bank ? null : <TextField testID="expires" label="Expires" autoCapitalize="none" value={expires} onChangeText={setExpires} maxLength={5} placeholder="MM/YY" error={errorOf(problem, "expires")} />}
    </Screen>
  );
}
