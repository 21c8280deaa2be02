import { useDatabase, useDialogs, useNavigation, useSession, useToast } from "@tapworld/kit";

import { getSetting } from "../data/settings";
import {
  type Flag,
  type Places,
  deleteForever,
  markRead,
  markUnread,
  moveThreads,
  restorePlaces,
  setFlag,
  snoozeThreads,
  unsnoozeThreads,
} from "../data/threads";
import type { Folder } from "../data/types";

const MOVED: Record<Folder, string> = {
  inbox: "moved to the inbox",
  archive: "archived",
  sent: "moved to Sent",
  spam: "reported as spam",
  trash: "moved to trash",
};

function count(ids: readonly number[]): string {
  return ids.length === 1 ? "1 conversation" : `${ids.length} conversations`;
}

export interface ThreadActions {
  move(ids: number[], folder: Folder): void;
  /** Delete as the settings ask: at once, or after a question. `inTrash`: for good, always after a question. */
  remove(ids: number[], inTrash: boolean): void;
  removeForever(ids: number[]): void;
  snooze(ids: number[], until: number): void;
  unsnooze(ids: number[]): void;
  flag(ids: number[], flag: Flag, on: boolean): void;
  read(ids: number[], read: boolean): void;
}

/**
 * What can be done to threads, with its toast and undo.
 *
 * @param leave Closes the screen that showed the thread, once it is somewhere else.
 */
export function useThreadActions(leave: (() => void) | null = null): ThreadActions {
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const dialogs = useDialogs();

  const undoable = (message: string, before: Places) => {
    leave?.();
    toast(message, { label: "Undo", onPress: () => restorePlaces(db, before) });
  };
  const move = (ids: number[], folder: Folder) =>
    undoable(`${count(ids)} ${MOVED[folder]}`, moveThreads(db, ids, folder));

  return {
    move,
    remove(ids, inTrash) {
      const params = { ids, leave: leave !== null };
      if (inTrash) dialogs.open("confirm-delete-forever", params);
      else if (getSetting(db, "confirm_delete") === "1") dialogs.open("confirm-delete", params);
      else move(ids, "trash");
    },
    removeForever(ids) {
      deleteForever(db, ids);
      leave?.();
      toast(`${count(ids)} deleted`);
    },
    snooze: (ids, until) =>
      undoable(`${count(ids)} snoozed until ${session.format.dateTime(until)}`, snoozeThreads(db, ids, until)),
    unsnooze: (ids) => undoable(`${count(ids)} back in the inbox`, unsnoozeThreads(db, ids)),
    flag: (ids, flag, on) => setFlag(db, ids, flag, on),
    read(ids, read) {
      if (read) markRead(db, ids);
      else markUnread(db, ids);
      if (!read) leave?.();
      toast(`${count(ids)} marked ${read ? "read" : "unread"}`);
    },
  };
}

/** Thread actions inside a dialog over a thread or a list (`leave`: over a thread, which closes too). */
export function useDialogThreadActions(leave: boolean): ThreadActions {
  const dialogs = useDialogs();
  const navigation = useNavigation();
  return useThreadActions(() => {
    dialogs.close();
    if (leave) navigation.back();
  });
}
