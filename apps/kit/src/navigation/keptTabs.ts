import type { Entry } from "./state";

/** Tabs that were left just as they had opened.
 *
 * A tab opens afresh each time. One in which nothing was done looks the same then as it does now, so its screen may stay mounted and
 * stand for the fresh one. Whatever could make a difference counts: a value written to its state, a scroll, a crash, other data,
 * another theme or language.
 */
export interface KeptTabs {
  /** A screen without any state of its own was asked for. */
  begin(key: number): void;
  /** It is drawn, and `entry` holds its first values. */
  opened(key: number, entry: Entry): void;
  /** Something was done to it that its entry does not tell. */
  touch(key: number): void;
  /** What screens are drawn from has changed: none may be used again. */
  outdate(): void;
  /** A tab with this entry is left: it is kept, or forgotten. */
  leave(key: number, entry: Entry): void;
  /** Take the kept tab of a route out; undefined when the route has to open afresh. */
  take(route: string): Kept | undefined;
  find(key: number): Entry | undefined;
  keys(): number[];
}

export interface Kept {
  key: number;
  entry: Entry;
}

export function createKeptTabs(): KeptTabs {
  let revision = 0;
  /** Screens that may be kept, by key: as they opened, and by which revision; null while they open. */
  const clean = new Map<number, { entry: Entry; revision: number } | null>();
  const kept = new Map<number, Entry>();

  return {
    begin: (key) => void clean.set(key, null),
    opened(key, entry) {
      if (clean.get(key) === null) clean.set(key, { entry, revision });
    },
    touch: (key) => void clean.delete(key),
    outdate: () => void (revision += 1),
    leave(key, entry) {
      const known = clean.get(key);
      if (known?.entry === entry && known.revision === revision) kept.set(key, entry);
      else clean.delete(key);
    },
    take(route) {
      for (const [key, entry] of kept) {
        if (entry.route !== route) continue;
        kept.delete(key);
        if (clean.get(key)?.revision === revision) return { key, entry };
        clean.delete(key);
      }
      return undefined;
    },
    find: (key) => kept.get(key),
    keys: () => [...kept.keys()],
  };
}
