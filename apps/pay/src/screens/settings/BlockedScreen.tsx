import { Button, List, Screen, useDatabase, useNavigation, useToast } from "@tapworld/kit";
import { mdiAccountCheck } from "@mdi/js";
import { useRows } from "../../components/hooks";
import { PersonRow } from "../../components/PersonRow";
import { contactsQuery, setBlocked } from "../../data/contacts";
import type { Contact } from "../../data/types";

export function BlockedScreen() {
  const navigation = useNavigation();
  const toast = useToast();
  const db = useDatabase();
  const people = useRows<Contact>(contactsQuery("", "blocked"));
  return (
    <Screen title="Blocked people" scroll={false}>
      <List
        testID="blocked"
        items={people}
        keyOf={(person) => String(person.id)}
        render={(person, index) => (
          <PersonRow
            testID={`row-${index}`}
            person={person}
            onPress={() => navigation.push("person", { contactId: person.id })}
            trailing={<Button testID={`unblock-${index}`} label="Unblock" kind="text" onPress={() => { setBlocked(db, person.id, false); toast(`${person.name} is no longer blocked`); }} />}
          />
        )}
        empty={{ icon: mdiAccountCheck, title: "Nobody is blocked", message: "Block people from their page in the People tab." }}
      />
    </Screen>
  );
}
