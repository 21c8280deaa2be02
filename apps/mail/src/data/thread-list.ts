import type { Database } from "@tapworld/kit";

import { placeholders } from "./ids";
import type { Label, Mailbox, Thread } from "./types";

export type Filter = "all" | "unread" | "starred" | "attachments";
export type Sort = "newest" | "oldest" | "sender" | "subject";

/** A thread as a list shows it: with its newest message and what hangs on it. */
export interface ThreadItem extends Thread {
  message_id: number;
  from_name: string;
  from_email: string;
  snippet: string;
  sent_at: number;
  messages: number;
  unread: number;
  has_attachment: number;
  /** Distinct senders, oldest first; the user is "me". */
  senders: string;
  /** To whom the shown message went; null when nobody stands there. */
  sent_to: string | null;
}

export interface Query {
  sql: string;
  params: (string | number)[];
}

export type Place = { mailbox: Mailbox } | { labelId: number };

export interface ListOptions {
  place: Place;
  filter: Filter;
  sort: Sort;
  /** 0: every account. */
  accountId: number;
  now: number;
}

const LIVE = "t.folder NOT IN ('spam', 'trash')";
const HAS_ATTACHMENT =
  "EXISTS (SELECT 1 FROM attachments a JOIN messages m ON m.id = a.message_id WHERE m.thread_id = t.id)";
const IS_UNREAD = "EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = t.id AND m.is_read = 0)";
const HAS_SENT = "EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = t.id AND m.is_outgoing = 1)";

const ORDER: Record<Sort, string> = {
  newest: "n.sent_at DESC, t.id DESC",
  oldest: "n.sent_at, t.id",
  sender: "n.from_name COLLATE NOCASE, n.sent_at DESC, t.id DESC",
  subject: "t.subject COLLATE NOCASE, n.sent_at DESC, t.id DESC",
};

const FILTERS: Record<Filter, string> = {
  all: "1",
  unread: IS_UNREAD,
  starred: "t.is_starred = 1",
  attachments: HAS_ATTACHMENT,
};

function placeClause(place: Place, now: number): Query {
  if ("labelId" in place) {
    return {
      sql: `${LIVE} AND EXISTS (SELECT 1 FROM message_labels ml JOIN messages m ON m.id = ml.message_id
        WHERE m.thread_id = t.id AND ml.label_id = ?)`,
      params: [place.labelId],
    };
  }
  switch (place.mailbox) {
    case "inbox":
      return {
        sql: "t.folder = 'inbox' AND (t.snoozed_until IS NULL OR t.snoozed_until <= ?)",
        params: [now],
      };
    case "snoozed":
      return { sql: `${LIVE} AND t.snoozed_until > ?`, params: [now] };
    case "starred":
      return { sql: `${LIVE} AND t.is_starred = 1`, params: [] };
    case "important":
      return { sql: `${LIVE} AND t.is_important = 1`, params: [] };
    case "sent":
      return { sql: `${LIVE} AND ${HAS_SENT}`, params: [] };
    case "all":
      return { sql: LIVE, params: [] };
    case "archive":
    case "spam":
    case "trash":
      return { sql: "t.folder = ?", params: [place.mailbox] };
  }
}

/** The columns of {@link ThreadItem} over threads `t` that meet `where`; `sent`: show the newest sent message. */
export function itemQuery(where: Query, order: string, sent = false): Query {
  const shown = sent ? "AND x.is_outgoing = 1" : "";
  return {
    sql: `
      SELECT t.*, n.id AS message_id, n.from_name, n.from_email, n.body AS snippet, n.sent_at,
        (SELECT COUNT(*) FROM messages m WHERE m.thread_id = t.id) AS messages,
        ${IS_UNREAD} AS unread, ${HAS_ATTACHMENT} AS has_attachment,
        (SELECT group_concat(name, ', ') FROM (
           SELECT CASE m.is_outgoing WHEN 1 THEN 'me' ELSE m.from_name END AS name FROM messages m
           WHERE m.thread_id = t.id GROUP BY 1 ORDER BY MIN(m.sent_at))) AS senders,
        (SELECT group_concat(name, ', ') FROM (
           SELECT CASE r.name WHEN '' THEN r.email ELSE r.name END AS name FROM recipients r
           WHERE r.message_id = n.id AND r.kind = 'to' ORDER BY r.id)) AS sent_to
      FROM threads t JOIN messages n ON n.id = (
        SELECT x.id FROM messages x WHERE x.thread_id = t.id ${shown}
        ORDER BY x.sent_at DESC, x.id DESC LIMIT 1)
      WHERE ${where.sql} ORDER BY ${order}`,
    params: where.params,
  };
}

