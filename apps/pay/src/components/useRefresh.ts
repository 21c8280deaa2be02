import { useSession, useToast } from "@tapworld/kit";

/** Pulling a list down asks for what is new. The phone has no network, so there is nothing: it says so, and when. */
export function useRefresh(): () => void {
  const session = useSession();
  const toast = useToast();
  return () => toast(`Up to date at ${session.format.time(session.now())}`);
}
