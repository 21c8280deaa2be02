import { beforeEach, describe, expect, it, vi } from "vitest";

import { openDatabase } from "../database.web";
import { observe } from "../observable";
import type { DatabaseConnection } from "../types";

let db: DatabaseConnection;

beforeEach(() => {
  db = openDatabase();
  db.script("CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT, b BLOB); CREATE TABLE c (a_id INTEGER REFERENCES a(id))");
});

describe("the web database", () => {
  it("gives rows as objects, values unharmed", () => {
    const blob = new Uint8Array([0, 1, 255]);
    const text = "x".repeat(100_000);
    expect(db.run("INSERT INTO a (t, b) VALUES (?, ?)", [text, blob])).toEqual({ changes: 1, lastInsertId: 1 });
    expect(db.get("SELECT * FROM a WHERE id = ?", [1])).toEqual({ id: 1, t: text, b: blob });
    expect(db.get("SELECT * FROM a WHERE id = 2")).toBeUndefined();
    expect(db.all("SELECT t AS name, NULL AS empty FROM a")).toEqual([{ name: text, empty: null }]);
  });

  it("holds foreign keys and names the SQL that failed", () => {
    expect(() => db.run("INSERT INTO c VALUES (7)")).toThrow(/FOREIGN KEY.*INSERT INTO c/);
    expect(() => db.all("SELECT nope FROM a")).toThrow(/no such column: nope/);
    // A double-quoted word is a column, never a string.
    expect(() => db.all('SELECT "nope" FROM a')).toThrow(/no such column/);
  });

  it("rolls a failed transaction back; an inner one belongs to the outer", () => {
    const work = () =>
      db.transaction(() => {
        db.run("INSERT INTO a (t) VALUES ('one')");
        db.transaction(() => db.run("INSERT INTO a (t) VALUES ('two')"));
        throw new Error("stop");
      });
    expect(work).toThrow("stop");
    expect(db.all("SELECT * FROM a")).toEqual([]);
    expect(db.transaction(() => db.run("INSERT INTO a (t) VALUES ('three')").changes)).toBe(1);
  });

  it("opens what it exported, and knows whether it was written since", () => {
    db.run("INSERT INTO a (t) VALUES ('kept')");
    const copy = openDatabase(db.export());
    expect(copy.written).toBe(false);
    expect(copy.get("SELECT t FROM a")).toEqual({ t: "kept" });
    copy.run("UPDATE a SET t = 'gone' WHERE id = 99");
    expect(copy.written).toBe(false);
    copy.run("UPDATE a SET t = 'changed'");
    expect(copy.written).toBe(true);
    expect(db.get("SELECT t FROM a")).toEqual({ t: "kept" });
  });

  it("refuses a file that is no database", () => {
    expect(() => openDatabase(new Uint8Array(4096).fill(65))).toThrow(/not a database/);
  });

  it("tells of a transaction once, at its end", () => {
    const observed = observe(db);
    const listener = vi.fn();
    observed.subscribe(listener);
    observed.transaction(() => {
      observed.run("INSERT INTO a (t) VALUES ('one')");
      observed.run("INSERT INTO a (t) VALUES ('two')");
      expect(listener).not.toHaveBeenCalled();
    });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
