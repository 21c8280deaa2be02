import type { Database } from "@tapworld/kit";
import { checkPersonFields, normalHandle } from "./contacts";
import { refuse } from "./problem";
import { readCurrentUser } from "./wallet";
import type { Problem, User } from "./types";

export interface ProfileInput {
  name: string;
  handle: string;
  email: string;
  phone: string;
}

export function checkProfile(db: Database, input: ProfileInput): Problem | null {
  const fields = checkPersonFields(input);
  if (fields) return fields;
  if (input.email.trim() === "") return { field: "email", message: "Enter your email address." };
  const handle = normalHandle(input.handle);
  if (!/^@[\p{L}\d._-]{2,30}$/u.test(handle)) return { field: "handle", message: "A handle has 2 to 30 letters, digits, dots, dashes or underscores." };
  const other = db.get<User>("SELECT * FROM users WHERE handle = ? COLLATE NOCASE AND is_current = 0", [handle]);
  return other ? { field: "handle", message: `${handle} is taken.` } : null;
}

export function editProfile(db: Database, input: ProfileInput): void {
  refuse(checkProfile(db, input));
  db.run("UPDATE users SET name = ?, handle = ?, email = ?, phone = ? WHERE id = ?", [
    input.name.trim(), normalHandle(input.handle), input.email.trim(), input.phone.trim(), readCurrentUser(db).id,
  ]);
}
