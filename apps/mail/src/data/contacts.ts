import type { Database } from "@tapworld/kit";

import { isEmail, sameEmail } from "./addresses";
import { nextId } from "./ids";
import type { Contact, ContactKind } from "./types";

export const CONTACT_KINDS: readonly { value: ContactKind; label: string }[] = [
  { value: "family", label: "Family" },
  { value: "friend", label: "Friend" },
  { value: "work", label: "Work" },
  { value: "service", label: "Service" },
  { value: "other", label: "Other" },
];

export type ContactFields = Omit<Contact, "id">;

export const EMPTY_CONTACT: ContactFields = {
  name: "",
  email: "",
  phone: "",
  company: "",
  kind: "other",
  is_favourite: 0,
  notes: "",
};

export type ContactErrors = Partial<Record<"name" | "email" | "phone", string>>;

export type ContactFilter = "all" | "favourites" | ContactKind;

/** Contacts by name whose name, address, company or phone holds the text. */
export function contactsQuery(text: string, filter: ContactFilter) {
  const conditions = ["(name LIKE ? OR email LIKE ? OR company LIKE ? OR phone LIKE ?)"];
  const like = `%${text.trim()}%`;
  const params: string[] = [like, like, like, like];
  if (filter === "favourites") {
    conditions.push("is_favourite = 1");
  } else if (filter !== "all") {
    conditions.push("kind = ?");
    params.push(filter);
  }
  return {
    sql: `SELECT * FROM contacts WHERE ${conditions.join(" AND ")} ORDER BY name COLLATE NOCASE, id`,
    params,
  };
}

export function contactByEmail(db: Database, email: string): Contact | undefined {
  return db.get<Contact>("SELECT * FROM contacts WHERE lower(email) = lower(?) ORDER BY id", [
    email.trim(),
  ]);
}

export function contactErrors(db: Database, fields: ContactFields, id: number | null): ContactErrors {
  const errors: ContactErrors = {};
  if (fields.name.trim() === "") errors.name = "Enter a name.";
  if (!isEmail(fields.email)) {
    errors.email = "Enter an address such as name@mail.example.";
  } else {
    const taken = db
      .all<Contact>("SELECT * FROM contacts")
      .some((one) => one.id !== id && sameEmail(one.email, fields.email));
    if (taken) errors.email = "Another contact has this address.";
  }
  if (!/^[+()\d\s./-]*$/u.test(fields.phone)) errors.phone = "A phone number has digits only.";
  return errors;
}

/** Insert (`id` null) or update a contact; returns its id. */
export function saveContact(db: Database, id: number | null, fields: ContactFields): number {
  const values = [
    fields.name.trim(),
    fields.email.trim(),
    fields.phone.trim(),
    fields.company.trim(),
    fields.kind,
    fields.is_favourite,
    fields.notes.trim(),
  ];
  if (id !== null) {
    db.run(
      "UPDATE contacts SET name = ?, email = ?, phone = ?, company = ?, kind = ?, is_favourite = ?, notes = ? WHERE id = ?",
      [...values, id],
    );
    return id;
  }
  return db.transaction(() => {
    const created = nextId(db, "contacts");
    db.run(
      "INSERT INTO contacts (name, email, phone, company, kind, is_favourite, notes, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [...values, created],
    );
    return created;
  });
}

export function setFavourite(db: Database, id: number, on: boolean): void {
  db.run("UPDATE contacts SET is_favourite = ? WHERE id = ?", [on ? 1 : 0, id]);
}

export function deleteContact(db: Database, id: number): void {
  db.run("DELETE FROM contacts WHERE id = ?", [id]);
}

/** Undo of a deletion. */
export function restoreContact(db: Database, contact: Contact): void {
  db.run(
    "INSERT INTO contacts (id, name, email, phone, company, kind, is_favourite, notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [
      contact.id,
      contact.name,
      contact.email,
      contact.phone,
      contact.company,
      contact.kind,
      contact.is_favourite,
      contact.notes,
    ],
  );
}

/** People to offer for a half-typed address: favourites first, none that stands in the field already. */
export function suggestContacts(db: Database, text: string, taken: string[], limit = 4): Contact[] {
  const typed = text.trim();
  if (typed === "") return [];
  const used = taken.map((email) => email.toLowerCase());
  return db
    .all<Contact>(
      `SELECT * FROM contacts WHERE name LIKE ? OR name LIKE ? OR email LIKE ?
       ORDER BY is_favourite DESC, name COLLATE NOCASE, id`,
      [`${typed}%`, `% ${typed}%`, `${typed}%`],
    )
    .filter((contact) => !used.includes(contact.email.toLowerCase()))
    .slice(0, limit);
}
