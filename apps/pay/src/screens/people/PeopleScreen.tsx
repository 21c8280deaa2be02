import { Button, List, Row, Avatar, Screen, SearchField, Section, Segments, Text, useDatabase, useNavigation, useScreenState, useToast } from "@tapworld/kit";
import { mdiAccountOff, mdiAccountPlus } from "@mdi/js";
import { useRows } from "../../components/hooks";
import { PersonRow } from "../../components/PersonRow";
import { addContact, contactsQuery, networkQuery, type ContactScope } from "../../data/contacts";
import type { Contact, User } from "../../data/types";

const SCOPES: { value: ContactScope; label: string }[] = [
  { value: "all", label: "All" },
  { value: "favourites", label: "Favourites" },
  { value: "blocked", label: "Blocked" },
];

const EMPTY: Record<ContactScope, string> = {
  all: "Add the people you share money with.",
  favourites: "Mark people with the star to find them here.",
  blocked: "You have not blocked anybody.",
};

export function PeopleScreen() {
  const navigation = useNavigation();
  const toast = useToast();
  const db = useDatabase();
  const [query, setQuery] = useScreenState<string>("query", "");
  const [scope, setScope] = useScreenState<ContactScope>("scope", "all");
  const people = useRows<Contact>(contactsQuery(query, scope));
  const searching = query.trim() !== "";
  const strangers = useRows<User>(networkQuery(query));
  const others = searching && scope === "all" ? strangers.slice(0, 5) : [];
  return (
    <Screen
      title="People"
      scroll={false}
      fab={{ testID: "add-person", icon: mdiAccountPlus, label: "Add", onPress: () => navigation.push("person-edit") }}
      header={
        <>
          <SearchField testID="search" value={query} onChangeText={setQuery} placeholder="Name, handle, email or phone" />
          <Segments testID="scope" options={SCOPES} value={scope} onChange={setScope} />
        </>
      }
    >
      <List
        testID="people"
        items={people}
        keyOf={(person) => String(person.id)}
        header={
          others.length > 0 ? (
            <Section title="Others on Pay">
              {others.map((user, index) => (
                <Row
                  key={user.id}
                  testID={`network-${index}`}
                  title={user.name}
                  subtitle={user.handle}
                  leading={<Avatar name={user.name} />}
                  trailing={<Button testID={`network-add-${index}`} label="Add" kind="text" onPress={() => { addContact(db, user); toast(`${user.name} is in your contacts now`); }} />}
                />
              ))}
              <Text role="label" tone="muted">In your contacts</Text>
            </Section>
          ) : undefined
        }
        render={(person, index) => <PersonRow testID={`row-${index}`} person={person} onPress={() => navigation.push("person", { contactId: person.id })} />}
        empty={{ icon: mdiAccountOff, title: "Nobody here", message: searching ? "No contact matches your search." : EMPTY[scope] }}
      />
    </Screen>
  );
}
