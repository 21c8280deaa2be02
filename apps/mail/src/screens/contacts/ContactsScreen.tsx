import { Avatar, Chips, IconButton, List, Row, Screen, SearchField, useDatabase, useNavigation, useQuery, useScreenState } from "@tapworld/kit";

import { CONTACT_KINDS, type ContactFilter, contactsQuery, setFavourite } from "../../data/contacts";
import type { Contact } from "../../data/types";
import { addContactIcon, contactsIcon, starIcon, starredIcon } from "../../icons";

const FILTERS: { value: ContactFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "favourites", label: "Favourites" },
  ...CONTACT_KINDS,
];

export function ContactsScreen() {
  const db = useDatabase();
  const navigation = useNavigation();
  const [text, setText] = useScreenState<string>("text", "");
  const [filter, setFilter] = useScreenState<ContactFilter>("filter", "all");
  const { sql, params } = contactsQuery(text, filter);
  const contacts = useQuery<Contact>(sql, params);
  const narrowed = text.trim() !== "" || filter !== "all";
  const create = () => navigation.push("contact-form");
  return (
    <Screen
      title="Contacts"
      scroll={false}
      fab={{ testID: "new-contact", icon: addContactIcon, label: "New contact", onPress: create }}
      header={
        <SearchField testID="contact-search" value={text} onChangeText={setText} placeholder="Search contacts" />
      }
    >
      <List
        testID="contacts"
        items={contacts}
        keyOf={(contact) => String(contact.id)}
        // Two or three lines of chips scroll away with the rows: fixed, they would take half of a small screen.
        header={<Chips testID="kind" options={FILTERS} value={filter} onChange={setFilter} />}
        empty={
          narrowed
            ? {
                icon: contactsIcon,
                title: "Nobody found",
                message: "No contact matches.",
                action: {
                  testID: "show-all",
                  label: "Show all contacts",
                  onPress: () => {
                    setText("");
                    setFilter("all");
                  },
                },
              }
            : {
                icon: contactsIcon,
                title: "No contacts",
                message: "People you write to often belong here.",
                action: { testID: "first-contact", label: "Add a contact", onPress: create },
              }
        }
        render={(contact, index) => (
          <Row
            testID={`row-${index}`}
            title={contact.name}
            subtitle={contact.email}
            caption={contact.company === "" ? undefined : contact.company}
            leading={<Avatar name={contact.name} />}
            trailing={
              <IconButton
                testID={`favourite-${index}`}
                icon={contact.is_favourite ? starredIcon : starIcon}
                label={contact.is_favourite ? "Remove from favourites" : "Add to favourites"}
                selected={contact.is_favourite === 1}
                onPress={() => setFavourite(db, contact.id, contact.is_favourite === 0)}
              />
            }
            onPress={() => navigation.push("contact", { contactId: contact.id })}
          />
        )}
      />
    </Screen>
  );
}
