import {
  Avatar, Button, Card, EmptyState, Inline, Pill, ProgressBar, Row, Screen, Section, Text, useDatabase, useDialogs, useNavigation, useParams, useSession, useToast,
} from "@tapworld/kit";
import { mdiCallSplit } from "@mdi/js";
import { Amount } from "../../components/Amount";
import { ButtonPair } from "../../components/ButtonPair";
import { useCurrentUser, useMoney, useOne, useRows } from "../../components/hooks";
import { SPLIT_STATUS_LABELS } from "../../components/labels";
import { markPaid, membersQuery, splitQuery, type MemberRow, type SplitRow } from "../../data/splits";

function stateOf(member: MemberRow): string {
  if (member.is_paid) return "Paid";
  if (member.request_status === "declined") return "Declined";
  if (member.request_status === "cancelled") return "Request cancelled";
  return "Not paid yet";
}

/** A bill: how much of it is in, who has paid, and what can still be done. */
export function SplitScreen() {
  const { splitId } = useParams<{ splitId: number }>();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const session = useSession();
  const toast = useToast();
  const db = useDatabase();
  const money = useMoney();
  const user = useCurrentUser();
  const split = useOne<SplitRow>(splitQuery(splitId));
  const members = useRows<MemberRow>(membersQuery(splitId));
  if (!split) return <Screen title="Split bill"><EmptyState icon={mdiCallSplit} title="No such bill" message="It may have been removed." /></Screen>;
  const open = split.status === "open";
  const left = split.total_cents - split.paid_cents;
  return (
    <Screen
      title={split.title}
      footer={
        open ? (
          <ButtonPair
            first={<Button testID="cancel-split" label="Cancel split" kind="secondary" onPress={() => dialogs.open("cancel-split", { splitId })} wide />}
            second={<Button testID="settle" label="Settle" onPress={() => dialogs.open("settle-split", { splitId })} wide />}
          />
        ) : undefined
      }
    >
      <Card>
        <Inline align="between">
          <Text role="title">{money(split.total_cents)}</Text>
          <Pill label={SPLIT_STATUS_LABELS[split.status]} tone={open ? "info" : split.status === "settled" ? "success" : "muted"} />
        </Inline>
        <ProgressBar value={split.total_cents > 0 ? split.paid_cents / split.total_cents : 0} />
        <Text tone="muted">{left > 0 ? `${money(split.paid_cents)} paid, ${money(left)} still open` : "Everybody has paid"}</Text>
        <Text role="caption" tone="muted">{`Created ${session.format.dateTime(split.created_at)}`}</Text>
      </Card>
      <Section title="Shares">
        {members.map((member, index) => (
          <Row
            key={member.id}
            testID={`row-${index}`}
            title={member.name ?? `${user.name} (you)`}
            subtitle={stateOf(member)}
            detail={<Amount text={money(member.share_cents)} />}
            leading={<Avatar name={member.name ?? user.name} />}
            trailing={
              open && !member.is_paid ? (
                <Button testID={`mark-paid-${index}`} label="Mark paid" kind="text" onPress={() => { markPaid(db, session, member.id); toast(`${member.name ?? "Your share"} marked as paid`); }} />
              ) : undefined
            }
            onPress={member.request_id === null ? undefined : () => navigation.push("request", { requestId: member.request_id })}
          />
        ))}
      </Section>
    </Screen>
  );
}
