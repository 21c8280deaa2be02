import sqlite3InitModule, { type Database as Handle, type PreparedStatement, type Sqlite3Static } from "@sqlite.org/sqlite-wasm";

import { DatabaseError, type DatabaseConnection, type SqlValue } from "./types";

let sqlite: Sqlite3Static | null = null;

type Init = (options: { wasmBinary?: ArrayBuffer | Uint8Array; print?: () => void; printErr?: () => void }) => Promise<Sqlite3Static>;

/** Start SQLite once a page; everything after it is synchronous. */
export async function startSqlite(wasmBinary?: ArrayBuffer | Uint8Array): Promise<void> {
  // The typed signature takes no options although the module reads them.
  sqlite ??= await (sqlite3InitModule as unknown as Init)(wasmBinary ? { wasmBinary } : {});
}

/** The web half: an in-memory database, empty or with the content of a SQLite file. */
export function openDatabase(file?: Uint8Array): DatabaseConnection {
  if (!sqlite) throw new Error("startSqlite() has not finished");
  const handle = new sqlite.oo1.DB(":memory:", "c");
  try {
    if (file) fill(sqlite, handle, file);
    handle.exec("PRAGMA foreign_keys = ON");
  } catch (error) {
    handle.close();
    throw error;
  }
  return wrap(sqlite, handle);
}

function fill({ wasm, capi }: Sqlite3Static, handle: Handle, file: Uint8Array): void {
  const pointer = wasm.allocFromTypedArray(file);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const code = capi.sqlite3_deserialize(handle.pointer!, "main", pointer, file.byteLength, file.byteLength, flags);
  handle.checkRc(code);
  // Deserialising reads nothing: a file that is no database would only be noticed at the first query.
  handle.selectValue("SELECT COUNT(*) FROM sqlite_schema");
}

/** The compiled functions themselves: the library's wrappers convert every argument, which took most of a query's time. */
interface Compiled {
  sqlite3_step(statement: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_blob(statement: number, column: number): number;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function wrap({ capi, wasm }: Sqlite3Static, handle: Handle): DatabaseConnection {
  const compiled = wasm.exports as unknown as Compiled;
  let depth = 0;

  function step(pointer: number): boolean {
    const code = compiled.sqlite3_step(pointer);
    if (code === capi.SQLITE_ROW) return true;
    if (code !== capi.SQLITE_DONE) handle.checkRc(code);
    return false;
  }

  const bytes = (start: number, pointer: number, index: number) =>
    wasm.heap8u().subarray(start, start + compiled.sqlite3_column_bytes(pointer, index));

  function column(pointer: number, index: number): SqlValue {
    switch (compiled.sqlite3_column_type(pointer, index)) {
      case capi.SQLITE_NULL: return null;
      // The value first, then its length: asking for the value may convert it.
      case capi.SQLITE_TEXT: return utf8.decode(bytes(compiled.sqlite3_column_text(pointer, index), pointer, index));
      case capi.SQLITE_FLOAT: return compiled.sqlite3_column_double(pointer, index);
      case capi.SQLITE_INTEGER: {
        const exact = compiled.sqlite3_column_int64(pointer, index);
        const value = Number(exact);
        return Number.isSafeInteger(value) ? value : (exact as unknown as SqlValue);
      }
      default: return bytes(compiled.sqlite3_column_blob(pointer, index), pointer, index).slice();
    }
  }

  const statements = new Map<string, { statement: PreparedStatement; columns: string[] }>();

  function prepared(sql: string) {
    const known = statements.get(sql);
    if (known) return known;
    const statement = handle.prepare(sql);
    const made = { statement, columns: statement.columnCount > 0 ? statement.getColumnNames([]) : [] };
    statements.set(sql, made);
    return made;
  }

  function rows(sql: string, params: readonly SqlValue[], limit: number): Record<string, SqlValue>[] {
    try {
      const { statement, columns } = prepared(sql);
      try {
        if (params.length > 0) statement.bind([...params]);
        const pointer = Number(statement.pointer!);
        const result: Record<string, SqlValue>[] = [];
        while (result.length < limit && step(pointer)) {
          const row: Record<string, SqlValue> = {};
          for (let i = 0; i < columns.length; i += 1) row[columns[i]!] = column(pointer, i);
          result.push(row);
        }
        return result;
      } finally {
        statement.reset(true);
      }
    } catch (reason) {
      throw new DatabaseError(reason, sql);
    }
  }

  return {
    all: <T>(sql: string, params: readonly SqlValue[] = []) => rows(sql, params, Infinity) as T[],
    get: <T>(sql: string, params: readonly SqlValue[] = []) => rows(sql, params, 1)[0] as T | undefined,
    run(sql, params = []) {
      const before = handle.changes(true);
      rows(sql, params, Infinity);
      return {
        changes: Number(handle.changes(true)) - Number(before) && Number(handle.changes()),
        lastInsertId: Number(capi.sqlite3_last_insert_rowid(handle.pointer!)),
      };
    },
    transaction<T>(work: () => T): T {
      if (depth > 0) return work();
      handle.exec("BEGIN");
      depth += 1;
      let result: T;
      try {
        result = work();
      } catch (error) {
        handle.exec("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
      handle.exec("COMMIT");
      return result;
    },
    script(sql) {
      try {
        if (sql.trim() !== "") handle.exec(sql);
      } catch (reason) {
        throw new DatabaseError(reason, sql);
      }
    },
    export: () => capi.sqlite3_js_db_export(handle.pointer!),
    get written() {
      return Number(handle.changes(true)) > 0;
    },
    close() {
      for (const { statement } of statements.values()) statement.finalize();
      statements.clear();
      handle.close();
    },
  };
}
