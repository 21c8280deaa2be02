import { Button, Screen, Segments, Switch, TextField, useDatabase, useNavigation, useParams, useQuery, useScreenState, useToast } from "@tapworld/kit";

import { useLeaveCheck } from "../../components/useLeaveCheck";
import { useSettings } from "../../components/useSettings";
import { ACCOUNTS_SQL, saveSignature } from "../../data/accounts";
import { isOn, setSwitch } from "../../data/settings";
import type { Account } from "../../data/types";

/** The text below sent mail, one an account; the switch counts for all. */
export function SignatureScreen() {
  const params = useParams<{ accountId?: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const enabled = isOn(useSettings(), "signature_enabled");
  const accounts = useQuery<Account>(ACCOUNTS_SQL);
  const [texts, setTexts] = useScreenState<Record<string, string>>("texts", () =>
    Object.fromEntries(accounts.map((account) => [String(account.id), account.signature])),
  );
  const [shown, setShown] = useScreenState<number>("account", params.accountId ?? accounts[0]?.id ?? 0);
  const [on, setOn] = useScreenState<boolean>("on", enabled);
  const changed = accounts.filter((account) => (texts[String(account.id)] ?? "") !== account.signature);
  useLeaveCheck(changed.length > 0 || on !== enabled);

  const save = () => {
    db.transaction(() => {
      for (const account of changed) saveSignature(db, account.id, texts[String(account.id)] ?? "");
      setSwitch(db, "signature_enabled", on);
    });
    navigation.back();
    toast("Signature saved");
  };

  return (
    <Screen title="Signature" footer={<Button testID="save" label="Save" wide onPress={save} />}>
      <Switch
        testID="signature-on"
        label="Add a signature"
        description="Below everything you send"
        value={on}
        onChange={setOn}
      />
      {accounts.length > 1 ? (
        <Segments
          testID="account"
          value={String(shown)}
          onChange={(value: string) => setShown(Number(value))}
          options={accounts.map((account) => ({
            value: String(account.id),
            label: account.kind === "work" ? "Work" : "Personal",
          }))}
        />
      ) : null}
      <TextField
        testID="signature-text"
        label={`Signature of ${accounts.find((account) => account.id === shown)?.email ?? ""}`}
        kind="multiline"
        value={texts[String(shown)] ?? ""}
        onChangeText={(text) => setTexts((old) => ({ ...old, [String(shown)]: text }))}
        disabled={!on}
        hint={on ? undefined : "Switch the signature on to change it."}
      />
    </Screen>
  );
}
