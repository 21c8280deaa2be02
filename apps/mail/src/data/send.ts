import type { Database, Session } from "@tapworld/kit";

import { getAccount } from "./accounts";
import { type Address, includesEmail, parseField } from "./addresses";
import { type Mail, type Origin, quoteOf, signatureFor, signedBody } from "./compose";
import { contactByEmail } from "./contacts";
import { deleteDraft, saveDraft } from "./drafts";
import { nextId } from "./ids";
import { getMessage, recipientsOf } from "./messages";
import { getSetting } from "./settings";
import type { RecipientKind } from "./types";

export type SendErrors = Partial<Record<RecipientKind, string>>;

/** What keeps a mail from being sent: addresses that are none, or nobody to send it to. */
export function sendErrors(mail: Mail): SendErrors {
  const errors: SendErrors = {};
  let people = 0;
  for (const kind of ["to", "cc", "bcc"] as const) {
    const { addresses, invalid } = parseField(mail[kind]);
    people += addresses.length;
    const first = invalid[0];
    if (first !== undefined) errors[kind] = `“${first}” is not an e-mail address.`;
  }
  if (people === 0) errors.to ??= "Add at least one recipient.";
  return errors;
}

/** A sent mail, and what undo needs. */
export interface Sent {
  messageId: number;
  threadId: number;
  newThread: boolean;
  lastAt: number | null;
  mail: Mail;
  origin: Origin;
}

/**
 * Send a mail. An answer joins the thread of its message; a new mail or a forward starts one among the sent.
 * The draft it was written in goes.
 */
export function sendMail(db: Database, session: Session, mail: Mail, origin: Origin): Sent {
  return db.transaction(() => {
    const answered =
      origin.messageId !== null && origin.mode !== "forward" ? getMessage(db, origin.messageId) : null;
    const lastAt = answered === null ? null : lastTime(db, answered.thread_id);
    const threadId = answered?.thread_id ?? startThread(db, session, mail);
    if (answered !== null) {
      db.run("UPDATE threads SET last_at = ? WHERE id = ?", [session.now(), threadId]);
    }
    const messageId = insertMessage(db, session, mail, origin, threadId);
    insertRecipients(db, messageId, mail, answered?.id ?? null);
    for (const file of mail.attachments) {
      db.run("INSERT INTO attachments (id, message_id, name, mime, size_bytes) VALUES (?, ?, ?, ?, ?)", [
        nextId(db, "attachments"),
        messageId,
        file.name,
        file.mime,
        file.size_bytes,
      ]);
    }
    db.run(
      `INSERT INTO message_labels (message_id, label_id)
       SELECT DISTINCT ?, ml.label_id FROM message_labels ml JOIN messages m ON m.id = ml.message_id
       WHERE m.thread_id = ?`,
      [messageId, threadId],
    );
    if (origin.draftId !== null) deleteDraft(db, origin.draftId);
    return { messageId, threadId, newThread: answered === null, lastAt, mail, origin };
  });
}

function lastTime(db: Database, threadId: number): number | null {
  return (
    db.get<{ last_at: number }>("SELECT last_at FROM threads WHERE id = ?", [threadId])?.last_at ??
    null
  );
}

function startThread(db: Database, session: Session, mail: Mail): number {
  const id = nextId(db, "threads");
  db.run(
    "INSERT INTO threads (id, account_id, subject, folder, last_at) VALUES (?, ?, ?, 'sent', ?)",
    [id, mail.accountId, mail.subject.trim(), session.now()],
  );
  return id;
}

function insertMessage(
  db: Database,
  session: Session,
  mail: Mail,
  origin: Origin,
  threadId: number,
): number {
  const id = nextId(db, "messages");
  const account = getAccount(db, mail.accountId);
  const signature = signatureFor(db, account.id, getSetting(db, "signature_enabled") === "1");
  const forwarded = origin.mode === "forward" ? origin.messageId : null;
  const quoted = forwarded === null ? "" : quoteOf(db, session, forwarded);
  const answers = origin.mode === "forward" ? null : origin.messageId;
  db.run(
    `INSERT INTO messages (id, thread_id, from_name, from_email, subject, body, quoted, sent_at, is_read, is_outgoing,
       in_reply_to, forwarded_from) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 1, ?, ?)`,
    [
      id,
      threadId,
      account.name,
      account.email,
      mail.subject.trim(),
      signedBody(mail.body, signature),
      quoted,
      session.now(),
      answers,
      forwarded,
    ],
  );
  return id;
}

/** Names come from the address itself, else the address book, else the mail that is answered. */
function insertRecipients(db: Database, messageId: number, mail: Mail, answered: number | null): void {
  const known: Address[] = [];
  if (answered !== null) {
    const message = getMessage(db, answered);
    known.push({ name: message.from_name, email: message.from_email }, ...recipientsOf(db, answered));
  }
  const written: Address[] = [];
  for (const kind of ["to", "cc", "bcc"] as const) {
    for (const address of parseField(mail[kind]).addresses) {
      if (includesEmail(written, address.email)) continue;
      written.push(address);
      const name =
        address.name ||
        contactByEmail(db, address.email)?.name ||
        known.find((one) => includesEmail([one], address.email))?.name ||
        "";
      db.run("INSERT INTO recipients (id, message_id, kind, name, email) VALUES (?, ?, ?, ?, ?)", [
        nextId(db, "recipients"),
        messageId,
        kind,
        name,
        address.email,
      ]);
    }
  }
}

/** Take a mail back: it becomes a draft again. Returns the draft's id. */
export function undoSend(db: Database, session: Session, sent: Sent): number {
  return db.transaction(() => {
    if (sent.newThread) {
      db.run("DELETE FROM threads WHERE id = ?", [sent.threadId]);
    } else {
      db.run("DELETE FROM messages WHERE id = ?", [sent.messageId]);
      db.run("UPDATE threads SET last_at = ? WHERE id = ?", [sent.lastAt, sent.threadId]);
    }
    return saveDraft(db, session, sent.mail, { ...sent.origin, draftId: null });
  });
}
