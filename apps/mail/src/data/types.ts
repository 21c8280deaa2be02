/** Rows of the mail database, as the queries of this folder return them. Booleans are 0 or 1, times epoch ms. */

export type Folder = "inbox" | "archive" | "sent" | "spam" | "trash";

/** A place that lists threads: the folders plus the views that cut across them. */
export type Mailbox = Folder | "starred" | "important" | "snoozed" | "all";

export type Mode = "new" | "reply" | "reply_all" | "forward";

export type LabelColor = "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "grey";

export type ContactKind = "family" | "friend" | "work" | "service" | "other";

export type RecipientKind = "to" | "cc" | "bcc";

export interface Account {
  id: number;
  name: string;
  email: string;
  kind: "personal" | "work";
  is_primary: number;
  signature: string;
}

export interface Thread {
  id: number;
  account_id: number;
  subject: string;
  folder: Folder;
  is_starred: number;
  is_important: number;
  is_muted: number;
  snoozed_until: number | null;
  last_at: number;
}

export interface Message {
  id: number;
  thread_id: number;
  from_name: string;
  from_email: string;
  subject: string;
  body: string;
  quoted: string;
  sent_at: number;
  is_read: number;
  is_outgoing: number;
  in_reply_to: number | null;
  forwarded_from: number | null;
}

export interface Recipient {
  id: number;
  message_id: number;
  kind: RecipientKind;
  name: string;
  email: string;
}

export interface Label {
  id: number;
  name: string;
  color: LabelColor;
  position: number;
}

export interface Contact {
  id: number;
  name: string;
  email: string;
  phone: string;
  company: string;
  kind: ContactKind;
  is_favourite: number;
  notes: string;
}

/** A file to attach, or one that is attached: both are this much. */
export type FileMeta = {
  name: string;
  mime: string;
  size_bytes: number;
};

export interface PhoneFile extends FileMeta {
  id: number;
  modified_at: number;
}

export interface Attachment extends FileMeta {
  id: number;
  message_id: number | null;
  draft_id: number | null;
}

export interface Draft {
  id: number;
  account_id: number;
  thread_id: number | null;
  in_reply_to: number | null;
  mode: Mode;
  to_text: string;
  cc_text: string;
  bcc_text: string;
  subject: string;
  body: string;
  updated_at: number;
}
