import {
  Banner,
  EmptyState,
  Icon,
  IconButton,
  Inline,
  Pill,
  Row,
  Screen,
  Section,
  Text,
  useDatabase,
  useDialogs,
  useNavigation,
  useParams,
  useQuery,
  useRow,
  useScreenState,
  useSession,
  useTheme,
} from "@tapworld/kit";
import { useEffect } from "react";
import { View } from "react-native";

import { MAILBOXES } from "../../components/mailboxes";
import { useSettings } from "../../components/useSettings";
import { useThreadActions } from "../../components/useThreadActions";
import { THREAD_DRAFTS_SQL } from "../../data/drafts";
import { MESSAGES_SQL } from "../../data/messages";
import { isOn } from "../../data/settings";
import { labelsOfThreads } from "../../data/thread-list";
import { THREAD_SQL, markRead } from "../../data/threads";
import type { Draft, Message, Thread } from "../../data/types";
import { draftIcon, mailIcon, muteIcon, starIcon, starredIcon } from "../../icons";
import { MessageCard } from "./MessageCard";
import { ReplyBar } from "./ReplyBar";
import { threadActions } from "./threadActions";

/** Opened at first: what was not read, and the newest; everything when conversations are not folded. */
function firstOpen(messages: readonly Message[], folded: boolean): number[] {
  return messages
    .filter((message, index) => !folded || message.is_read === 0 || index === messages.length - 1)
    .map((message) => message.id);
}

export function ThreadScreen() {
  const { threadId } = useParams<{ threadId: number }>();
  const thread = useRow<Thread>(THREAD_SQL, [threadId]);
  if (!thread) {
    return (
      <Screen title="Mail">
        <EmptyState icon={mailIcon} title="This mail is gone" message="It was deleted for good." />
      </Screen>
    );
  }
  return <Conversation thread={thread} />;
}

function Conversation({ thread }: { thread: Thread }) {
  const db = useDatabase();
  const session = useSession();
  const theme = useTheme();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const settings = useSettings();
  const act = useThreadActions(navigation.back);
  const messages = useQuery<Message>(MESSAGES_SQL, [thread.id]);
  const drafts = useQuery<Draft>(THREAD_DRAFTS_SQL, [thread.id]);
  const [open, setOpen] = useScreenState<number[]>("open", () =>
    firstOpen(messages, isOn(settings, "conversation_view")),
  );
  useEffect(() => markRead(db, [thread.id]), [db, thread.id]);

  const labels = labelsOfThreads(db, [thread.id]).get(thread.id) ?? [];
  const waiting = thread.snoozed_until !== null && thread.snoozed_until > session.now();
  const toggle = (id: number) =>
    setOpen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]));

  return (
    <Screen
      title={MAILBOXES[thread.folder].title}
      actions={threadActions({ thread, waiting, act, navigation, dialogs })}
      footer={<ReplyBar messages={messages} first={settings.default_reply === "reply_all" ? "reply_all" : "reply"} />}
    >
      <View style={{ paddingHorizontal: theme.space(4), paddingVertical: theme.space(2), gap: theme.space(2) }}>
        <Inline gap={2} align="start">
          <View style={{ flex: 1, paddingTop: theme.space(2) }}>
            <Text role="title" testID="thread-subject">
              {thread.subject || "(no subject)"}
            </Text>
          </View>
          <IconButton
            testID="star"
            icon={thread.is_starred ? starredIcon : starIcon}
            label={thread.is_starred ? "Remove star" : "Star"}
            selected={thread.is_starred === 1}
            onPress={() => act.flag([thread.id], "is_starred", thread.is_starred === 0)}
          />
        </Inline>
        {labels.length > 0 || thread.is_muted || thread.is_important ? (
          <Inline gap={1} wrap>
            {thread.is_important ? <Pill label="Important" color="yellow" /> : null}
            {thread.is_muted ? <Icon path={muteIcon} size="small" tone="muted" /> : null}
            {labels.map((label) => (
              <Pill key={label.id} label={label.name} color={label.color} />
            ))}
          </Inline>
        ) : null}
      </View>
      {waiting ? (
        <Banner
          tone="info"
          message={`Snoozed until ${session.format.dateTime(thread.snoozed_until ?? 0)}.`}
          action={{ testID: "unsnooze", label: "Unsnooze", onPress: () => act.unsnooze([thread.id]) }}
        />
      ) : null}
      {thread.folder === "spam" ? (
        <Banner
          tone="warning"
          message="This conversation is in spam."
          action={{ testID: "banner-not-spam", label: "Not spam", onPress: () => act.move([thread.id], "inbox") }}
        />
      ) : null}
      {messages.map((message, index) => (
        <MessageCard
          key={message.id}
          index={index}
          message={message}
          open={open.includes(message.id)}
          onToggle={() => toggle(message.id)}
        />
      ))}
      {drafts.length > 0 ? (
        <Section title="Drafts">
          {drafts.map((draft, index) => (
            <Row
              key={draft.id}
              testID={`draft-${index}`}
              title="Draft"
              subtitle={draft.body || draft.subject}
              leading={<Icon path={draftIcon} />}
              onPress={() => navigation.push("compose", { draftId: draft.id })}
            />
          ))}
        </Section>
      ) : null}
    </Screen>
  );
}
