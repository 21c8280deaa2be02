import {
  Avatar, Banner, Button, Card, EmptyState, Icon, Inline, KeyValue, Pill, Row, Screen, Text, useDatabase, useDialogs, useNavigation, useParams, useSession, useToast,
} from "@tapworld/kit";
import { mdiCallSplit, mdiTrayRemove } from "@mdi/js";
import { View } from "react-native";
import { ButtonPair } from "../../components/ButtonPair";
import { useMoney, useOne } from "../../components/hooks";
import { REQUEST_STATUS_LABELS } from "../../components/labels";
import { checkReminder, remindRequest, requestQuery, type RequestRow } from "../../data/requests";
import type { Transaction } from "../../data/types";

export function RequestScreen() {
  const { requestId } = useParams<{ requestId: number }>();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const request = useOne<RequestRow>(requestQuery(requestId));
  const payment = useOne<Transaction>({ sql: "SELECT * FROM transactions WHERE request_id = ? ORDER BY id LIMIT 1", params: [requestId] });
  if (!request) return <Screen title="Request"><EmptyState icon={mdiTrayRemove} title="No such request" message="It may have been removed." /></Screen>;
  const incoming = request.direction === "incoming";
  const open = request.status === "pending";

  const remind = () => {
    const problem = checkReminder(request, session.now());
    if (problem) {
      toast(problem.message);
      return;
    }
    remindRequest(db, session, requestId);
    toast(`Reminder sent to ${request.name}`);
  };

  const buttons = incoming ? (
    <ButtonPair
      first={<Button testID="decline" label="Decline" kind="secondary" onPress={() => dialogs.open("decline-request", { requestId })} wide />}
      second={<Button testID="pay" label="Pay" onPress={() => navigation.push("send", { requestId })} wide />}
    />
  ) : (
    <ButtonPair
      first={<Button testID="cancel-request" label="Cancel request" kind="secondary" onPress={() => dialogs.open("cancel-request", { requestId })} wide />}
      second={<Button testID="remind" label="Remind" onPress={remind} wide />}
    />
  );

  return (
    <Screen title={incoming ? "Request to you" : "Your request"} footer={open ? buttons : undefined}>
      <Card>
        <View style={{ alignItems: "center", gap: 4 }}>
          <Avatar name={request.name} size="large" />
          <Text role="title">{money(request.amount_cents)}</Text>
          <Text tone="muted">{incoming ? `${request.name} asks you` : `You asked ${request.name}`}</Text>
          <Inline align="center"><Pill label={REQUEST_STATUS_LABELS[request.status]} tone={open ? "info" : request.status === "paid" ? "success" : "muted"} /></Inline>
        </View>
      </Card>
      {!incoming && open && request.reminded_at !== null ? <Banner tone="info" message={`Reminded ${session.format.relative(request.reminded_at)}.`} /> : null}
      <Card padding={1}>
        <KeyValue label={incoming ? "From" : "To"} value={`${request.name} ${request.handle}`} />
        <KeyValue label="Note" value={request.note === "" ? "No note" : request.note} />
        <KeyValue label="Asked" value={session.format.dateTime(request.created_at)} />
        {request.resolved_at === null ? null : <KeyValue label="Closed" value={session.format.dateTime(request.resolved_at)} />}
      </Card>
      {request.split_id === null ? null : (
        <Row testID="open-split" title={request.split_title ?? "Split bill"} subtitle="Part of a split bill" leading={<Icon path={mdiCallSplit} />} onPress={() => navigation.push("split", { splitId: request.split_id })} />
      )}
      {payment ? <Row testID="open-payment" title="See the payment" subtitle={payment.reference} onPress={() => navigation.push("transaction", { transactionId: payment.id })} /> : null}
      <Row testID="open-person" title={request.name} subtitle="Payments between you" onPress={() => navigation.push("person", { contactId: request.contact_id })} />
    </Screen>
  );
}
