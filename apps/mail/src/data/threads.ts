import type { Database } from "@tapworld/kit";

import { placeholders } from "./ids";
import type { Folder, Thread } from "./types";

/** Where threads lay before they were moved: what undo needs. */
export type Places = Pick<Thread, "id" | "folder" | "snoozed_until">[];

export const THREAD_SQL = "SELECT * FROM threads WHERE id = ?";

export function placesOf(db: Database, ids: number[]): Places {
  return db.all<Places[number]>(
    `SELECT id, folder, snoozed_until FROM threads WHERE id IN (${placeholders(ids)}) ORDER BY id`,
    ids,
  );
}

/** Put threads into a folder; a snooze ends with the move. Returns where they lay. */
export function moveThreads(db: Database, ids: number[], folder: Folder): Places {
  return db.transaction(() => {
    const before = placesOf(db, ids);
    db.run(
      `UPDATE threads SET folder = ?, snoozed_until = NULL WHERE id IN (${placeholders(ids)})`,
      [folder, ...ids],
    );
    return before;
  });
}

/** Hide threads from the inbox until a moment; archived ones come back to the inbox then. */
export function snoozeThreads(db: Database, ids: number[], until: number): Places {
  return db.transaction(() => {
    const before = placesOf(db, ids);
    db.run(
      `UPDATE threads SET folder = CASE folder WHEN 'archive' THEN 'inbox' ELSE folder END, snoozed_until = ?
       WHERE id IN (${placeholders(ids)})`,
      [until, ...ids],
    );
    return before;
  });
}

export function unsnoozeThreads(db: Database, ids: number[]): Places {
  return db.transaction(() => {
    const before = placesOf(db, ids);
    db.run(`UPDATE threads SET snoozed_until = NULL WHERE id IN (${placeholders(ids)})`, ids);
    return before;
  });
}

/** Undo of a move or snooze. */
export function restorePlaces(db: Database, places: Places): void {
  db.transaction(() => {
    for (const place of places) {
      db.run("UPDATE threads SET folder = ?, snoozed_until = ? WHERE id = ?", [
        place.folder,
        place.snoozed_until,
        place.id,
      ]);
    }
  });
}

export type Flag = "is_starred" | "is_important" | "is_muted";

export function setFlag(db: Database, ids: number[], flag: Flag, on: boolean): void {
  db.run(`UPDATE threads SET ${flag} = ? WHERE id IN (${placeholders(ids)}) AND ${flag} <> ?`, [
    on ? 1 : 0,
    ...ids,
    on ? 1 : 0,
  ]);
}

export function markRead(db: Database, ids: number[]): void {
  db.run(
    `UPDATE messages SET is_read = 1 WHERE is_read = 0 AND thread_id IN (${placeholders(ids)})`,
    ids,
  );
}

/** The newest received message of each thread becomes unread (the newest at all where none was received). */
export function markUnread(db: Database, ids: number[]): void {
  db.run(
    `UPDATE messages SET is_read = 0 WHERE id IN (
       SELECT (SELECT m.id FROM messages m WHERE m.thread_id = t.id
               ORDER BY m.is_outgoing, m.sent_at DESC, m.id DESC LIMIT 1)
       FROM threads t WHERE t.id IN (${placeholders(ids)}))`,
    ids,
  );
}

/** Remove threads for good, with their messages, labels and attachments. */
export function deleteForever(db: Database, ids: number[]): void {
  db.run(`DELETE FROM threads WHERE id IN (${placeholders(ids)})`, ids);
}

export function emptyFolder(db: Database, folder: "trash" | "spam"): number {
  return db.run("DELETE FROM threads WHERE folder = ?", [folder]).changes;
}
