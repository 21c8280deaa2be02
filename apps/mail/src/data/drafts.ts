import type { Database, Session } from "@tapworld/kit";

import { tidyField } from "./addresses";
import type { Mail, Origin } from "./compose";
import { nextId } from "./ids";
import type { Draft, FileMeta } from "./types";

export const DRAFTS_SQL = `
  SELECT d.*, EXISTS (SELECT 1 FROM attachments a WHERE a.draft_id = d.id) AS has_attachment
  FROM drafts d ORDER BY d.updated_at DESC, d.id DESC`;

export const THREAD_DRAFTS_SQL = "SELECT * FROM drafts WHERE thread_id = ? ORDER BY updated_at, id";

export function getDraft(db: Database, id: number): Draft {
  const draft = db.get<Draft>("SELECT * FROM drafts WHERE id = ?", [id]);
  if (!draft) throw new Error(`mail: no draft with id ${id}`);
  return draft;
}

export function draftAttachments(db: Database, draftId: number): FileMeta[] {
  return db.all<FileMeta>(
    "SELECT name, mime, size_bytes FROM attachments WHERE draft_id = ? ORDER BY id",
    [draftId],
  );
}

function writeAttachments(db: Database, draftId: number, files: readonly FileMeta[]): void {
  const stored = draftAttachments(db, draftId).map((file) => file.name);
  const wanted = files.map((file) => file.name);
  for (const name of stored) {
    if (!wanted.includes(name)) {
      db.run("DELETE FROM attachments WHERE draft_id = ? AND name = ?", [draftId, name]);
    }
  }
  for (const file of files) {
    if (stored.includes(file.name)) continue;
    db.run("INSERT INTO attachments (id, draft_id, name, mime, size_bytes) VALUES (?, ?, ?, ?, ?)", [
      nextId(db, "attachments"),
      draftId,
      file.name,
      file.mime,
      file.size_bytes,
    ]);
  }
}

/** Keep a mail as a draft: a new row, or the one it came from. Returns the draft's id. */
export function saveDraft(db: Database, session: Session, mail: Mail, origin: Origin): number {
  return db.transaction(() => {
    const fields = [
      mail.accountId,
      tidyField(mail.to),
      tidyField(mail.cc),
      tidyField(mail.bcc),
      mail.subject.trim(),
      mail.body.trimEnd(),
      session.now(),
    ];
    let id = origin.draftId;
    if (id === null) {
      id = nextId(db, "drafts");
      db.run(
        `INSERT INTO drafts (account_id, to_text, cc_text, bcc_text, subject, body, updated_at, id, mode, in_reply_to, thread_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [...fields, id, origin.mode, origin.messageId, threadOf(db, origin)],
      );
    } else {
      db.run(
        `UPDATE drafts SET account_id = ?, to_text = ?, cc_text = ?, bcc_text = ?, subject = ?, body = ?, updated_at = ?
         WHERE id = ?`,
        [...fields, id],
      );
    }
    writeAttachments(db, id, mail.attachments);
    return id;
  });
}

function threadOf(db: Database, origin: Origin): number | null {
  // A forward starts a thread of its own.
  if (origin.messageId === null || origin.mode === "forward") return null;
  const row = db.get<{ thread_id: number }>("SELECT thread_id FROM messages WHERE id = ?", [
    origin.messageId,
  ]);
  return row?.thread_id ?? null;
}

export function deleteDraft(db: Database, id: number): void {
  db.run("DELETE FROM drafts WHERE id = ?", [id]);
}

export interface DeletedDraft {
  draft: Draft;
  files: FileMeta[];
}

/** Delete a draft and return what brings it back. */
export function removeDraft(db: Database, id: number): DeletedDraft {
  return db.transaction(() => {
    const removed = { draft: getDraft(db, id), files: draftAttachments(db, id) };
    deleteDraft(db, id);
    return removed;
  });
}

export function restoreDraft(db: Database, { draft, files }: DeletedDraft): void {
  db.transaction(() => {
    db.run(
      `INSERT INTO drafts (id, account_id, thread_id, in_reply_to, mode, to_text, cc_text, bcc_text, subject, body, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        draft.id,
        draft.account_id,
        draft.thread_id,
        draft.in_reply_to,
        draft.mode,
        draft.to_text,
        draft.cc_text,
        draft.bcc_text,
        draft.subject,
        draft.body,
        draft.updated_at,
      ],
    );
    writeAttachments(db, draft.id, files);
  });
}
