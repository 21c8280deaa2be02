import { Avatar, Banner, Button, Card, KeyValue, Screen, Text, useDatabase, useNavigation, useParams, useScreenState, useSession } from "@tapworld/kit";
import { View } from "react-native";
import { useMoney, useOne, useSettings, useWallet } from "../../components/hooks";
import { CATEGORY_LABELS, PRIVACY_LABELS } from "../../components/labels";
import { PinField } from "../../components/PinField";
import { contactQuery } from "../../data/contacts";
import { checkPayment, sendMoney, type Payment } from "../../data/payments";
import { checkPin, needsPin } from "../../data/pin";
import type { Contact, Problem } from "../../data/types";

/** Everything once more, the PIN when the settings ask for it, and the one button that moves money. */
export function ReviewScreen() {
  const payment = useParams<Payment>();
  const navigation = useNavigation();
  const session = useSession();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const settings = useSettings();
  const person = useOne<Contact>(contactQuery(payment.contactId ?? 0));
  const [pin, setPin] = useScreenState<string>("pin", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const amount = payment.amountCents ?? 0;

  const confirm = () => {
    const found = checkPayment(db, session, payment) ?? checkPin(settings, amount, pin);
    setProblem(found);
    if (found) {
      setPin("");
      return;
    }
    const transactionId = sendMoney(db, session, payment);
    navigation.tab("home");
    navigation.push("transaction", { transactionId, done: true });
  };

  return (
    <Screen title="Review" footer={<Button testID="confirm" label={`Send ${money(amount)}`} onPress={confirm} wide />}>
      <Card>
        <View style={{ alignItems: "center", gap: 4 }}>
          <Avatar name={person?.name ?? "?"} size="large" />
          <Text role="title">{money(amount)}</Text>
          <Text tone="muted">{`to ${person?.name ?? "a removed contact"}`}</Text>
        </View>
      </Card>
      {problem && problem.field !== "pin" ? <Banner tone="danger" message={problem.message} /> : null}
      {needsPin(settings, amount) ? <PinField value={pin} onChangeText={setPin} problem={problem} onSubmit={confirm} /> : null}
      <Card padding={1}>
        <KeyValue label="To" value={person?.handle ?? ""} />
        <KeyValue label="Note" value={payment.note === "" ? "No note" : payment.note} />
        <KeyValue label="Category" value={CATEGORY_LABELS[payment.category]} />
        <KeyValue label="Privacy" value={PRIVACY_LABELS[payment.privacy]} />
        <KeyValue label="Balance afterwards" value={money(Math.max(0, wallet.balance_cents - amount))} />
      </Card>
    </Screen>
  );
}
