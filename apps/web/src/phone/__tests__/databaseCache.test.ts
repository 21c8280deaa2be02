import { describe, expect, it } from "vitest";

import { createDatabaseCache } from "../databaseCache";

function file(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set([..."SQLite format 3\u0000"].map((character) => character.charCodeAt(0)));
  return bytes;
}

describe("the database cache", () => {
  it("forgets what was used longest ago once it is full", () => {
    const cache = createDatabaseCache(300);
    for (const digest of ["a", "b", "c"]) cache.put(digest, file(100));
    cache.get("a");
    cache.put("d", file(100));
    expect(cache.missing(["a", "b", "c", "d"])).toEqual(["b"]);
  });

  it("makes a file of another one and what is different", () => {
    const cache = createDatabaseCache(1000);
    const base = file(100);
    base[50] = 7;
    cache.put("base", base);
    cache.patch("longer", { base: "base", size: 140, parts: [[50, Uint8Array.of(8, 9)], [139, Uint8Array.of(1)]] });
    const longer = cache.get("longer");
    expect([longer.length, longer[49], longer[50], longer[51], longer[52], longer[120], longer[139]]).toEqual([140, 0, 8, 9, 0, 0, 1]);
    cache.patch("shorter", { base: "longer", size: 51, parts: [] });
    expect([cache.get("shorter").length, cache.get("shorter")[50]]).toEqual([51, 8]);
    expect([base[50], cache.get("base")[50]]).toEqual([7, 7]);
    expect(() => cache.patch("no database", { base: "base", size: 100, parts: [[0, Uint8Array.of(1)]] })).toThrow(/not a SQLite file/);
  });

  it("takes no file like one that it does not hold", () => {
    const cache = createDatabaseCache();
    cache.patch("new", { base: "gone", size: 100, parts: [] });
    expect(cache.missing(["new"])).toEqual(["new"]);
  });

  it("keeps what a coming load has asked for", () => {
    const cache = createDatabaseCache(200);
    cache.put("old", file(100));
    expect(cache.missing(["x", "y", "z"])).toEqual(["x", "y", "z"]);
    for (const digest of ["x", "y", "z"]) cache.put(digest, file(100));
    expect(cache.missing(["x", "y", "z", "old"])).toEqual(["old"]);
  });
});