export function listQuery(options: ListOptions): Query {
  const place = placeClause(options.place, options.now);
  const account = options.accountId === 0 ? "1" : "t.account_id = ?";
  const sent = "mailbox" in options.place && options.place.mailbox === "sent";
  return itemQuery(
    {
      sql: `${place.sql} AND ${FILTERS[options.filter]} AND ${account}`,
      params: options.accountId === 0 ? place.params : [...place.params, options.accountId],
    },
    ORDER[options.sort],
    sent,
  );
}

export interface MailboxCounts {
  /** Unread threads in the inbox that are not muted. */
  unread: number;
  /** Of those, the important ones. */
  unreadImportant: number;
  starred: number;
  important: number;
  snoozed: number;
  drafts: number;
  spam: number;
  trash: number;
}

export function countsQuery(now: number): Query {
  const awake = "t.folder = 'inbox' AND (t.snoozed_until IS NULL OR t.snoozed_until <= ?)";
  const unread = `SELECT COUNT(*) FROM threads t WHERE ${awake} AND t.is_muted = 0 AND ${IS_UNREAD}`;
  return {
    sql: `SELECT (${unread}) AS unread, (${unread} AND t.is_important = 1) AS unreadImportant,
      (SELECT COUNT(*) FROM threads t WHERE ${LIVE} AND t.is_starred = 1) AS starred,
      (SELECT COUNT(*) FROM threads t WHERE ${LIVE} AND t.is_important = 1) AS important,
      (SELECT COUNT(*) FROM threads t WHERE ${LIVE} AND t.snoozed_until > ?) AS snoozed,
      (SELECT COUNT(*) FROM drafts) AS drafts,
      (SELECT COUNT(*) FROM threads t WHERE t.folder = 'spam') AS spam,
      (SELECT COUNT(*) FROM threads t WHERE t.folder = 'trash') AS trash`,
    params: [now, now, now],
  };
}

/** The newest unread conversations of the inbox that are not muted, with no more than a notification says. */
export function unreadQuery(now: number, importantOnly: boolean, limit: number): Query {
  return {
    sql: `SELECT t.id, t.subject, n.from_name, n.sent_at FROM threads t JOIN messages n ON n.id = (
        SELECT x.id FROM messages x WHERE x.thread_id = t.id ORDER BY x.sent_at DESC, x.id DESC LIMIT 1)
      WHERE t.folder = 'inbox' AND (t.snoozed_until IS NULL OR t.snoozed_until <= ?) AND t.is_muted = 0
        ${importantOnly ? "AND t.is_important = 1" : ""} AND ${IS_UNREAD}
      ORDER BY ${ORDER.newest} LIMIT ?`,
    params: [now, limit],
  };
}

/** Labels of the given threads, in the labels' order. */
export function labelsOfThreads(db: Database, ids: number[]): Map<number, Label[]> {
  const rows = db.all<Label & { thread_id: number }>(
    `SELECT DISTINCT m.thread_id, l.* FROM message_labels ml JOIN messages m ON m.id = ml.message_id
     JOIN labels l ON l.id = ml.label_id WHERE m.thread_id IN (${placeholders(ids)})
     ORDER BY l.position, l.id`,
    ids,
  );
  const byThread = new Map<number, Label[]>();
  for (const { thread_id, ...label } of rows) {
    byThread.set(thread_id, [...(byThread.get(thread_id) ?? []), label]);
  }
  return byThread;
}
