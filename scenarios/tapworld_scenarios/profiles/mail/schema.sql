-- Mail. Money does not occur; all times are UTC epoch milliseconds; booleans are 0 or 1.

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,                       -- shown as the sender
  email TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('personal', 'work')),
  is_primary INTEGER NOT NULL DEFAULT 0,    -- exactly one row has 1: the current user
  signature TEXT NOT NULL DEFAULT ''
);

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  company TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT 'other' CHECK (kind IN ('family', 'friend', 'work', 'service', 'other')),
  is_favourite INTEGER NOT NULL DEFAULT 0,
  notes TEXT NOT NULL DEFAULT ''
);

CREATE TABLE threads (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts(id),
  subject TEXT NOT NULL,
  folder TEXT NOT NULL CHECK (folder IN ('inbox', 'archive', 'sent', 'spam', 'trash')),
  is_starred INTEGER NOT NULL DEFAULT 0,
  is_important INTEGER NOT NULL DEFAULT 0,
  is_muted INTEGER NOT NULL DEFAULT 0,
  snoozed_until INTEGER,                    -- NULL: not snoozed
  last_at INTEGER NOT NULL                  -- sent_at of the newest message
);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
  from_name TEXT NOT NULL,
  from_email TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,                       -- what its sender wrote (and the signature), without quotes
  quoted TEXT NOT NULL DEFAULT '',          -- the quoted mail below a forward; '' for others
  sent_at INTEGER NOT NULL,
  is_read INTEGER NOT NULL DEFAULT 0,
  is_outgoing INTEGER NOT NULL DEFAULT 0,   -- written by the current user
  in_reply_to INTEGER REFERENCES messages(id) ON DELETE SET NULL,
  forwarded_from INTEGER REFERENCES messages(id) ON DELETE SET NULL
);

CREATE TABLE recipients (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('to', 'cc', 'bcc')),
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL
);

CREATE TABLE labels (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL DEFAULT 'blue' CHECK (color IN ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'grey')),
  position INTEGER NOT NULL DEFAULT 0
);

-- A thread carries a label when its messages do: the app writes a row for every message of the thread.
CREATE TABLE message_labels (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES labels(id) ON DELETE CASCADE,
  PRIMARY KEY (message_id, label_id)
);

CREATE TABLE files (                        -- what the phone has to attach
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  modified_at INTEGER NOT NULL
);

CREATE TABLE drafts (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts(id),
  thread_id INTEGER REFERENCES threads(id) ON DELETE SET NULL,
  in_reply_to INTEGER REFERENCES messages(id) ON DELETE SET NULL,
  mode TEXT NOT NULL DEFAULT 'new' CHECK (mode IN ('new', 'reply', 'reply_all', 'forward')),
  to_text TEXT NOT NULL DEFAULT '',         -- addresses separated by ", "
  cc_text TEXT NOT NULL DEFAULT '',
  bcc_text TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL
);

CREATE TABLE attachments (                  -- belongs to a message or to a draft
  id INTEGER PRIMARY KEY,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  draft_id INTEGER REFERENCES drafts(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  CHECK ((message_id IS NULL) <> (draft_id IS NULL))
);

CREATE TABLE blocked_senders (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  blocked_at INTEGER NOT NULL
);

CREATE TABLE search_history (
  id INTEGER PRIMARY KEY,
  query TEXT NOT NULL UNIQUE,
  searched_at INTEGER NOT NULL
);

-- Keys: conversation_view, swipe_left, swipe_right ('archive'|'delete'|'read'|'snooze'|'none'), density_preview_lines,
-- default_reply ('reply'|'reply_all'), confirm_delete, confirm_send, notifications ('all'|'important'|'none'),
-- load_images ('always'|'ask'), vacation_enabled, vacation_subject, vacation_message, vacation_from, vacation_until,
-- vacation_contacts_only, signature_enabled, undo_send, default_account (id of the account new mails are written from;
-- '': the primary one), default_sort ('newest'|'oldest'|'sender'|'subject'). density_preview_lines is '0'..'3'.
-- Every key has a row. Booleans are '0' or '1', times are epoch ms as text or ''.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE INDEX messages_thread ON messages(thread_id);
CREATE INDEX threads_folder ON threads(folder, last_at);
CREATE INDEX recipients_message ON recipients(message_id);
