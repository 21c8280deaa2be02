import type { Notifications } from "@tapworld/kit";

import { requestsQuery, type RequestRow } from "./data/requests";
import { readSettings } from "./data/settings";
import { readWallet } from "./data/wallet";

const SHOWN = 4;

/** Requests that wait for an answer. */
export const notifications: Notifications = (db, session) => {
  if (!readSettings(db).notifyRequests) return [];
  const { currency } = readWallet(db);
  const { sql, params } = requestsQuery("incoming", "pending");
  return db.all<RequestRow>(sql, params).slice(0, SHOWN).map((request) => ({
    id: `request-${request.id}`,
    title: `${request.name} requests ${session.format.money(request.amount_cents, currency)}`,
    text: request.note || request.handle,
    at: request.created_at,
    tab: "requests",
    open: { route: "request", params: { requestId: request.id } },
  }));
};
