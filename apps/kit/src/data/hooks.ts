import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from "react";

import { isActive, useOptionalScope } from "../navigation/scope";
import type { ObservableDatabase } from "./observable";
import type { Database, SqlValue } from "./types";

const DatabaseContext = createContext<ObservableDatabase | null>(null);

export const DatabaseProvider = DatabaseContext.Provider;

function useObservable(): ObservableDatabase {
  const database = useContext(DatabaseContext);
  if (!database) throw new Error("useDatabase needs an AppRoot around it");
  return database;
}

/** The database of the app on screen. */
export function useDatabase(): Database {
  return useObservable();
}

interface Cached {
  database: ObservableDatabase;
  key: string;
  revision: number;
  rows: unknown[];
}

/** Rows of a query; it runs again after any write, and not while its screen is hidden below another. */
export function useQuery<T = Record<string, SqlValue>>(sql: string, params: readonly SqlValue[] = []): T[] {
  const database = useObservable();
  const scope = useOptionalScope();
  const cache = useRef<Cached | null>(null);
  const subscribe = useCallback(
    (listener: () => void) => {
      const endWrites = database.subscribe(listener);
      const endMoves = scope?.store.subscribe(listener);
      return () => {
        endWrites();
        endMoves?.();
      };
    },
    [database, scope?.store],
  );
  const shown = () => scope === null || isActive(scope);
  // A hidden screen keeps its last rows: it is drawn again, with fresh ones, when it comes back and there were writes.
  const revision = useSyncExternalStore(subscribe, () => (shown() ? database.revision : (cache.current?.revision ?? database.revision)));
  const key = sql + "\u0000" + JSON.stringify(params);
  const old = cache.current;
  const fresh = old !== null && old.database === database && old.key === key && (old.revision === revision || !shown());
  if (!fresh) cache.current = { database, key, revision, rows: database.all<T>(sql, params) };
  return cache.current!.rows as T[];
}

/** The first row of a query, or undefined. */
export function useRow<T = Record<string, SqlValue>>(sql: string, params: readonly SqlValue[] = []): T | undefined {
  return useQuery<T>(sql, params)[0];
}
