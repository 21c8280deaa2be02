import type { Database, Session } from "@tapworld/kit";

import { nextId } from "./ids";

import type { FileMeta, PhoneFile } from "./types";

/** The most that one mail may carry, as most mail servers have it. */
export const MAX_ATTACHED_BYTES = 25_000_000;

/** Files of the phone, newest first, whose name holds the text. */
export function filesQuery(text: string) {
  return {
    sql: "SELECT * FROM files WHERE name LIKE ? ORDER BY modified_at DESC, id",
    params: [`%${text.trim()}%`],
  };
}

export function listFiles(db: Database): PhoneFile[] {
  const { sql, params } = filesQuery("");
  return db.all<PhoneFile>(sql, params);
}

export type FileKind = "image" | "pdf" | "sheet" | "archive" | "audio" | "calendar" | "text" | "file";

export function fileKind(file: FileMeta): FileKind {
  const { mime } = file;
  if (mime.startsWith("image/")) return "image";
  if (mime === "application/pdf") return "pdf";
  if (mime.includes("spreadsheet") || mime === "text/csv") return "sheet";
  if (mime.includes("zip")) return "archive";
  if (mime.startsWith("audio/")) return "audio";
  if (mime === "text/calendar") return "calendar";
  if (mime.startsWith("text/") || mime.includes("word")) return "text";
  return "file";
}

/** Why a file cannot be added to those attached already, or null. */
export function attachError(attached: readonly FileMeta[], file: FileMeta): string | null {
  if (attached.some((one) => one.name === file.name)) return `${file.name} is attached already.`;
  const total = attached.reduce((sum, one) => sum + one.size_bytes, file.size_bytes);
  return total > MAX_ATTACHED_BYTES ? "A mail carries at most 25 MB." : null;
}

/** Keep an attachment among the phone's files; a name that is taken gets a number. Returns the name. */
export function saveToPhone(db: Database, session: Session, file: FileMeta): string {
  return db.transaction(() => {
    const taken = new Set(listFiles(db).map((one) => one.name));
    const dot = file.name.lastIndexOf(".");
    const stem = dot > 0 ? file.name.slice(0, dot) : file.name;
    const ending = dot > 0 ? file.name.slice(dot) : "";
    let name = file.name;
    for (let n = 1; taken.has(name); n += 1) name = `${stem} (${n})${ending}`;
    db.run("INSERT INTO files (id, name, mime, size_bytes, modified_at) VALUES (?, ?, ?, ?, ?)", [
      nextId(db, "files"),
      name,
      file.mime,
      file.size_bytes,
      session.now(),
    ]);
    return name;
  });
}
