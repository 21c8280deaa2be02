import type { Database } from "./types";

/** A database that tells when it was written, so that queries on screen run again. */
export interface ObservableDatabase extends Database {
  readonly revision: number;
  subscribe(listener: () => void): () => void;
}

/** Watch the writes that go through `database`; inside a transaction one notice comes at its end. */
export function observe(database: Database): ObservableDatabase {
  const listeners = new Set<() => void>();
  let revision = 0;
  let depth = 0;
  let pending = false;

  const changed = () => {
    if (depth > 0) {
      pending = true;
      return;
    }
    revision += 1;
    for (const listener of [...listeners]) listener();
  };

  return {
    all: (sql, params) => database.all(sql, params),
    get: (sql, params) => database.get(sql, params),
    run(sql, params) {
      const result = database.run(sql, params);
      if (result.changes > 0) changed();
      return result;
    },
    transaction(work) {
      depth += 1;
      try {
        return database.transaction(work);
      } finally {
        depth -= 1;
        if (depth === 0 && pending) {
          pending = false;
          changed();
        }
      }
    },
    get revision() {
      return revision;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
