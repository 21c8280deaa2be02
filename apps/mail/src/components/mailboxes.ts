import type { Mailbox } from "../data/types";
import {
  allMailIcon,
  archiveIcon,
  deleteIcon,
  importantIcon,
  inboxIcon,
  sentIcon,
  snoozeIcon,
  spamIcon,
  starIcon,
} from "../icons";

export interface MailboxLook {
  title: string;
  icon: string;
  empty: { title: string; message: string };
}

/** Name, icon and empty state of every mailbox. */
export const MAILBOXES: Record<Mailbox, MailboxLook> = {
  inbox: {
    title: "Inbox",
    icon: inboxIcon,
    empty: { title: "Nothing in your inbox", message: "New mail shows up here." },
  },
  starred: {
    title: "Starred",
    icon: starIcon,
    empty: { title: "No starred mail", message: "Star a conversation to find it here again." },
  },
  important: {
    title: "Important",
    icon: importantIcon,
    empty: { title: "Nothing important", message: "Conversations marked important are kept here." },
  },
  snoozed: {
    title: "Snoozed",
    icon: snoozeIcon,
    empty: { title: "Nothing is snoozed", message: "Snoozed mail waits here until its time comes." },
  },
  sent: {
    title: "Sent",
    icon: sentIcon,
    empty: { title: "No sent mail", message: "What you send is kept here." },
  },
  archive: {
    title: "Archive",
    icon: archiveIcon,
    empty: { title: "The archive is empty", message: "Archived mail leaves the inbox and stays here." },
  },
  all: {
    title: "All mail",
    icon: allMailIcon,
    empty: { title: "No mail", message: "Every conversation outside spam and trash is listed here." },
  },
  spam: {
    title: "Spam",
    icon: spamIcon,
    empty: { title: "No spam", message: "Mail that you report as spam lands here." },
  },
  trash: {
    title: "Trash",
    icon: deleteIcon,
    empty: { title: "The trash is empty", message: "Deleted mail stays here until you remove it for good." },
  },
};
