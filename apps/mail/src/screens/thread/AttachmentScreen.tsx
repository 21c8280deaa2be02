import {
  Button,
  EmptyState,
  KeyValue,
  Screen,
  Section,
  Stack,
  useDatabase,
  useNavigation,
  useParams,
  useRow,
  useSession,
  useToast,
} from "@tapworld/kit";

import { Picture } from "../../components/Picture";
import { fileKind, saveToPhone } from "../../data/files";
import type { Attachment } from "../../data/types";
import { fileIcon, saveFileIcon } from "../../icons";

type Shown = Attachment & { from_name: string; sent_at: number; subject: string; thread_id: number };

const SQL = `SELECT a.*, m.from_name, m.sent_at, m.subject, m.thread_id FROM attachments a
  JOIN messages m ON m.id = a.message_id WHERE a.id = ?`;

/** One attachment: what it is, from whom, and a way to keep it on the phone. */
export function AttachmentScreen() {
  const { attachmentId } = useParams<{ attachmentId: number }>();
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const toast = useToast();
  const file = useRow<Shown>(SQL, [attachmentId]);
  if (!file) {
    return (
      <Screen title="Attachment">
        <EmptyState icon={fileIcon} title="This file is gone" message="Its mail was deleted." />
      </Screen>
    );
  }
  return (
    <Screen title="Attachment">
      {fileKind(file) === "image" ? <Picture name={file.name} /> : null}
      <Section>
        <KeyValue testID="file-name" label="Name" value={file.name} />
        <KeyValue testID="file-type" label="Type" value={file.mime} />
        <KeyValue testID="file-size" label="Size" value={session.format.bytes(file.size_bytes)} />
        <KeyValue testID="file-from" label="From" value={file.from_name} />
        <KeyValue testID="file-sent" label="Sent" value={session.format.dateTime(file.sent_at)} />
        <KeyValue testID="file-subject" label="Mail" value={file.subject || "(no subject)"} />
      </Section>
      <Stack>
        <Button
          testID="save-file"
          icon={saveFileIcon}
          label="Save to this phone"
          wide
          onPress={() => {
            const name = saveToPhone(db, session, file);
            toast(`Saved as ${name}`);
          }}
        />
        <Button
          testID="open-thread"
          kind="text"
          label="Show the mail"
          wide
          onPress={() => navigation.push("thread", { threadId: file.thread_id })}
        />
      </Stack>
    </Screen>
  );
}
