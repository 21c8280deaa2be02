import { describe, expect, it } from "vitest";
import { BLOCKED, NOOR, SAM, session, wallet } from "../../testing/wallet";
import { addContact, checkContact, contactsQuery, editContact, networkQuery, removeContact, restoreContact } from "../contacts";
import { editProfile } from "../profile";
import { clearSearchHistory, rememberSearch, searchHistoryQuery, type HistoryRow } from "../search";
import { checkLimitsInput } from "../limits";
import type { Contact, User } from "../types";

const lena = { name: "Lena Vogt", handle: "Lena", email: "", phone: "" };
const contact = (db: ReturnType<typeof wallet>, id: number) => db.get<Contact>("SELECT * FROM contacts WHERE id = ?", [id]);
const names = (db: ReturnType<typeof wallet>, text: string, scope: "all" | "favourites" | "blocked" = "all") => {
  const { sql, params } = contactsQuery(text, scope);
  return db.all<Contact>(sql, params).map((row) => row.name);
};

describe("contacts", () => {
  it("come from the network, found by handle", () => {
    const db = wallet();
    const id = addContact(db, lena);
    expect(contact(db, id)).toMatchObject({ id: 4, user_id: 4, handle: "@lena" });
    expect(checkContact(db, { ...lena, handle: "@nobody" }, null)?.message).toBe("Nobody on Pay has the handle @nobody.");
    expect(checkContact(db, { ...lena, handle: "noor" }, null)?.message).toContain("Noor Haddad already");
    expect(checkContact(db, { ...lena, handle: "ada" }, null)?.message).toContain("your own");
    expect(checkContact(db, { ...lena, name: "" }, null)?.field).toBe("name");
    expect(checkContact(db, { ...lena, handle: "@lena", email: "x" }, id)?.field).toBe("email");
  });

  it("are edited and found by name, handle, email or phone", () => {
    const db = wallet();
    editContact(db, SAM, { name: "Sam O.", handle: "@sam", email: "sam@new.example", phone: "+1 312 555 0101" });
    expect(names(db, "555 0101")).toEqual(["Sam O."]);
    expect(names(db, "new.example")).toEqual(["Sam O."]);
    expect(names(db, "", "favourites")).toEqual(["Noor Haddad"]);
    expect(names(db, "", "blocked")).toEqual(["Golden Wheel"]);
  });

  it("with open requests stay; deleted ones can come back", () => {
    const db = wallet();
    expect(() => removeContact(db, NOOR)).toThrow("open requests");
    removeContact(db, BLOCKED);
    expect(names(db, "")).toEqual(["Noor Haddad", "Sam Ortiz"]);
    restoreContact(db, BLOCKED);
    expect(names(db, "golden")).toEqual(["Golden Wheel"]);
  });

  it("that were deleted are revived by adding them again", () => {
    const db = wallet();
    const id = addContact(db, lena);
    removeContact(db, id);
    const { sql, params } = networkQuery("len");
    expect(db.all<User>(sql, params).map((user) => user.name)).toEqual(["Lena Vogt"]);
    expect(addContact(db, lena)).toBe(id);
  });
});

describe("profile, search history and limits", () => {
  it("keep handles apart", () => {
    const db = wallet();
    const mine = { name: "Ada M.", handle: "@ada.m", email: "ada@post.example", phone: "" };
    editProfile(db, mine);
    expect(db.get<User>("SELECT * FROM users WHERE is_current = 1")).toMatchObject({ name: "Ada M.", handle: "@ada.m" });
    expect(() => editProfile(db, { ...mine, handle: "@noor" })).toThrow("taken");
  });

  it("remember a search once", () => {
    const db = wallet();
    for (const words of ["rent", "taxi", "rent", "  "]) rememberSearch(db, session, words);
    const rows = () => db.all<HistoryRow>(searchHistoryQuery.sql, searchHistoryQuery.params).map((row) => row.query).sort();
    expect(rows()).toEqual(["rent", "taxi"]);
    clearSearchHistory(db);
    expect(rows()).toEqual([]);
  });

  it("refuse a payment limit above the weekly one", () => {
    expect(checkLimitsInput({ paymentCents: 500, weekCents: 400 })?.field).toBe("payment");
    expect(checkLimitsInput({ paymentCents: 500, weekCents: 0 })).toBeNull();
    expect(checkLimitsInput({ paymentCents: 500, weekCents: null })?.field).toBe("week");
  });
});
