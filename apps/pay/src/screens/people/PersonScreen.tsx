import {
  Avatar, Banner, Button, Card, EmptyState, KeyValue, List, Screen, Section, Text, useDatabase, useDialogs, useNavigation, useParams, useToast,
} from "@tapworld/kit";
import { mdiAccountCancel, mdiAccountOff, mdiDelete, mdiHistory, mdiPencil, mdiStar, mdiStarOutline } from "@mdi/js";
import { View } from "react-native";
import { ButtonPair } from "../../components/ButtonPair";
import { ListHeading } from "../../components/ListHeading";
import { StatBar } from "../../components/StatBar";
import { useMoney, useOne, useRows } from "../../components/hooks";
import { RequestRow } from "../../components/RequestRow";
import { TransactionRow } from "../../components/TransactionRow";
import { historyWithQuery, type ActivityRow } from "../../data/activity";
import { checkContactRemoval, contactQuery, contactTotalsQuery, setBlocked, setFavourite, type ContactTotals } from "../../data/contacts";
import { requestsWithQuery, type RequestRow as RequestData } from "../../data/requests";
import type { Contact } from "../../data/types";

/** A contact: how to reach the person and everything that went between the two of you. */
export function PersonScreen() {
  const { contactId } = useParams<{ contactId: number }>();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const person = useOne<Contact>(contactQuery(contactId));
  const totals = useOne<ContactTotals>(contactTotalsQuery(contactId));
  const history = useRows<ActivityRow>(historyWithQuery(contactId));
  const requests = useRows<RequestData>(requestsWithQuery(contactId));
  if (!person || person.is_removed) return <Screen title="Person"><EmptyState icon={mdiAccountOff} title="Not in your contacts" message="This person has been deleted." /></Screen>;
  const favourite = person.is_favourite === 1;
  const blocked = person.is_blocked === 1;

  const remove = () => {
    const problem = checkContactRemoval(db, contactId);
    if (problem) toast(problem.message);
    else dialogs.open("delete-person", { contactId });
  };
  const unblock = () => {
    setBlocked(db, contactId, false);
    toast(`${person.name} is no longer blocked`);
  };

  return (
    <Screen
      title={person.name}
      actions={[
        {
          testID: "favourite",
          icon: favourite ? mdiStar : mdiStarOutline,
          label: favourite ? "Remove from favourites" : "Add to favourites",
          selected: favourite,
          onPress: () => { setFavourite(db, contactId, !favourite); toast(favourite ? "No longer a favourite" : "Added to favourites"); },
        },
        { testID: "edit", icon: mdiPencil, label: "Edit", onPress: () => navigation.push("person-edit", { contactId }) },
        { testID: blocked ? "unblock" : "block", icon: mdiAccountCancel, label: blocked ? "Unblock" : "Block", onPress: blocked ? unblock : () => dialogs.open("block-person", { contactId }) },
        { testID: "delete", icon: mdiDelete, label: "Delete", onPress: remove },
      ]}
      footer={
        blocked ? undefined : (
          <ButtonPair
            first={<Button testID="request" label="Request" kind="secondary" onPress={() => navigation.push("request-new", { contactId })} wide />}
            second={<Button testID="send" label="Send" onPress={() => navigation.push("send", { contactId })} wide />}
          />
        )
      }
    >
      {blocked ? <Banner tone="warning" message="You have blocked this person: no payments, no requests." action={{ testID: "unblock-now", label: "Unblock", onPress: unblock }} /> : null}
      <Card>
        <View style={{ alignItems: "center", gap: 4 }}>
          <Avatar name={person.name} size="large" />
          <Text role="heading">{person.name}</Text>
          <Text tone="muted">{person.handle}</Text>
        </View>
        <KeyValue label="Email" value={person.email === "" ? "Not known" : person.email} />
        <KeyValue label="Phone" value={person.phone === "" ? "Not known" : person.phone} />
      </Card>
      <StatBar
        stats={[
          { label: "Sent", value: money(totals?.sent_cents ?? 0), testID: "sent" },
          { label: "Received", value: money(totals?.received_cents ?? 0), testID: "received" },
          { label: "Payments", value: String(totals?.payments ?? 0), testID: "payments" },
        ]}
      />
      {requests.length > 0 ? (
        <Section title="Open requests">
          {requests.map((request, index) => (
            <RequestRow key={request.id} testID={`request-${index}`} request={request} onPress={() => navigation.push("request", { requestId: request.id })} />
          ))}
        </Section>
      ) : null}
      <List
        testID="history"
        items={history}
        keyOf={(row) => row.id}
        header={<ListHeading title="Between you" />}
        render={(row, index) => <TransactionRow testID={`row-${index}`} transaction={row} onPress={() => navigation.push("transaction", { transactionId: row.id })} />}
        empty={{ icon: mdiHistory, title: "No payments yet", message: `Nothing has gone between you and ${person.name}.` }}
      />
    </Screen>
  );
}
