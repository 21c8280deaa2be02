import type { AppNotification, Notifications } from "@tapworld/kit";

import { readSettings } from "./data/settings";
import { countsQuery, unreadQuery, type MailboxCounts } from "./data/thread-list";

const SHOWN = 3;

interface Unread {
  id: number;
  subject: string;
  from_name: string;
  sent_at: number;
}

/** Unread conversations of the inbox: the newest one by one, the rest as a number. */
export const notifications: Notifications = (db, session) => {
  const { notifications: wanted } = readSettings(db);
  if (wanted === "none") return [];
  const now = session.now();
  const newest = unreadQuery(now, wanted !== "all", SHOWN + 1);
  const unread = db.all<Unread>(newest.sql, newest.params);
  const shown: AppNotification[] = unread.slice(0, SHOWN).map((item) => ({
    id: `thread-${item.id}`,
    title: item.from_name,
    text: item.subject || "(no subject)",
    at: item.sent_at,
    tab: "inbox",
    open: { route: "thread", params: { threadId: item.id } },
  }));
  const next = unread[SHOWN];
  if (!next) return shown;
  const counts = countsQuery(now);
  const all = db.get<MailboxCounts>(counts.sql, counts.params)!;
  const rest = (wanted === "all" ? all.unread : all.unreadImportant) - SHOWN;
  return [...shown, { id: "more", title: `${rest} more unread`, text: "In your inbox", at: next.sent_at, tab: "inbox" }];
};
