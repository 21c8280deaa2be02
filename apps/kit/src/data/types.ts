export type SqlValue = null | number | string | Uint8Array;

/** The one synchronous interface to an app's database; the same on the web and on Android. */
export interface Database {
  /** All rows, as objects by column name. */
  all<T = Record<string, SqlValue>>(sql: string, params?: readonly SqlValue[]): T[];
  /** The first row. */
  get<T = Record<string, SqlValue>>(sql: string, params?: readonly SqlValue[]): T | undefined;
  run(sql: string, params?: readonly SqlValue[]): { changes: number; lastInsertId: number };
  /** Commits when `work` returns, rolls back and rethrows when it throws; nested calls join the outer one. */
  transaction<T>(work: () => T): T;
}

/** What a platform half offers besides queries. */
export interface DatabaseConnection extends Database {
  /** Several statements without results: a schema. */
  script(sql: string): void;
  /** The whole SQLite file. */
  export(): Uint8Array;
  /** Whether anything was written since it was opened. */
  readonly written: boolean;
  close(): void;
}

/** A query that failed, with its SQL. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
  constructor(reason: unknown, readonly sql: string) {
    super(`${reason instanceof Error ? reason.message : String(reason)} in: ${sql.trim()}`, { cause: reason });
  }
}
