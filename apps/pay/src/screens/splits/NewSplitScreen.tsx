import { Banner, Button, Screen, Segments, Switch, TextField, useDatabase, useNavigation, useScreenState, useSession, useToast } from "@tapworld/kit";
import { useRows, useWallet } from "../../components/hooks";
import { optionalCents } from "../../components/amounts";
import { PersonPicker } from "../../components/PersonPicker";
import { errorOf } from "../../components/PinField";
import { chosenPeopleQuery } from "../../data/contacts";
import { smallestUnit } from "../../data/currency";
import { equalShares } from "../../data/shares";
import { checkSplit, createSplit } from "../../data/splits";
import type { Contact, Problem } from "../../data/types";
import { ShareList } from "./ShareList";

type Mode = "equal" | "custom";
const MODES = [{ value: "equal" as const, label: "Equal shares" }, { value: "custom" as const, label: "Custom shares" }];

/** A bill that the current user paid; everybody else is asked for a share. */
export function NewSplitScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const wallet = useWallet();
  const [title, setTitle] = useScreenState<string>("title", "");
  const [total, setTotal] = useScreenState<string>("total", "");
  const [withMe, setWithMe] = useScreenState<boolean>("withMe", true);
  const [mode, setMode] = useScreenState<Mode>("mode", "equal");
  const [contactIds, setContactIds] = useScreenState<number[]>("contactIds", []);
  // Custom shares by contact id; "me" is the current user's.
  const [custom, setCustom] = useScreenState<Record<string, string>>("custom", {});
  const [query, setQuery] = useScreenState<string>("query", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const chosen = useRows<Contact>(chosenPeopleQuery(contactIds));
  const totalCents = session.parseMoney(total);
  const members: (Contact | null)[] = withMe ? [null, ...chosen] : chosen;
  const equal = equalShares(totalCents ?? 0, members.length, smallestUnit(wallet.currency));
  const shares = members.map((person, index) => ({
    contactId: person?.id ?? null,
    shareCents: mode === "equal" ? (equal[index] ?? 0) : optionalCents(custom[String(person?.id ?? "me")] ?? "", session.parseMoney),
  }));

  const toggle = (id: number) => {
    setContactIds((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id]));
    setQuery("");
  };
  const create = () => {
    const input = { title, totalCents, shares };
    const found = checkSplit(db, session, input);
    setProblem(found);
    if (found) return;
    const splitId = createSplit(db, session, input);
    navigation.tab("home");
    navigation.push("splits");
    navigation.push("split", { splitId });
    toast("The requests are on their way");
  };

  return (
    <Screen title="Split a bill" footer={<Button testID="confirm" label="Split and ask" onPress={create} wide />}>
      <TextField testID="title" label="What was it?" value={title} onChangeText={setTitle} maxLength={60} placeholder="Dinner, tickets, groceries" error={errorOf(problem, "title")} />
      <TextField testID="total" label="Total" kind="money" prefix={wallet.currency} value={total} onChangeText={setTotal} error={errorOf(problem, "total")} />
      <Switch testID="with-me" label="Count me in" description="You pay a share of the bill yourself" value={withMe} onChange={setWithMe} />
      <Segments testID="mode" options={MODES} value={mode} onChange={setMode} />
      {problem?.field === "people" || problem?.field === "shares" ? <Banner tone="danger" message={problem.message} /> : null}
      <ShareList
        members={members}
        shares={shares}
        texts={mode === "custom" ? custom : null}
        onText={(key, text) => setCustom((old) => ({ ...old, [key]: text }))}
        onRemove={toggle}
      />
      <PersonPicker testID="people" query={query} onQuery={setQuery} chosen={contactIds} shortcuts={false} onPick={(person) => toggle(person.id)} />
    </Screen>
  );
}
