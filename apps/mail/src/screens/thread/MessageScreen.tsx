import {
  Button,
  EmptyState,
  KeyValue,
  Screen,
  Section,
  Stack,
  useDatabase,
  useDialogs,
  useNavigation,
  useParams,
  useRow,
  useSession,
  useToast,
} from "@tapworld/kit";

import { isBlocked, unblockSender } from "../../data/blocked";
import { contactByEmail } from "../../data/contacts";
import { accountOfMessage, attachmentsOf, recipientsOf } from "../../data/messages";
import type { Message, RecipientKind } from "../../data/types";
import { mailIcon } from "../../icons";

const KINDS: { kind: RecipientKind; label: string }[] = [
  { kind: "to", label: "To" },
  { kind: "cc", label: "Cc" },
  { kind: "bcc", label: "Bcc" },
];

/** Everything about one message that its text does not say. */
export function MessageScreen() {
  const { messageId } = useParams<{ messageId: number }>();
  const message = useRow<Message>("SELECT * FROM messages WHERE id = ?", [messageId]);
  if (!message) {
    return (
      <Screen title="Message details">
        <EmptyState icon={mailIcon} title="This message is gone" message="It was deleted for good." />
      </Screen>
    );
  }
  return <Details message={message} />;
}

function Details({ message }: { message: Message }) {
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const toast = useToast();
  const recipients = recipientsOf(db, message.id);
  const attachments = attachmentsOf(db, message.id);
  const contact = contactByEmail(db, message.from_email);
  const blocked = isBlocked(db, message.from_email);
  const size = attachments.reduce((sum, file) => sum + file.size_bytes, message.body.length + message.quoted.length);
  return (
    <Screen title="Message details">
      <Section>
        <KeyValue testID="detail-subject" label="Subject" value={message.subject || "(no subject)"} />
        <KeyValue testID="detail-from" label="From" value={message.from_name} />
        <KeyValue testID="detail-address" label="Address" value={message.from_email} />
        {KINDS.map(({ kind, label }) =>
          recipients
            .filter((one) => one.kind === kind)
            .map((one, index) => (
              <KeyValue
                key={one.id}
                testID={`detail-${kind}-${index}`}
                label={label}
                value={one.name === "" ? one.email : `${one.name} <${one.email}>`}
              />
            )),
        )}
        <KeyValue testID="detail-sent" label="Sent" value={session.format.dateTime(message.sent_at)} />
        <KeyValue testID="detail-account" label="Account" value={accountOfMessage(db, message).email} />
        <KeyValue testID="detail-attachments" label="Attachments" value={session.format.number(attachments.length)} />
        <KeyValue testID="detail-size" label="Size" value={session.format.bytes(size)} />
      </Section>
      {message.is_outgoing === 1 ? null : (
        <Section title="Sender">
          <Stack>
            <Button
              testID={contact ? "open-contact" : "add-contact"}
              kind="secondary"
              label={contact ? "Open contact" : "Add to contacts"}
              onPress={() =>
                contact
                  ? navigation.push("contact", { contactId: contact.id })
                  : navigation.push("contact-form", { name: message.from_name, email: message.from_email })
              }
            />
            <Button
              testID={blocked ? "unblock" : "block"}
              kind={blocked ? "secondary" : "danger"}
              label={blocked ? "Unblock sender" : "Block sender"}
              onPress={() => {
                if (blocked) {
                  unblockSender(db, message.from_email);
                  toast(`${message.from_email} unblocked`);
                } else {
                  dialogs.open("confirm-block", { email: message.from_email });
                }
              }}
            />
          </Stack>
        </Section>
      )}
    </Screen>
  );
}
