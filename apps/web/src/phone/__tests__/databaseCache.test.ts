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

  it("keeps what a coming load has asked for", () => {
    const cache = createDatabaseCache(200);
    cache.put("old", file(100));
    expect(cache.missing(["x", "y", "z"])).toEqual(["x", "y", "z"]);
    for (const digest of ["x", "y", "z"]) cache.put(digest, file(100));
    expect(cache.missing(["x", "y", "z", "old"])).toEqual(["old"]);
  });
});
