/** SQLite files by digest, so that a load sends only what the page has not seen. */
export interface DatabaseCache {
  missing(digests: readonly string[]): string[];
  has(digest: string): boolean;
  put(digest: string, file: Uint8Array): void;
  /** Put a file that is like another one but for some parts; not if that one is not held. */
  patch(digest: string, likeness: Likeness): void;
  get(digest: string): Uint8Array;
}

export interface Likeness {
  /** Digest of the file that it is like. */
  base: string;
  /** In bytes; longer than the base, it ends in zeros where no part says otherwise. */
  size: number;
  /** Where each part begins, and its bytes. */
  parts: readonly (readonly [number, Uint8Array])[];
}

const MAGIC = "SQLite format 3\u0000";

/** Keeps the most recently used files up to `limit` bytes; the newest one always stays.
 *
 * Digests named by the last `missing` are not evicted: a load that is about to come needs all of them.
 */
export function createDatabaseCache(limit = 16 * 1024 * 1024): DatabaseCache {
  const files = new Map<string, Uint8Array>();
  let wanted = new Set<string>();
  let total = 0;
  const touch = (digest: string, file: Uint8Array) => {
    files.delete(digest);
    files.set(digest, file);
  };
  const put = (digest: string, file: Uint8Array) => {
    if (!MAGIC.split("").every((character, i) => file[i] === character.charCodeAt(0))) {
      throw new Error(`Database ${digest.slice(0, 12)} is not a SQLite file (${file.byteLength} bytes)`);
    }
    total += file.byteLength - (files.get(digest)?.byteLength ?? 0);
    touch(digest, file);
    for (const [other, old] of [...files]) {
      if (total <= limit) break;
      if (other === digest || wanted.has(other)) continue;
      files.delete(other);
      total -= old.byteLength;
    }
  };
  return {
    missing(digests) {
      wanted = new Set(digests);
      return digests.filter((digest) => !files.has(digest));
    },
    has: (digest) => files.has(digest),
    put,
    patch(digest, { base, size, parts }) {
      const old = files.get(base);
      if (!old) return;
      const file = new Uint8Array(size);
      file.set(old.subarray(0, size));
      for (const [at, bytes] of parts) file.set(bytes, at);
      put(digest, file);
    },
    get(digest) {
      const file = files.get(digest);
      if (!file) throw new Error(`Database ${digest.slice(0, 12)} is not on the page; put it first`);
      touch(digest, file);
      return file;
    },
  };
}
