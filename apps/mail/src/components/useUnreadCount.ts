import { useRow, useSession } from "@tapworld/kit";

import { type MailboxCounts, countsQuery } from "../data/thread-list";
import { useSettings } from "./useSettings";

/** The number on the inbox tab: as much of the unread mail as the user wants to be told of. */
export function useUnreadCount(): number {
  const session = useSession();
  const { notifications } = useSettings();
  const { sql, params } = countsQuery(session.now());
  const counts = useRow<MailboxCounts>(sql, params);
  if (!counts || notifications === "none") return 0;
  return notifications === "important" ? counts.unreadImportant : counts.unread;
}
