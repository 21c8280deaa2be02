import { openDatabaseSync, type SQLiteDatabase } from "expo-sqlite";

import { DatabaseError, type DatabaseConnection, type SqlValue } from "./types";

/** The Android half: an app's database file under `directory`, through expo-sqlite's synchronous calls. */
export function openDatabase(name: string, directory?: string): DatabaseConnection {
  const native = openDatabaseSync(name, { useNewConnection: true }, directory);
  // DELETE: between transactions one file is the whole state, so that a driver can copy it.
  native.execSync("PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON;");
  return wrap(native);
}

function wrap(native: SQLiteDatabase): DatabaseConnection {
  let depth = 0;
  let written = false;
  const call = <T>(sql: string, work: () => T): T => {
    try {
      return work();
    } catch (reason) {
      throw new DatabaseError(reason, sql);
    }
  };
  const bind = (params: readonly SqlValue[]) => [...params];
  return {
    all: <T>(sql: string, params: readonly SqlValue[] = []) => call(sql, () => native.getAllSync<T>(sql, bind(params))),
    get: <T>(sql: string, params: readonly SqlValue[] = []) =>
      call(sql, () => native.getFirstSync<T>(sql, bind(params)) ?? undefined),
    run(sql, params = []) {
      const result = call(sql, () => native.runSync(sql, bind(params)));
      written ||= result.changes > 0;
      return { changes: result.changes, lastInsertId: result.lastInsertRowId };
    },
    transaction<T>(work: () => T): T {
      if (depth > 0) return work();
      native.execSync("BEGIN");
      depth += 1;
      let result: T;
      try {
        result = work();
      } catch (error) {
        native.execSync("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
      native.execSync("COMMIT");
      return result;
    },
    script: (sql) => call(sql, () => native.execSync(sql)),
    export: () => native.serializeSync(),
    get written() {
      return written;
    },
    close: () => native.closeSync(),
  };
}
