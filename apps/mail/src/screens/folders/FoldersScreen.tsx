import { Badge, Icon, Row, Screen, Section, useNavigation, useQuery, useRow, useSession, useTheme } from "@tapworld/kit";

import { MAILBOXES } from "../../components/mailboxes";
import { LABEL_COUNTS_SQL } from "../../data/labels";
import { type MailboxCounts, countsQuery } from "../../data/thread-list";
import type { Label, Mailbox } from "../../data/types";
import { addIcon, draftIcon, labelIcon } from "../../icons";

const FOLDERS: Mailbox[] = ["starred", "important", "snoozed", "sent", "archive", "all", "spam", "trash"];
const COUNTED: Mailbox[] = ["starred", "important", "snoozed", "spam", "trash"];

/** Every mailbox and label with its count. */
export function FoldersScreen() {
  const session = useSession();
  const theme = useTheme();
  const navigation = useNavigation();
  const { sql, params } = countsQuery(session.now());
  const counts = useRow<MailboxCounts>(sql, params);
  const labels = useQuery<Label & { threads: number }>(LABEL_COUNTS_SQL);
  const countOf = (mailbox: Mailbox) =>
    COUNTED.includes(mailbox) ? (counts?.[mailbox as keyof MailboxCounts] ?? 0) : 0;

  const folder = (mailbox: Mailbox) => (
    <Row
      key={mailbox}
      testID={`folder-${mailbox}`}
      title={MAILBOXES[mailbox].title}
      leading={<Icon path={MAILBOXES[mailbox].icon} />}
      detail={countOf(mailbox) > 0 ? session.format.number(countOf(mailbox)) : undefined}
      onPress={() => navigation.push("folder", { mailbox })}
    />
  );

  return (
    <Screen title="Folders">
      <Section>
        <Row
          testID="folder-inbox"
          title={MAILBOXES.inbox.title}
          leading={<Icon path={MAILBOXES.inbox.icon} />}
          trailing={counts && counts.unread > 0 ? <Badge count={counts.unread} /> : undefined}
          onPress={() => navigation.tab("inbox")}
        />
        {FOLDERS.slice(0, 4).map(folder)}
        <Row
          testID="folder-drafts"
          title="Drafts"
          leading={<Icon path={draftIcon} />}
          detail={counts && counts.drafts > 0 ? session.format.number(counts.drafts) : undefined}
          onPress={() => navigation.push("drafts")}
        />
        {FOLDERS.slice(4).map(folder)}
      </Section>
      <Section
        title="Labels"
        action={{ testID: "manage-labels", label: "Manage", onPress: () => navigation.push("labels") }}
      >
        {labels.map((label, index) => (
          <Row
            key={label.id}
            testID={`label-${index}`}
            title={label.name}
            leading={<Icon path={labelIcon} color={theme.palette(label.color)} />}
            detail={session.format.number(label.threads)}
            onPress={() => navigation.push("label", { labelId: label.id })}
          />
        ))}
        {labels.length === 0 ? (
          <Row
            testID="first-label"
            title="Create your first label"
            leading={<Icon path={addIcon} />}
            onPress={() => navigation.push("label-form")}
          />
        ) : null}
      </Section>
    </Screen>
  );
}
