import type { Database, Session } from "@tapworld/kit";

import { composeAccount, getAccount, ownEmails } from "./accounts";
import { type Address, includesEmail, sameEmail, tidyField } from "./addresses";
import { draftAttachments, getDraft } from "./drafts";
import { accountOfMessage, attachmentsOf, getMessage, recipientsOf } from "./messages";
import type { FileMeta, Message, Mode, Recipient } from "./types";

/** What the compose screen edits. */
export type Mail = {
  accountId: number;
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  body: string;
  attachments: FileMeta[];
};

/** Where a mail comes from: a draft, an answer to a message, or nothing. */
export type Origin = {
  mode: Mode;
  draftId: number | null;
  messageId: number | null;
};

export type ComposeParams = {
  mode?: Mode;
  draftId?: number;
  messageId?: number;
  to?: string;
};

function prefixed(prefix: "Re" | "Fwd", subject: string): string {
  const has = prefix === "Re" ? /^re:\s/iu : /^(fwd?|fw):\s/iu;
  return has.test(subject) ? subject : `${prefix}: ${subject}`;
}

function joined(addresses: readonly Address[]): string {
  return addresses.map((address) => address.email).join(", ");
}

function distinct(people: readonly Address[], without: readonly Address[]): Address[] {
  const kept: Address[] = [];
  for (const one of people) {
    if (!includesEmail(kept, one.email) && !includesEmail(without, one.email)) kept.push(one);
  }
  return kept;
}

/**
 * To whom an answer goes. A reply goes to the sender; a reply to all also to the other people in "to", with
 * those in "cc" kept there. Own addresses are left out. Answering an own message goes to its recipients again.
 */
export function answerRecipients(
  message: Message,
  recipients: readonly Recipient[],
  own: readonly string[],
  mode: "reply" | "reply_all",
): { to: Address[]; cc: Address[] } {
  const of = (kind: Recipient["kind"]) => recipients.filter((one) => one.kind === kind);
  const me = own.map((email) => ({ name: "", email }));
  if (message.is_outgoing === 1) {
    const to = distinct(of("to"), []);
    return { to, cc: mode === "reply_all" ? distinct(of("cc"), to) : [] };
  }
  const sender: Address = { name: message.from_name, email: message.from_email };
  if (mode === "reply") return { to: [sender], cc: [] };
  const to = [sender, ...distinct(of("to"), [...me, sender])];
  return { to, cc: distinct(of("cc"), [...me, ...to]) };
}

function answerTo(db: Database, messageId: number, mode: Mode): Mail {
  const message = getMessage(db, messageId);
  const accountId = accountOfMessage(db, message).id;
  const empty = { accountId, cc: "", bcc: "", body: "", attachments: [] as FileMeta[] };
  if (mode === "forward") {
    const attachments = attachmentsOf(db, messageId).map(({ name, mime, size_bytes }) => ({
      name,
      mime,
      size_bytes,
    }));
    return { ...empty, to: "", subject: prefixed("Fwd", message.subject), attachments };
  }
  const answer = answerRecipients(
    message,
    recipientsOf(db, messageId),
    ownEmails(db),
    mode === "reply_all" ? "reply_all" : "reply",
  );
  return {
    ...empty,
    to: joined(answer.to),
    cc: joined(answer.cc),
    subject: prefixed("Re", message.subject),
  };
}

/** Where the compose screen with these parameters starts. */
export function openMail(db: Database, params: ComposeParams): { mail: Mail; origin: Origin } {
  if (params.draftId !== undefined) {
    const draft = getDraft(db, params.draftId);
    return {
      mail: {
        accountId: draft.account_id,
        to: draft.to_text,
        cc: draft.cc_text,
        bcc: draft.bcc_text,
        subject: draft.subject,
        body: draft.body,
        attachments: draftAttachments(db, draft.id),
      },
      origin: { mode: draft.mode, draftId: draft.id, messageId: draft.in_reply_to },
    };
  }
  const mode = params.mode ?? "new";
  const messageId = params.messageId ?? null;
  const origin = { mode, draftId: null, messageId };
  if (mode !== "new" && messageId !== null) {
    return { mail: answerTo(db, messageId, mode), origin };
  }
  const mail: Mail = {
    accountId: composeAccount(db).id,
    to: params.to ?? "",
    cc: "",
    bcc: "",
    subject: "",
    body: "",
    attachments: [],
  };
  return { mail, origin };
}

/** Whether two mails differ in anything that saving would keep. */
export function differs(a: Mail, b: Mail): boolean {
  const comparable = (mail: Mail) =>
    JSON.stringify({
      ...mail,
      to: tidyField(mail.to),
      cc: tidyField(mail.cc),
      bcc: tidyField(mail.bcc),
      attachments: mail.attachments.map((file) => file.name),
    });
  return comparable(a) !== comparable(b);
}

/** The forwarded mail as it stands below the own text. */
export function quoteOf(db: Database, session: Session, messageId: number): string {
  const message = getMessage(db, messageId);
  const to = recipientsOf(db, messageId)
    .filter((one) => one.kind === "to")
    .map((one) => one.name || one.email);
  const lines = [
    "---------- Forwarded mail ----------",
    `From: ${message.from_name} <${message.from_email}>`,
    `Date: ${session.format.dateTime(message.sent_at)}`,
    `Subject: ${message.subject}`,
    ...(to.length > 0 ? [`To: ${to.join(", ")}`] : []),
    "",
    message.body,
  ];
  return [...lines, ...(message.quoted === "" ? [] : ["", message.quoted])].join("\n");
}

/** What is put below the body when a mail of this account is sent; "" for nothing. */
export function signatureFor(db: Database, accountId: number, enabled: boolean): string {
  if (!enabled) return "";
  const { signature } = getAccount(db, accountId);
  return signature.trim() === "" ? "" : signature;
}

/** The body as sent: the text, an empty line, the signature. */
export function signedBody(body: string, signature: string): string {
  const text = body.trimEnd();
  if (signature === "") return text;
  return text === "" ? signature : `${text}\n\n${signature}`;
}

/** Whether a contact's address is one of those typed already. */
export function holds(field: string, email: string): boolean {
  return field.split(/[,;\n]/u).some((token) => sameEmail(token, email));
}
