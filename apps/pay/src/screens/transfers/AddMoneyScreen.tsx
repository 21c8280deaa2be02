import { Button, Chips, Screen, TextField, useDatabase, useNavigation, useScreenState, useSession } from "@tapworld/kit";
import { plainAmount } from "../../components/amounts";
import { CardSelect } from "../../components/CardSelect";
import { useMoney, useRows, useWallet } from "../../components/hooks";
import { errorOf } from "../../components/PinField";
import { cardsQuery } from "../../data/cards";
import { localCents } from "../../data/currency";
import { addMoney, checkAddMoney } from "../../data/transfers";
import type { PayCard, Problem } from "../../data/types";

const QUICK_DOLLARS = [20, 50, 100];

export function AddMoneyScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const cards = useRows<PayCard>(cardsQuery);
  const [cardId, setCardId] = useScreenState<number | null>("cardId", cards[0]?.id ?? null);
  const [amount, setAmount] = useScreenState<string>("amount", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  const cents = session.parseMoney(amount);

  const quick = QUICK_DOLLARS.map((dollars) => {
    const value = localCents(dollars, wallet.currency);
    return { value: plainAmount(value, wallet.currency), label: money(value) };
  });

  const confirm = () => {
    const input = { cardId, amountCents: cents };
    const found = checkAddMoney(db, session, input);
    setProblem(found);
    if (found) return;
    const transactionId = addMoney(db, session, input);
    navigation.tab("home");
    navigation.push("transaction", { transactionId, done: true });
  };

  return (
    <Screen
      title="Add money"
      subtitle={`Balance ${money(wallet.balance_cents)}`}
      footer={<Button testID="confirm" label={cents === null ? "Add" : `Add ${money(cents)}`} onPress={confirm} wide />}
    >
      <TextField testID="amount" label="Amount" kind="money" prefix={wallet.currency} value={amount} onChangeText={setAmount} error={errorOf(problem, "amount")} onSubmit={confirm} />
      <Chips testID="quick" options={quick} value={amount} onChange={setAmount} />
      <CardSelect label="From" cards={cards} value={cardId} onChange={setCardId} error={errorOf(problem, "card")} />
    </Screen>
  );
}
