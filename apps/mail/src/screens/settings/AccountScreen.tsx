import { EmptyState, KeyValue, Row, Screen, Section, useNavigation, useParams, useRow, useSession } from "@tapworld/kit";

import type { Account } from "../../data/types";
import { mailIcon } from "../../icons";

type Shown = Account & { inbox: number; sent: number; stored: number };

const SQL = `SELECT a.*,
  (SELECT COUNT(*) FROM threads t WHERE t.account_id = a.id AND t.folder = 'inbox') AS inbox,
  (SELECT COUNT(*) FROM messages m JOIN threads t ON t.id = m.thread_id WHERE t.account_id = a.id AND m.is_outgoing = 1) AS sent,
  (SELECT COALESCE(SUM(f.size_bytes), 0) FROM attachments f JOIN messages m ON m.id = f.message_id
   JOIN threads t ON t.id = m.thread_id WHERE t.account_id = a.id) AS stored
  FROM accounts a WHERE a.id = ?`;

/** One account: who it is and how much lies in it. */
export function AccountScreen() {
  const { accountId } = useParams<{ accountId: number }>();
  const session = useSession();
  const navigation = useNavigation();
  const account = useRow<Shown>(SQL, [accountId]);
  if (!account) {
    return (
      <Screen title="Account">
        <EmptyState icon={mailIcon} title="No such account" message="It is not on this phone." />
      </Screen>
    );
  }
  return (
    <Screen title="Account">
      <Section title="Identity">
        <KeyValue testID="account-name" label="Name" value={account.name} />
        <KeyValue testID="account-email" label="Address" value={account.email} />
        <KeyValue testID="account-kind" label="Kind" value={account.kind === "work" ? "Work" : "Personal"} />
        <KeyValue testID="account-primary" label="Primary" value={account.is_primary ? "Yes" : "No"} />
      </Section>
      <Section title="Content">
        <KeyValue testID="account-inbox" label="In the inbox" value={session.format.number(account.inbox)} />
        <KeyValue testID="account-sent" label="Sent" value={session.format.number(account.sent)} />
        <KeyValue testID="account-stored" label="Attachments" value={session.format.bytes(account.stored)} />
      </Section>
      <Section>
        <Row
          testID="signature"
          title="Signature"
          subtitle={account.signature === "" ? "None" : account.signature}
          onPress={() => navigation.push("signature", { accountId: account.id })}
        />
      </Section>
    </Screen>
  );
}
