import type { Action } from "@tapworld/kit";

import type { ThreadItem } from "../data/thread-list";
import type { Mailbox } from "../data/types";
import { archiveIcon, deleteIcon, readIcon, snoozeIcon, toInboxIcon, unreadIcon } from "../icons";
import type { ThreadActions } from "./useThreadActions";

export const SWIPE_OPTIONS = [
  { value: "archive", label: "Archive" },
  { value: "delete", label: "Delete" },
  { value: "read", label: "Mark read or unread" },
  { value: "snooze", label: "Snooze" },
  { value: "none", label: "Nothing" },
];

interface Context {
  act: ThreadActions;
  mailbox: Mailbox | "label";
  snooze(ids: number[]): void;
}

/** What a swipe of a row does, by the user's choice. */
export function swipeAction(choice: string, item: ThreadItem, context: Context): Action | undefined {
  const ids = [item.id];
  const { act, mailbox } = context;
  switch (choice) {
    case "archive":
      return item.folder === "inbox" || item.folder === "sent"
        ? { testID: "swipe-archive", icon: archiveIcon, label: "Archive", onPress: () => act.move(ids, "archive") }
        : { testID: "swipe-to-inbox", icon: toInboxIcon, label: "Inbox", onPress: () => act.move(ids, "inbox") };
    case "delete":
      return {
        testID: "swipe-delete",
        icon: deleteIcon,
        label: "Delete",
        onPress: () => act.remove(ids, mailbox === "trash"),
      };
    case "read":
      return {
        testID: "swipe-read",
        icon: item.unread ? readIcon : unreadIcon,
        label: item.unread ? "Read" : "Unread",
        onPress: () => act.read(ids, item.unread === 1),
      };
    case "snooze":
      return { testID: "swipe-snooze", icon: snoozeIcon, label: "Snooze", onPress: () => context.snooze(ids) };
    default:
      return undefined;
  }
}
