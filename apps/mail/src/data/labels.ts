import type { Database } from "@tapworld/kit";

import { nextId, placeholders } from "./ids";
import type { Label, LabelColor } from "./types";

export const LABEL_COLORS: readonly LabelColor[] = [
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "grey",
];

export const LABELS_SQL = "SELECT * FROM labels ORDER BY position, id";

/** Labels with the number of threads outside spam and trash that carry them. */
export const LABEL_COUNTS_SQL = `
  SELECT l.*, (
    SELECT COUNT(DISTINCT m.thread_id) FROM message_labels ml
    JOIN messages m ON m.id = ml.message_id JOIN threads t ON t.id = m.thread_id
    WHERE ml.label_id = l.id AND t.folder NOT IN ('spam', 'trash')) AS threads
  FROM labels l ORDER BY l.position, l.id`;

export function listLabels(db: Database): Label[] {
  return db.all<Label>(LABELS_SQL);
}

/** Why a name cannot be given to a label (`id`: the label that has it now), or null. */
export function labelNameError(db: Database, name: string, id: number | null): string | null {
  const wanted = name.trim();
  if (wanted === "") return "Give the label a name.";
  if (wanted.length > 40) return "A label's name has at most 40 characters.";
  const taken = listLabels(db).some(
    (label) => label.id !== id && label.name.toLowerCase() === wanted.toLowerCase(),
  );
  return taken ? "There is already a label with this name." : null;
}

export function createLabel(db: Database, name: string, color: LabelColor): number {
  return db.transaction(() => {
    const id = nextId(db, "labels");
    db.run(
      "INSERT INTO labels (id, name, color, position) SELECT ?, ?, ?, COALESCE(MAX(position), -1) + 1 FROM labels",
      [id, name.trim(), color],
    );
    return id;
  });
}

export function updateLabel(db: Database, id: number, name: string, color: LabelColor): void {
  db.run("UPDATE labels SET name = ?, color = ? WHERE id = ?", [name.trim(), color, id]);
}

/** Put the label at place `from` of the list at place `to`. */
export function moveLabel(db: Database, from: number, to: number): void {
  const ids = listLabels(db).map((label) => label.id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  db.transaction(() => {
    ids.forEach((id, position) => {
      db.run("UPDATE labels SET position = ? WHERE id = ? AND position <> ?", [position, id, position]);
    });
  });
}

export function deleteLabel(db: Database, id: number): void {
  db.run("DELETE FROM labels WHERE id = ?", [id]);
}

/** For each label: whether all, some or none of the threads carry it. */
export function labelCoverage(db: Database, threadIds: number[]): Map<number, "all" | "some"> {
  const rows = db.all<{ label_id: number; threads: number }>(
    `SELECT ml.label_id, COUNT(DISTINCT m.thread_id) AS threads FROM message_labels ml
     JOIN messages m ON m.id = ml.message_id WHERE m.thread_id IN (${placeholders(threadIds)})
     GROUP BY ml.label_id`,
    threadIds,
  );
  return new Map(
    rows.map((row) => [row.label_id, row.threads === threadIds.length ? "all" : "some"]),
  );
}

/** Put labels on threads and take others off; every message of a thread carries its labels. */
export function changeLabels(
  db: Database,
  threadIds: number[],
  change: { add: number[]; remove: number[] },
): void {
  if (threadIds.length === 0) return;
  const threads = placeholders(threadIds);
  db.transaction(() => {
    for (const label of change.add) {
      db.run(
        `INSERT OR IGNORE INTO message_labels (message_id, label_id)
         SELECT id, ? FROM messages WHERE thread_id IN (${threads})`,
        [label, ...threadIds],
      );
    }
    for (const label of change.remove) {
      db.run(
        `DELETE FROM message_labels WHERE label_id = ?
         AND message_id IN (SELECT id FROM messages WHERE thread_id IN (${threads}))`,
        [label, ...threadIds],
      );
    }
  });
}
