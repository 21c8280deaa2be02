import { Banner, Button, RadioGroup, Screen, Section, Stack, TextField, useDatabase, useNavigation, useScreenState, useSession, useToast } from "@tapworld/kit";
import { optionalCents, plainAmount } from "../../components/amounts";
import { useSettings, useWallet } from "../../components/hooks";
import { errorOf, PinField } from "../../components/PinField";
import { changePin, checkPinChange } from "../../data/pin";
import { writeSetting, type PinRequired } from "../../data/settings";
import type { Problem } from "../../data/types";

const WHEN: { value: PinRequired; label: string; description: string }[] = [
  { value: "always", label: "Always", description: "For every payment and cash out" },
  { value: "over_limit", label: "Above an amount", description: "Only for larger ones" },
  { value: "never", label: "Never", description: "The PIN is kept but not asked for" },
];

/** Set or change the PIN and say when it is asked for. */
export function PinScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const wallet = useWallet();
  const settings = useSettings();
  const [current, setCurrent] = useScreenState<string>("current", "");
  const [next, setNext] = useScreenState<string>("next", "");
  const [repeat, setRepeat] = useScreenState<string>("repeat", "");
  const [threshold, setThreshold] = useScreenState<string>("threshold", plainAmount(settings.pinThresholdCents, wallet.currency));
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const has = settings.pin !== "";

  const save = () => {
    const change = { current, next, repeat };
    const found = checkPinChange(settings, change);
    setProblem(found);
    if (found) return;
    changePin(db, change);
    setCurrent("");
    setNext("");
    setRepeat("");
    toast(has ? "PIN changed" : "PIN set");
  };
  const saveThreshold = () => {
    const cents = optionalCents(threshold, session.parseMoney);
    setProblem(cents === null ? { field: "threshold", message: "Enter an amount." } : null);
    if (cents === null) return;
    writeSetting(db, "pin_threshold_cents", cents);
    toast("Amount saved");
  };

  return (
    <Screen title="PIN">
      {has ? null : <Banner tone="info" message="No PIN is set: payments need no confirmation but yours." />}
      <Section title={has ? "Change the PIN" : "Set a PIN"}>
        {has ? <PinField testID="current" label="Current PIN" value={current} onChangeText={setCurrent} problem={problem} field="current" /> : null}
        <PinField testID="next" label="New PIN" value={next} onChangeText={setNext} problem={problem} field="next" />
        <PinField testID="repeat" label="New PIN again" value={repeat} onChangeText={setRepeat} problem={problem} field="repeat" onSubmit={save} />
        <Stack><Button testID="save" label={has ? "Change PIN" : "Set PIN"} onPress={save} wide /></Stack>
      </Section>
      {has ? (
        <Section title="Ask for it">
          <RadioGroup testID="when" options={WHEN} value={settings.pinRequired} onChange={(when) => writeSetting(db, "pin_required", when)} />
          {settings.pinRequired === "over_limit" ? (
            <>
              <TextField testID="threshold" label="Above" kind="money" prefix={wallet.currency} value={threshold} onChangeText={setThreshold} error={errorOf(problem, "threshold")} onSubmit={saveThreshold} />
              <Stack><Button testID="save-threshold" label="Save amount" kind="secondary" onPress={saveThreshold} wide /></Stack>
            </>
          ) : null}
          <Stack><Button testID="remove-pin" label="Remove PIN" kind="danger" onPress={() => navigation.push("pin-remove")} wide /></Stack>
        </Section>
      ) : null}
    </Screen>
  );
}
