import type { Action } from "@tapworld/kit";

import type { ThreadItem } from "../data/thread-list";
import type { Mailbox } from "../data/types";
import {
  archiveIcon,
  deleteForeverIcon,
  deleteIcon,
  labelIcon,
  moveIcon,
  notSpamIcon,
  readIcon,
  selectAllIcon,
  snoozeIcon,
  spamIcon,
  starIcon,
  starredIcon,
  toInboxIcon,
  unreadIcon,
} from "../icons";
import type { ThreadActions } from "./useThreadActions";

interface Context {
  items: ThreadItem[];
  mailbox: Mailbox | "label";
  act: ThreadActions;
  selectAll(): void;
  openDialog(name: string, params: { ids: number[]; leave: boolean }): void;
  openLabels(ids: number[]): void;
  /** Leaves the selection. */
  done(): void;
}

/** Header actions while conversations are selected; the first three are icons, the others in the menu. */
export function selectionActions(context: Context): Action[] {
  const { items, mailbox, act, done } = context;
  const ids = items.map((item) => item.id);
  const unread = items.some((item) => item.unread === 1);
  const starred = items.length > 0 && items.every((item) => item.is_starred === 1);
  const then = (work: () => void) => () => {
    work();
    done();
  };
  const dialog = (name: string) => () => context.openDialog(name, { ids, leave: false });

  const archive: Action =
    mailbox === "archive" || mailbox === "trash"
      ? { testID: "to-inbox", icon: toInboxIcon, label: "Move to inbox", onPress: then(() => act.move(ids, "inbox")) }
      : mailbox === "spam"
        ? { testID: "not-spam", icon: notSpamIcon, label: "Not spam", onPress: then(() => act.move(ids, "inbox")) }
        : { testID: "archive", icon: archiveIcon, label: "Archive", onPress: then(() => act.move(ids, "archive")) };
  const actions: Action[] = [
    archive,
    {
      testID: "delete",
      icon: mailbox === "trash" ? deleteForeverIcon : deleteIcon,
      label: mailbox === "trash" ? "Delete forever" : "Delete",
      // The selection empties by itself once the threads are gone: a question may still be cancelled.
      onPress: () => act.remove(ids, mailbox === "trash"),
    },
    {
      testID: unread ? "mark-read" : "mark-unread",
      icon: unread ? readIcon : unreadIcon,
      label: unread ? "Mark read" : "Mark unread",
      onPress: then(() => act.read(ids, unread)),
    },
    {
      testID: "star",
      icon: starred ? starredIcon : starIcon,
      label: starred ? "Remove star" : "Star",
      onPress: then(() => act.flag(ids, "is_starred", !starred)),
    },
    { testID: "labels", icon: labelIcon, label: "Labels", onPress: () => context.openLabels(ids) },
    { testID: "move", icon: moveIcon, label: "Move to", onPress: dialog("move") },
    { testID: "snooze", icon: snoozeIcon, label: "Snooze", onPress: dialog("snooze") },
  ];
  if (mailbox !== "spam") {
    actions.push({
      testID: "spam",
      icon: spamIcon,
      label: "Report spam",
      onPress: then(() => act.move(ids, "spam")),
    });
  }
  return [...actions, { testID: "select-all", icon: selectAllIcon, label: "Select all", onPress: context.selectAll }];
}
