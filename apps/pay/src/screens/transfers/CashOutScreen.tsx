import { Banner, Button, Card, KeyValue, RadioGroup, Screen, TextField, useDatabase, useNavigation, useScreenState, useSession } from "@tapworld/kit";
import { CardSelect } from "../../components/CardSelect";
import { useMoney, useRows, useSettings, useWallet } from "../../components/hooks";
import { errorOf, PinField } from "../../components/PinField";
import { cardsQuery } from "../../data/cards";
import { checkPin, needsPin } from "../../data/pin";
import { cashOut, cashOutFee, checkCashOut, transferRules } from "../../data/transfers";
import type { CashOutSpeed, PayCard, Problem } from "../../data/types";

const SPEEDS: { value: CashOutSpeed; label: string; description: string }[] = [
  { value: "standard", label: "Standard", description: "One to three working days, free" },
  { value: "instant", label: "Instant", description: "Within minutes, 1.5 % fee" },
];

export function CashOutScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const settings = useSettings();
  const cards = useRows<PayCard>(cardsQuery).filter((card) => card.kind !== "credit");
  const [cardId, setCardId] = useScreenState<number | null>("cardId", cards[0]?.id ?? null);
  const [amount, setAmount] = useScreenState<string>("amount", "");
  const [speed, setSpeed] = useScreenState<CashOutSpeed>("speed", settings.cashOutSpeed);
  const [pin, setPin] = useScreenState<string>("pin", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const cents = session.parseMoney(amount);
  const fee = cashOutFee(cents ?? 0, speed, wallet.currency);

  const confirm = () => {
    const input = { cardId, amountCents: cents, speed };
    const found = checkCashOut(db, session, input) ?? checkPin(settings, cents ?? 0, pin);
    setProblem(found);
    if (found) return;
    const transactionId = cashOut(db, session, input);
    navigation.tab("home");
    navigation.push("transaction", { transactionId, done: true });
  };

  return (
    <Screen
      title="Cash out"
      subtitle={`Balance ${money(wallet.balance_cents)}`}
      footer={<Button testID="confirm" label={cents === null ? "Cash out" : `Cash out ${money(cents)}`} onPress={confirm} wide />}
    >
      <TextField testID="amount" label="Amount" kind="money" prefix={wallet.currency} value={amount} onChangeText={setAmount} hint={`At least ${money(transferRules(wallet.currency).minCashOutCents)}`} error={errorOf(problem, "amount")} />
      {needsPin(settings, cents ?? 0) ? <PinField value={pin} onChangeText={setPin} problem={problem} onSubmit={confirm} /> : null}
      <CardSelect label="To" cards={cards} value={cardId} onChange={setCardId} error={errorOf(problem, "card")} />
      <RadioGroup testID="speed" label="Speed" options={SPEEDS} value={speed} onChange={setSpeed} />
      <Card padding={1}>
        <KeyValue label="Fee" value={money(fee)} testID="fee" />
        <KeyValue label="Taken from your balance" value={money((cents ?? 0) + fee)} testID="taken" />
      </Card>
      {settings.autoCashOut ? <Banner tone="info" message="Automatic cash out is on: on Monday your balance goes to your default account, free of charge." /> : null}
    </Screen>
  );
}
