import {
  Button,
  Confirm,
  DateField,
  Icon,
  MenuSheet,
  Row,
  Sheet,
  Stack,
  useDatabase,
  useDialogParams,
  useDialogs,
  useRow,
  useScreenState,
  useSession,
  useToast,
} from "@tapworld/kit";

import { MAILBOXES } from "../components/mailboxes";
import { useDialogThreadActions } from "../components/useThreadActions";
import { snoozeChoices } from "../data/snooze";
import { emptyFolder } from "../data/threads";
import type { Folder, Thread } from "../data/types";
import { snoozeIcon } from "../icons";

type Params = { ids: number[]; leave: boolean };

function conversations(ids: readonly number[]): string {
  return ids.length === 1 ? "this conversation" : `${ids.length} conversations`;
}

export function ConfirmDelete() {
  const { ids, leave } = useDialogParams<Params>();
  const act = useDialogThreadActions(leave);
  const { close } = useDialogs();
  return (
    <Confirm
      title={`Delete ${conversations(ids)}?`}
      message="It goes to the trash, from where you can bring it back."
      confirmLabel="Delete"
      danger
      onConfirm={() => act.move(ids, "trash")}
      onCancel={close}
    />
  );
}

export function ConfirmDeleteForever() {
  const { ids, leave } = useDialogParams<Params>();
  const act = useDialogThreadActions(leave);
  const { close } = useDialogs();
  return (
    <Confirm
      title={`Delete ${conversations(ids)} for good?`}
      message="This cannot be undone."
      confirmLabel="Delete forever"
      danger
      onConfirm={() => act.removeForever(ids)}
      onCancel={close}
    />
  );
}

export function ConfirmEmpty() {
  const { folder } = useDialogParams<{ folder: "trash" | "spam" }>();
  const db = useDatabase();
  const toast = useToast();
  const { close } = useDialogs();
  return (
    <Confirm
      title={`Empty ${MAILBOXES[folder].title.toLowerCase()}?`}
      message="All conversations in it are deleted for good. This cannot be undone."
      confirmLabel="Empty"
      danger
      onConfirm={() => {
        const removed = emptyFolder(db, folder);
        close();
        toast(`${removed} deleted`);
      }}
      onCancel={close}
    />
  );
}

/** When a thread should come back: four quick choices, or any later day and time. */
export function SnoozeSheet() {
  const { ids, leave } = useDialogParams<Params>();
  const session = useSession();
  const act = useDialogThreadActions(leave);
  const [picked, setPicked] = useScreenState<number | null>("picked", null);
  const past = picked !== null && picked <= session.now();
  return (
    <Sheet title="Snooze until">
      {snoozeChoices(session).map((choice) => (
        <Row
          key={choice.id}
          testID={`snooze-${choice.id}`}
          title={choice.label}
          detail={
            choice.id === "later"
              ? session.format.time(choice.until)
              : `${session.format.relative(choice.until)}, ${session.format.time(choice.until)}`
          }
          leading={<Icon path={snoozeIcon} />}
          onPress={() => act.snooze(ids, choice.until)}
        />
      ))}
      <DateField
        testID="snooze-date"
        label="Pick date and time"
        value={picked}
        onChange={setPicked}
        min={session.startOfDay(session.now())}
        withTime
        error={past ? "Choose a moment in the future." : undefined}
      />
      <Stack>
        <Button
          testID="snooze-confirm"
          label="Snooze until then"
          wide
          disabled={picked === null || past}
          onPress={() => {
            if (picked !== null) act.snooze(ids, picked);
          }}
        />
      </Stack>
    </Sheet>
  );
}

const TARGETS: Folder[] = ["inbox", "archive", "spam", "trash"];

/** Where threads may be moved to; the folder where a single one lies is left out. */
export function MoveSheet() {
  const { ids, leave } = useDialogParams<Params>();
  const act = useDialogThreadActions(leave);
  const only = useRow<Thread>("SELECT * FROM threads WHERE id = ?", [ids.length === 1 ? (ids[0] ?? 0) : 0]);
  return (
    <MenuSheet
      title="Move to"
      items={TARGETS.filter((folder) => folder !== only?.folder).map((folder) => ({
        testID: `move-${folder}`,
        icon: MAILBOXES[folder].icon,
        label: MAILBOXES[folder].title,
        onPress: () => act.move(ids, folder),
      }))}
    />
  );
}
