import type { AppNotification, Notifications } from "@tapworld/kit";

import { listQuery, type ThreadItem } from "./data/thread-list";
import { readSettings } from "./data/settings";

const SHOWN = 3;

/** Unread conversations of the inbox: the newest one by one, the rest as a number. */
export const notifications: Notifications = (db, session) => {
  const { notifications: wanted } = readSettings(db);
  if (wanted === "none") return [];
  const { sql, params } = listQuery({ place: { mailbox: "inbox" }, filter: "unread", sort: "newest", accountId: 0, now: session.now() });
  const unread = db.all<ThreadItem>(sql, params).filter((item) => item.is_muted === 0 && (wanted === "all" || item.is_important === 1));
  const shown: AppNotification[] = unread.slice(0, SHOWN).map((item) => ({
    id: `thread-${item.id}`,
    title: item.from_name,
    text: item.subject || "(no subject)",
    at: item.sent_at,
    tab: "inbox",
    open: { route: "thread", params: { threadId: item.id } },
  }));
  const rest = unread.length - shown.length;
  const next = unread[SHOWN];
  if (next) shown.push({ id: "more", title: `${rest} more unread`, text: "In your inbox", at: next.sent_at, tab: "inbox" });
  return shown;
};
