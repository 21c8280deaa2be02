import {
  Avatar,
  Button,
  EmptyState,
  Inline,
  KeyValue,
  Row,
  Screen,
  Section,
  Stack,
  Text,
  useDatabase,
  useDialogs,
  useNavigation,
  useParams,
  useQuery,
  useRow,
  useSession,
  useTheme,
} from "@tapworld/kit";
import { View } from "react-native";

import { CONTACT_KINDS, setFavourite } from "../../data/contacts";
import { searchQuery, withPerson } from "../../data/search";
import type { ThreadItem } from "../../data/thread-list";
import type { Contact } from "../../data/types";
import { contactsIcon, deleteIcon, editIcon, starIcon, starredIcon, writeToIcon } from "../../icons";

export function ContactScreen() {
  const { contactId } = useParams<{ contactId: number }>();
  const contact = useRow<Contact>("SELECT * FROM contacts WHERE id = ?", [contactId]);
  if (!contact) {
    return (
      <Screen title="Contact">
        <EmptyState icon={contactsIcon} title="This contact is gone" message="It was deleted." />
      </Screen>
    );
  }
  return <ContactDetails contact={contact} />;
}

function ContactDetails({ contact }: { contact: Contact }) {
  const db = useDatabase();
  const session = useSession();
  const theme = useTheme();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const { sql, params } = searchQuery(withPerson(contact.email), session);
  const threads = useQuery<ThreadItem>(sql, params).slice(0, 5);
  const favourite = contact.is_favourite === 1;
  const kind = CONTACT_KINDS.find((one) => one.value === contact.kind)?.label ?? contact.kind;
  return (
    <Screen
      title="Contact"
      actions={[
        {
          testID: "favourite",
          icon: favourite ? starredIcon : starIcon,
          label: favourite ? "Remove from favourites" : "Add to favourites",
          selected: favourite,
          onPress: () => setFavourite(db, contact.id, !favourite),
        },
        {
          testID: "edit",
          icon: editIcon,
          label: "Edit",
          onPress: () => navigation.push("contact-form", { contactId: contact.id }),
        },
        {
          testID: "delete",
          icon: deleteIcon,
          label: "Delete",
          onPress: () => dialogs.open("confirm-delete-contact", { contactId: contact.id }),
        },
      ]}
    >
      <View style={{ paddingHorizontal: theme.space(4), paddingTop: theme.space(4) }}>
        <Inline gap={4} align="center">
          <Avatar name={contact.name} size="large" />
          <View style={{ flex: 1 }}>
            <Text role="title" testID="contact-name">
              {contact.name}
            </Text>
            {contact.company === "" ? null : <Text tone="muted">{contact.company}</Text>}
          </View>
        </Inline>
      </View>
      <Stack padding={4}>
        <Button
          testID="write"
          icon={writeToIcon}
          label="Write a mail"
          wide
          onPress={() => navigation.push("compose", { to: `${contact.email}, ` })}
        />
      </Stack>
      <Section title="Details">
        <KeyValue testID="contact-email" label="E-mail" value={contact.email} />
        {contact.phone === "" ? null : <KeyValue testID="contact-phone" label="Phone" value={contact.phone} />}
        {contact.company === "" ? null : <KeyValue testID="contact-company" label="Company" value={contact.company} />}
        <KeyValue testID="contact-kind" label="Group" value={kind} />
        {contact.notes === "" ? null : <KeyValue testID="contact-notes" label="Notes" value={contact.notes} />}
      </Section>
      <Section title="Recent mail">
        {threads.map((thread, index) => (
          <Row
            key={thread.id}
            testID={`mail-${index}`}
            title={thread.subject || "(no subject)"}
            subtitle={thread.snippet.replace(/\s+/gu, " ")}
            detail={session.format.relative(thread.sent_at)}
            onPress={() => navigation.push("thread", { threadId: thread.id })}
          />
        ))}
        {threads.length === 0 ? (
          <Stack>
            <Text tone="muted">No mail with this person yet.</Text>
          </Stack>
        ) : null}
      </Section>
    </Screen>
  );
}
