import { useDialogs, useParams, useRow } from "@tapworld/kit";

import { ThreadListScreen } from "../../components/ThreadListScreen";
import { MAILBOXES } from "../../components/mailboxes";
import type { Mailbox } from "../../data/types";
import { emptyIcon } from "../../icons";

/** Any mailbox other than the inbox. */
export function FolderScreen() {
  const { mailbox } = useParams<{ mailbox: Mailbox }>();
  const dialogs = useDialogs();
  const look = MAILBOXES[mailbox];
  const filled = useRow("SELECT 1 AS one FROM threads WHERE folder = ?", [mailbox]) !== undefined;
  const emptiable = (mailbox === "trash" || mailbox === "spam") && filled;
  return (
    <ThreadListScreen
      title={look.title}
      place={{ mailbox }}
      empty={{ icon: look.icon, ...look.empty }}
      actions={
        emptiable
          ? [
              {
                testID: "empty-folder",
                icon: emptyIcon,
                label: `Empty ${look.title.toLowerCase()}`,
                onPress: () => dialogs.open("confirm-empty", { folder: mailbox }),
              },
            ]
          : []
      }
    />
  );
}
