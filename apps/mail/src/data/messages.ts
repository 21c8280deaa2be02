import type { Database } from "@tapworld/kit";

import { getAccount, ownEmails } from "./accounts";
import type { Attachment, Message, Recipient, Thread } from "./types";

export const MESSAGES_SQL = "SELECT * FROM messages WHERE thread_id = ? ORDER BY sent_at, id";

export function getMessage(db: Database, id: number): Message {
  const message = db.get<Message>("SELECT * FROM messages WHERE id = ?", [id]);
  if (!message) throw new Error(`mail: no message with id ${id}`);
  return message;
}

export function recipientsOf(db: Database, messageId: number): Recipient[] {
  return db.all<Recipient>(
    "SELECT * FROM recipients WHERE message_id = ? ORDER BY CASE kind WHEN 'to' THEN 0 WHEN 'cc' THEN 1 ELSE 2 END, id",
    [messageId],
  );
}

export const MESSAGE_ATTACHMENTS_SQL = "SELECT * FROM attachments WHERE message_id = ? ORDER BY id";

export function attachmentsOf(db: Database, messageId: number): Attachment[] {
  return db.all<Attachment>(MESSAGE_ATTACHMENTS_SQL, [messageId]);
}

/** "to me, Noor Haddad": the recipients of a message in one line, own addresses as "me". */
export function recipientLine(db: Database, message: Message): string {
  const own = ownEmails(db);
  const named = recipientsOf(db, message.id)
    .filter((one) => one.kind !== "bcc")
    .map((one) => (own.includes(one.email.toLowerCase()) ? "me" : one.name || one.email));
  return named.length === 0 ? "" : `to ${[...new Set(named)].join(", ")}`;
}

/** The account a message came to or was sent from. */
export function accountOfMessage(db: Database, message: Message) {
  const thread = db.get<Thread>("SELECT * FROM threads WHERE id = ?", [message.thread_id]);
  if (!thread) throw new Error(`mail: message ${message.id} has no thread`);
  return getAccount(db, thread.account_id);
}

/** The newest message that was received, else the newest: the one that reply answers. */
export function messageToAnswer(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.is_outgoing === 0) ?? messages.at(-1);
}
