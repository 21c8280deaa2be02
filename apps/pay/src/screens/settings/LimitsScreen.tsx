import { Button, Card, KeyValue, ProgressBar, Screen, Stack, TextField, useDatabase, useNavigation, useScreenState, useSession, useToast } from "@tapworld/kit";
import { optionalCents, plainAmount } from "../../components/amounts";
import { useMoney, useOne, useSettings, useWallet } from "../../components/hooks";
import { errorOf } from "../../components/PinField";
import { checkLimitsInput, sentInWeekQuery, writeLimits } from "../../data/limits";
import type { Problem } from "../../data/types";

const fieldText = (cents: number, currency: string): string => (cents === 0 ? "" : plainAmount(cents, currency));

export function LimitsScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const settings = useSettings();
  const sent = useOne<{ cents: number }>(sentInWeekQuery(session.now()))?.cents ?? 0;
  const [payment, setPayment] = useScreenState<string>("payment", fieldText(settings.limitPaymentCents, wallet.currency));
  const [week, setWeek] = useScreenState<string>("week", fieldText(settings.limitWeekCents, wallet.currency));
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const limit = settings.limitWeekCents;

  const save = () => {
    const input = { paymentCents: optionalCents(payment, session.parseMoney), weekCents: optionalCents(week, session.parseMoney) };
    const found = checkLimitsInput(input);
    setProblem(found);
    if (found) return;
    writeLimits(db, input);
    navigation.back();
    toast("Limits saved");
  };

  return (
    <Screen title="Limits" footer={<Button testID="save" label="Save" onPress={save} wide />}>
      <Card padding={1}>
        <KeyValue label="Sent in the last seven days" value={money(sent)} testID="sent" />
        {limit > 0 ? <KeyValue label="Left this week" value={money(Math.max(0, limit - sent))} testID="left" /> : null}
        {limit > 0 ? <Stack><ProgressBar value={Math.min(1, sent / limit)} /></Stack> : null}
      </Card>
      <TextField testID="payment" label="Limit per payment" kind="money" prefix={wallet.currency} value={payment} onChangeText={setPayment} hint="Leave it empty for no limit" error={errorOf(problem, "payment")} />
      <TextField testID="week" label="Limit per week" kind="money" prefix={wallet.currency} value={week} onChangeText={setWeek} hint="Counts what you sent in the last seven days" error={errorOf(problem, "week")} />
    </Screen>
  );
}
