import { createContext, useContext } from "react";

import type { AppRuntime } from "./runtime";

const RuntimeContext = createContext<AppRuntime | null>(null);

export const RuntimeProvider = RuntimeContext.Provider;

export function useRuntime(): AppRuntime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error("This component needs an AppRoot around it");
  return runtime;
}
