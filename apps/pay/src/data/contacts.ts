import type { Database } from "@tapworld/kit";
import { refuse } from "./problem";
import { containing } from "./like";
import { nextId } from "./wallet";
import type { Contact, Problem, Query, User } from "./types";

export type ContactScope = "all" | "favourites" | "blocked";

/** Contacts that match `text` by name, handle, email or phone, by name. */
export function contactsQuery(text: string, scope: ContactScope = "all"): Query {
  const scoped = { all: "", favourites: "AND is_favourite = 1", blocked: "AND is_blocked = 1" }[scope];
  const pattern = containing(text);
  return {
    sql: `SELECT * FROM contacts WHERE is_removed = 0 ${scoped}
          AND (name LIKE ? ESCAPE '\\' OR handle LIKE ? ESCAPE '\\' OR email LIKE ? ESCAPE '\\' OR phone LIKE ? ESCAPE '\\')
          ORDER BY name COLLATE NOCASE, id`,
    params: [pattern, pattern, pattern, pattern],
  };
}

export function contactQuery(id: number): Query {
  return { sql: "SELECT * FROM contacts WHERE id = ?", params: [id] };
}

export interface ContactTotals {
  sent_cents: number;
  received_cents: number;
  payments: number;
}

/** What went between the current user and a contact. */
export function contactTotalsQuery(contactId: number): Query {
  return {
    sql: `SELECT COALESCE(SUM(CASE WHEN kind = 'send' THEN amount_cents END), 0) AS sent_cents,
                 COALESCE(SUM(CASE WHEN kind IN ('receive', 'refund') THEN amount_cents END), 0) AS received_cents,
                 COUNT(*) AS payments
          FROM transactions WHERE contact_id = ? AND status IN ('completed', 'pending')`,
    params: [contactId],
  };
}

export interface ContactInput {
  name: string;
  handle: string;
  email: string;
  phone: string;
}

/** A handle in its stored form: lower case with one '@' in front. */
export function normalHandle(text: string): string {
  const bare = text.trim().replace(/^@+/, "").toLowerCase();
  return bare === "" ? "" : `@${bare}`;
}

export function checkPersonFields(input: Pick<ContactInput, "name" | "email" | "phone">): Problem | null {
  if (input.name.trim() === "") return { field: "name", message: "Enter a name." };
  if (input.email.trim() !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.email.trim())) return { field: "email", message: "This is not an email address." };
  if (input.phone.trim() !== "" && !/^\+?[\d\s()./-]{5,24}$/.test(input.phone.trim())) return { field: "phone", message: "This is not a phone number." };
  return null;
}

/** `id` is the contact under edit, null for a new one. New contacts must be somebody on the network. */
export function checkContact(db: Database, input: ContactInput, id: number | null): Problem | null {
  const handle = normalHandle(input.handle);
  const fields = checkPersonFields(input);
  if (fields?.field === "name") return fields;
  if (!/^@[\p{L}\d._-]{2,30}$/u.test(handle)) return { field: "handle", message: "A handle has 2 to 30 letters, digits, dots, dashes or underscores." };
  const taken = db.get<Contact>("SELECT * FROM contacts WHERE handle = ? AND is_removed = 0", [handle]);
  if (taken && taken.id !== id) return { field: "handle", message: `${taken.name} already has this handle in your contacts.` };
  const before = id === null ? undefined : db.get<Contact>("SELECT * FROM contacts WHERE id = ?", [id]);
  if (before?.handle !== handle) {
    const user = userByHandle(db, handle);
    if (!user) return { field: "handle", message: `Nobody on Pay has the handle ${handle}.` };
    if (user.is_current) return { field: "handle", message: "This is your own handle." };
  }
  return fields;
}

export function userByHandle(db: Database, handle: string): User | undefined {
  return db.get<User>("SELECT * FROM users WHERE handle = ? COLLATE NOCASE", [handle]);
}

/** Adds a contact, or brings back the one that was deleted with the same handle; returns its id. */
export function addContact(db: Database, input: ContactInput): number {
  refuse(checkContact(db, input, null));
  const handle = normalHandle(input.handle);
  const values = [input.name.trim(), input.email.trim(), input.phone.trim()];
  const gone = db.get<Contact>("SELECT * FROM contacts WHERE handle = ? AND is_removed = 1", [handle]);
  if (gone) {
    db.run("UPDATE contacts SET name = ?, email = ?, phone = ?, is_favourite = 0, is_blocked = 0, is_removed = 0 WHERE id = ?", [...values, gone.id]);
    return gone.id;
  }
  const id = nextId(db, "contacts");
  db.run("INSERT INTO contacts (id, user_id, name, email, phone, handle) VALUES (?, ?, ?, ?, ?, ?)", [
    id, userByHandle(db, handle)?.id ?? null, ...values, handle,
  ]);
  return id;
}

/** Writes only what differs, so that saving an unchanged form changes nothing. */
export function editContact(db: Database, id: number, input: ContactInput): void {
  refuse(checkContact(db, input, id));
  const handle = normalHandle(input.handle);
  const before = db.get<Contact>("SELECT * FROM contacts WHERE id = ?", [id]);
  const userId = before?.handle === handle ? before.user_id : (userByHandle(db, handle)?.id ?? null);
  db.run("UPDATE contacts SET name = ?, handle = ?, email = ?, phone = ?, user_id = ? WHERE id = ?", [
    input.name.trim(), handle, input.email.trim(), input.phone.trim(), userId, id,
  ]);
}

export function setFavourite(db: Database, id: number, favourite: boolean): void {
  db.run("UPDATE contacts SET is_favourite = ? WHERE id = ?", [favourite ? 1 : 0, id]);
}

export function setBlocked(db: Database, id: number, blocked: boolean): void {
  db.run("UPDATE contacts SET is_blocked = ? WHERE id = ?", [blocked ? 1 : 0, id]);
}

/** A contact with open requests cannot be deleted: the request would stay without a person to settle it with. */
export function checkContactRemoval(db: Database, id: number): Problem | null {
  const open = db.get<{ count: number }>("SELECT COUNT(*) AS count FROM requests WHERE contact_id = ? AND status = 'pending'", [id])?.count ?? 0;
  return open > 0 ? { field: "contact", message: "There are open requests with this person. Close them first." } : null;
}

export function removeContact(db: Database, id: number): void {
  refuse(checkContactRemoval(db, id));
  db.run("UPDATE contacts SET is_removed = 1 WHERE id = ?", [id]);
}

export function restoreContact(db: Database, id: number): void {
  db.run("UPDATE contacts SET is_removed = 0 WHERE id = ?", [id]);
}

/** People of the network who are not in the contacts yet. */
export function networkQuery(text: string): Query {
  const pattern = containing(text);
  return {
    sql: `SELECT u.* FROM users u WHERE u.is_current = 0 AND (u.name LIKE ? ESCAPE '\\' OR u.handle LIKE ? ESCAPE '\\')
          AND NOT EXISTS (SELECT 1 FROM contacts c WHERE c.is_removed = 0 AND (c.handle = u.handle OR c.user_id = u.id)) ORDER BY u.name, u.id`,
    params: [pattern, pattern],
  };
}

/** The chosen people in the order in which they were chosen. */
export function chosenPeopleQuery(ids: readonly number[]): Query {
  const list = JSON.stringify(ids);
  return { sql: "SELECT c.* FROM json_each(?) chosen JOIN contacts c ON c.id = chosen.value ORDER BY chosen.key", params: [list] };
}
