import {
  Avatar, Banner, Button, Card, EmptyState, Icon, Inline, KeyValue, Pill, Row, Screen, Section, Select, Text, useDatabase, useNavigation, useParams, useSession, useToast,
} from "@tapworld/kit";
import { mdiEye, mdiEyeOff, mdiReceiptTextOutline } from "@mdi/js";
import { View } from "react-native";
import { plainAmount } from "../../components/amounts";
import { ButtonPair } from "../../components/ButtonPair";
import { cardTitle } from "../../components/CardSelect";
import { useMoney, useOne, useWallet } from "../../components/hooks";
import { categoryOptions, KIND_ICONS, KIND_LABELS, PRIVACY_LABELS, privacyOptions, STATUS_LABELS } from "../../components/labels";
import { transactionTitle, useSignedMoney } from "../../components/TransactionRow";
import { setTransactionCategory, setTransactionHidden, setTransactionPrivacy, transactionQuery, type ActivityRow } from "../../data/activity";

/** The receipt of one payment and what can be changed about it afterwards. */
export function TransactionScreen() {
  const { transactionId, done } = useParams<{ transactionId: number; done?: boolean }>();
  const navigation = useNavigation();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const wallet = useWallet();
  const signed = useSignedMoney();
  const transaction = useOne<ActivityRow>(transactionQuery(transactionId));
  if (!transaction) return <Screen title="Receipt"><EmptyState icon={mdiReceiptTextOutline} title="No such payment" message="It is not in your activity." /></Screen>;
  const contactId = transaction.contact_id;
  const withPerson = contactId !== null;
  const again = { contactId, amount: plainAmount(transaction.amount_cents, wallet.currency), note: transaction.note, category: transaction.category };

  const hide = (hidden: boolean) => {
    setTransactionHidden(db, transactionId, hidden);
    if (hidden) toast("Hidden from activity", { label: "Undo", onPress: () => setTransactionHidden(db, transactionId, false) });
    else toast("Back in activity");
  };

  return (
    <Screen
      title="Receipt"
      actions={[
        transaction.is_hidden
          ? { testID: "unhide", icon: mdiEye, label: "Show in activity", onPress: () => hide(false) }
          : { testID: "hide", icon: mdiEyeOff, label: "Hide from activity", onPress: () => hide(true) },
      ]}
      footer={
        withPerson ? (
          <ButtonPair
            first={<Button testID="request-back" label="Request back" kind="secondary" onPress={() => navigation.push("request-new", { contactId, amount: again.amount, note: again.note })} wide />}
            second={<Button testID="pay-again" label={transaction.kind === "send" ? "Pay again" : "Pay back"} onPress={() => navigation.push("send", again)} wide />}
          />
        ) : undefined
      }
    >
      {done ? <Banner tone="success" message={`Done: ${signed(transaction)}`} /> : null}
      <Card>
        <View style={{ alignItems: "center", gap: 4 }}>
          {withPerson ? <Avatar name={transaction.contact_name} size="large" /> : <Icon path={KIND_ICONS[transaction.kind]} size="large" />}
          <Text role="heading">{transactionTitle(transaction)}</Text>
          <Text role="title" testID="amount" selectable>{signed(transaction)}</Text>
          <Inline gap={2}>
            <Pill label={KIND_LABELS[transaction.kind]} tone="info" />
            <Pill label={STATUS_LABELS[transaction.status]} tone={transaction.status === "completed" ? "success" : transaction.status === "failed" ? "danger" : "muted"} />
            {transaction.is_hidden ? <Pill label="Hidden" /> : null}
          </Inline>
        </View>
      </Card>
      <Card padding={1}>
        <KeyValue label="Note" value={transaction.note === "" ? "No note" : transaction.note} />
        <KeyValue label="Date" value={session.format.dateTime(transaction.created_at)} />
        <KeyValue label="Reference" value={transaction.reference} />
        {transaction.fee_cents > 0 ? <KeyValue label="Fee" value={money(transaction.fee_cents)} /> : null}
        {transaction.card_label === null ? null : <KeyValue label={transaction.kind === "cash_out" ? "To" : "From"} value={cardTitle({ label: transaction.card_label, last4: transaction.card_last4 ?? "" })} />}
        <KeyValue label="Balance afterwards" value={money(transaction.balance_after_cents)} />
        {withPerson ? null : <KeyValue label="Privacy" value={PRIVACY_LABELS[transaction.privacy]} />}
      </Card>
      {withPerson ? (
        <Section title="Change">
          <Select testID="category" label="Category" options={categoryOptions} value={transaction.category} onChange={(category) => { setTransactionCategory(db, transactionId, category); toast("Category changed"); }} />
          <Select testID="privacy" label="Who sees it" options={privacyOptions} value={transaction.privacy} onChange={(privacy) => { setTransactionPrivacy(db, transactionId, privacy); toast("Privacy changed"); }} />
        </Section>
      ) : null}
      {withPerson ? <Row testID="open-person" title={transaction.contact_name} subtitle="Payments between you" onPress={() => navigation.push("person", { contactId })} /> : null}
      {transaction.request_id === null ? null : <Row testID="open-request" title="The request behind it" onPress={() => navigation.push("request", { requestId: transaction.request_id })} />}
    </Screen>
  );
}
