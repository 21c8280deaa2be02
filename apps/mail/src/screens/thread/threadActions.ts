import type { Action, Navigation } from "@tapworld/kit";

import type { ThreadActions } from "../../components/useThreadActions";
import type { Thread } from "../../data/types";
import {
  archiveIcon,
  deleteForeverIcon,
  deleteIcon,
  importantIcon,
  labelIcon,
  moveIcon,
  muteIcon,
  notImportantIcon,
  notSpamIcon,
  snoozeIcon,
  spamIcon,
  toInboxIcon,
  unmuteIcon,
  unreadIcon,
} from "../../icons";

interface Context {
  thread: Thread;
  waiting: boolean;
  act: ThreadActions;
  navigation: Navigation;
  dialogs: { open(name: string, params: { ids: number[]; leave: boolean }): void };
}

/** Header actions of a thread: file it, delete it, mark it unread; the rest is in the menu. */
export function threadActions({ thread, waiting, act, navigation, dialogs }: Context): Action[] {
  const ids = [thread.id];
  const dialog = (name: string) => () => dialogs.open(name, { ids, leave: true });
  const muted = thread.is_muted === 1;
  const important = thread.is_important === 1;
  const filed = thread.folder === "archive" || thread.folder === "trash" || thread.folder === "spam";
  const trashed = thread.folder === "trash";
  const spam = thread.folder === "spam";
  return [
    filed
      ? { testID: "to-inbox", icon: toInboxIcon, label: "Move to inbox", onPress: () => act.move(ids, "inbox") }
      : { testID: "archive", icon: archiveIcon, label: "Archive", onPress: () => act.move(ids, "archive") },
    {
      testID: "delete",
      icon: trashed ? deleteForeverIcon : deleteIcon,
      label: trashed ? "Delete forever" : "Delete",
      onPress: () => act.remove(ids, trashed),
    },
    { testID: "mark-unread", icon: unreadIcon, label: "Mark unread", onPress: () => act.read(ids, false) },
    waiting
      ? { testID: "unsnooze-action", icon: snoozeIcon, label: "Unsnooze", onPress: () => act.unsnooze(ids) }
      : { testID: "snooze", icon: snoozeIcon, label: "Snooze", onPress: dialog("snooze") },
    {
      testID: "labels",
      icon: labelIcon,
      label: "Labels",
      onPress: () => navigation.push("apply-labels", { threadIds: ids }),
    },
    { testID: "move", icon: moveIcon, label: "Move to", onPress: dialog("move") },
    {
      testID: "important",
      icon: important ? importantIcon : notImportantIcon,
      label: important ? "Mark not important" : "Mark important",
      onPress: () => act.flag(ids, "is_important", !important),
    },
    {
      testID: "mute",
      icon: muted ? unmuteIcon : muteIcon,
      label: muted ? "Unmute" : "Mute",
      onPress: () => act.flag(ids, "is_muted", !muted),
    },
    spam
      ? { testID: "not-spam", icon: notSpamIcon, label: "Not spam", onPress: () => act.move(ids, "inbox") }
      : { testID: "spam", icon: spamIcon, label: "Report spam", onPress: () => act.move(ids, "spam") },
  ];
}
