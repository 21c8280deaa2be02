import { defineApp } from "@tapworld/kit";

import { useUnreadCount } from "./components/useUnreadCount";
import { ConfirmDeleteContact, ConfirmDeleteLabel } from "./dialogs/ListDialogs";
import {
  ConfirmBlock,
  ConfirmClearHistory,
  ConfirmDeleteDraft,
  ConfirmDiscard,
  ConfirmLeave,
  ConfirmSend,
  MessageMenu,
} from "./dialogs/MailDialogs";
import { ConfirmDelete, ConfirmDeleteForever, ConfirmEmpty, MoveSheet, SnoozeSheet } from "./dialogs/ThreadDialogs";
import { contactsIcon, foldersIcon, inboxIcon, mailIcon, searchIcon, settingsIcon } from "./icons";
import { notifications } from "./notifications";
import { schema } from "./schema.generated";
import { ComposeScreen } from "./screens/compose/ComposeScreen";
import { DraftsScreen } from "./screens/compose/DraftsScreen";
import { ContactFormScreen } from "./screens/contacts/ContactFormScreen";
import { ContactScreen } from "./screens/contacts/ContactScreen";
import { ContactsScreen } from "./screens/contacts/ContactsScreen";
import { FolderScreen } from "./screens/folders/FolderScreen";
import { FoldersScreen } from "./screens/folders/FoldersScreen";
import { LabelScreen } from "./screens/folders/LabelScreen";
import { InboxScreen } from "./screens/inbox/InboxScreen";
import { ApplyLabelsScreen } from "./screens/labels/ApplyLabelsScreen";
import { LabelFormScreen } from "./screens/labels/LabelFormScreen";
import { LabelsScreen } from "./screens/labels/LabelsScreen";
import { SearchScreen } from "./screens/search/SearchScreen";
import { AccountScreen } from "./screens/settings/AccountScreen";
import { BlockedScreen } from "./screens/settings/BlockedScreen";
import { SettingsScreen } from "./screens/settings/SettingsScreen";
import { SignatureScreen } from "./screens/settings/SignatureScreen";
import { VacationScreen } from "./screens/settings/VacationScreen";
import { AttachmentScreen } from "./screens/thread/AttachmentScreen";
import { MessageScreen } from "./screens/thread/MessageScreen";
import { ThreadScreen } from "./screens/thread/ThreadScreen";

export const app = defineApp({
  id: "mail",
  title: "Mail",
  icon: mailIcon,
  accent: "blue",
  schema,
  notifications,
  tabs: [
    { route: "inbox", title: "Inbox", icon: inboxIcon, badge: useUnreadCount },
    { route: "search", title: "Search", icon: searchIcon },
    { route: "folders", title: "Folders", icon: foldersIcon },
    { route: "contacts", title: "Contacts", icon: contactsIcon },
    { route: "settings", title: "Settings", icon: settingsIcon },
  ],
  screens: {
    inbox: InboxScreen,
    search: SearchScreen,
    folders: FoldersScreen,
    contacts: ContactsScreen,
    settings: SettingsScreen,
    folder: FolderScreen,
    label: LabelScreen,
    thread: ThreadScreen,
    message: MessageScreen,
    attachment: AttachmentScreen,
    compose: ComposeScreen,
    drafts: DraftsScreen,
    labels: LabelsScreen,
    "label-form": LabelFormScreen,
    "apply-labels": ApplyLabelsScreen,
    contact: ContactScreen,
    "contact-form": ContactFormScreen,
    account: AccountScreen,
    signature: SignatureScreen,
    vacation: VacationScreen,
    blocked: BlockedScreen,
  },
  dialogs: {
    "confirm-delete": ConfirmDelete,
    "confirm-delete-forever": ConfirmDeleteForever,
    "confirm-empty": ConfirmEmpty,
    "confirm-block": ConfirmBlock,
    "confirm-send": ConfirmSend,
    "confirm-discard": ConfirmDiscard,
    "confirm-delete-draft": ConfirmDeleteDraft,
    "confirm-clear-history": ConfirmClearHistory,
    "confirm-leave": ConfirmLeave,
    "confirm-delete-label": ConfirmDeleteLabel,
    "confirm-delete-contact": ConfirmDeleteContact,
    snooze: SnoozeSheet,
    move: MoveSheet,
    "message-menu": MessageMenu,
  },
});
