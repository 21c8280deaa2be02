import { createContext, useContext } from "react";

import type { AppRuntime } from "./runtime";

const RuntimeContext = createContext<AppRuntime | null>(null);

export const RuntimeProvider = RuntimeContext.Provider;

/** Tells the shell about an error that a boundary caught. */
const ErrorReportContext = createContext<(error: Error) => void>(() => undefined);

export const ErrorReportProvider = ErrorReportContext.Provider;
export const useErrorReport = () => useContext(ErrorReportContext);

export function useRuntime(): AppRuntime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error("This component needs an AppRoot around it");
  return runtime;
}
