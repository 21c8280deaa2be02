import type { Database } from "../data/types";
import type { JsonObject } from "../navigation/state";
import type { Session } from "../session/session";

/** Something an app wants its user to know, found in its data. */
export interface AppNotification {
  /** Stays the same as long as it is about the same thing. */
  id: string;
  title: string;
  text: string;
  /** When it came, epoch milliseconds. */
  at: number;
  /** Where a tap leads: the tab, and the screen on top of it if there is one. */
  tab: string;
  open?: { route: string; params: JsonObject };
}

/** What an app has to say now, the newest first. It only reads. */
export type Notifications = (db: Database, session: Session) => AppNotification[];
