import { Confirm, MenuSheet, useDatabase, useDialogParams, useDialogs, useNavigation, useSession, useToast } from "@tapworld/kit";

import { useSendMail } from "../components/useSendMail";
import { blockSender, isBlocked, unblockSender } from "../data/blocked";
import type { Mail, Origin } from "../data/compose";
import { removeDraft, restoreDraft } from "../data/drafts";
import { getMessage } from "../data/messages";
import { clearHistory } from "../data/search";
import { blockIcon, detailsIcon, forwardIcon, replyAllIcon, replyIcon } from "../icons";

/** What can be done with one message of a thread. */
export function MessageMenu() {
  const { messageId } = useDialogParams<{ messageId: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const toast = useToast();
  const message = getMessage(db, messageId);
  const email = message.from_email;
  const answer = (mode: Origin["mode"]) => () => navigation.push("compose", { mode, messageId });
  const blocked = isBlocked(db, email);
  return (
    <MenuSheet
      title={message.from_name}
      items={[
        { testID: "menu-reply", icon: replyIcon, label: "Reply", onPress: answer("reply") },
        { testID: "menu-reply-all", icon: replyAllIcon, label: "Reply all", onPress: answer("reply_all") },
        { testID: "menu-forward", icon: forwardIcon, label: "Forward", onPress: answer("forward") },
        {
          testID: "menu-details",
          icon: detailsIcon,
          label: "Message details",
          onPress: () => navigation.push("message", { messageId }),
        },
        ...(message.is_outgoing === 1
          ? []
          : [
              blocked
                ? {
                    testID: "menu-unblock",
                    icon: blockIcon,
                    label: "Unblock sender",
                    onPress: () => {
                      unblockSender(db, email);
                      dialogs.close();
                      toast(`${email} unblocked`);
                    },
                  }
                : {
                    testID: "menu-block",
                    icon: blockIcon,
                    label: "Block sender",
                    onPress: () => dialogs.open("confirm-block", { email }),
                  },
            ]),
      ]}
    />
  );
}

export function ConfirmBlock() {
  const { email } = useDialogParams<{ email: string }>();
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const { close } = useDialogs();
  return (
    <Confirm
      title={`Block ${email}?`}
      message="New mail from this address will go to spam."
      confirmLabel="Block"
      danger
      onConfirm={() => {
        blockSender(db, session, email);
        close();
        toast(`${email} blocked`, { label: "Undo", onPress: () => unblockSender(db, email) });
      }}
      onCancel={close}
    />
  );
}

/** Asked when the settings want it, or when the mail has no subject. */
export function ConfirmSend() {
  const { mail, origin, reason } = useDialogParams<{ mail: Mail; origin: Origin; reason: string }>();
  const { close } = useDialogs();
  const send = useSendMail();
  return (
    <Confirm
      title="Send this mail?"
      message={reason}
      confirmLabel="Send"
      onConfirm={() => {
        close();
        send(mail, origin);
      }}
      onCancel={close}
    />
  );
}

/** Throw away what the compose screen holds, and the draft it came from. */
export function ConfirmDiscard() {
  const { draftId } = useDialogParams<{ draftId: number | null }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const { close } = useDialogs();
  return (
    <Confirm
      title="Discard this mail?"
      message={draftId === null ? "What you wrote is lost." : "The draft is deleted."}
      confirmLabel="Discard"
      danger
      onConfirm={() => {
        if (draftId !== null) removeDraft(db, draftId);
        navigation.back();
        toast("Mail discarded");
      }}
      onCancel={close}
    />
  );
}

export function ConfirmDeleteDraft() {
  const { draftId } = useDialogParams<{ draftId: number }>();
  const db = useDatabase();
  const toast = useToast();
  const { close } = useDialogs();
  return (
    <Confirm
      title="Delete this draft?"
      confirmLabel="Delete"
      danger
      onConfirm={() => {
        const removed = removeDraft(db, draftId);
        close();
        toast("Draft deleted", { label: "Undo", onPress: () => restoreDraft(db, removed) });
      }}
      onCancel={close}
    />
  );
}

export function ConfirmClearHistory() {
  const db = useDatabase();
  const { close } = useDialogs();
  return (
    <Confirm
      title="Clear the search history?"
      confirmLabel="Clear"
      danger
      onConfirm={() => {
        clearHistory(db);
        close();
      }}
      onCancel={close}
    />
  );
}

/** Leave a form whose changes were not saved. */
export function ConfirmLeave() {
  const navigation = useNavigation();
  const { close } = useDialogs();
  return (
    <Confirm
      title="Leave without saving?"
      message="Your changes are lost."
      confirmLabel="Leave"
      danger
      onConfirm={() => navigation.back()}
      onCancel={close}
    />
  );
}
