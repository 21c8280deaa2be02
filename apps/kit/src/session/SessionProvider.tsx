import { createContext, useContext } from "react";

import type { Session } from "./session";

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs an AppRoot around it");
  return session;
}
