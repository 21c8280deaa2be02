import { Avatar, Icon, Row, useSession, type Tone } from "@tapworld/kit";
import { effectCents, signOf, type ActivityRow } from "../data/activity";
import { Amount } from "./Amount";
import { useMoney } from "./hooks";
import { KIND_ICONS, KIND_LABELS, STATUS_LABELS } from "./labels";

export function transactionTitle(transaction: ActivityRow): string {
  if (transaction.contact_name !== "") return transaction.contact_name;
  const card = transaction.card_label ?? "a removed card";
  return transaction.kind === "add_money" ? `From ${card}` : `To ${card}`;
}

export function useSignedMoney(): (transaction: ActivityRow) => string {
  const money = useMoney();
  return (transaction) => `${signOf(transaction.kind) < 0 ? "−" : "+"}${money(transaction.amount_cents)}`;
}

function toneOf(transaction: ActivityRow): Tone {
  const effect = effectCents(transaction);
  return effect > 0 ? "success" : effect === 0 ? "muted" : "normal";
}

interface Props {
  testID: string;
  transaction: ActivityRow;
  onPress: () => void;
}

export function TransactionRow({ testID, transaction, onPress }: Props) {
  const session = useSession();
  const signed = useSignedMoney();
  const status = transaction.status === "completed" ? "" : ` · ${STATUS_LABELS[transaction.status]}`;
  return (
    <Row
      testID={testID}
      title={transactionTitle(transaction)}
      subtitle={transaction.note === "" ? `${KIND_LABELS[transaction.kind]}${status}` : `${transaction.note}${status}`}
      caption={session.format.relative(transaction.created_at)}
      detail={<Amount text={signed(transaction)} tone={toneOf(transaction)} />}
      leading={transaction.contact_name === "" ? <Icon path={KIND_ICONS[transaction.kind]} /> : <Avatar name={transaction.contact_name} />}
      onPress={onPress}
    />
  );
}
