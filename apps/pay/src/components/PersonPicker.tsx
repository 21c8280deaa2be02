import { EmptyState, SearchField, Section } from "@tapworld/kit";
import { mdiAccountSearch } from "@mdi/js";
import { contactsQuery } from "../data/contacts";
import { recentPeopleQuery } from "../data/payments";
import type { Contact } from "../data/types";
import { useRows } from "./hooks";
import { PersonRow } from "./PersonRow";

interface Props {
  testID: string;
  query: string;
  onQuery: (text: string) => void;
  onPick: (person: Contact) => void;
  /** Already chosen people, shown as selected. */
  chosen?: readonly number[];
  /** Recents and favourites above the list while nothing is searched. */
  shortcuts?: boolean;
}

/** Search field plus people: recents and favourites first, then everybody (`row-<i>`). */
export function PersonPicker({ testID, query, onQuery, onPick, chosen = [], shortcuts = true }: Props) {
  const people = useRows<Contact>(contactsQuery(query));
  const favourites = useRows<Contact>(contactsQuery("", "favourites"));
  const recents = useRows<Contact>(recentPeopleQuery(4));
  const searching = query.trim() !== "";
  const rows = (list: readonly Contact[], prefix: string) =>
    list.map((person, index) => (
      <PersonRow key={person.id} testID={`${prefix}-${index}`} person={person} selected={chosen.includes(person.id)} onPress={() => onPick(person)} />
    ));
  return (
    <>
      <SearchField testID={testID} value={query} onChangeText={onQuery} placeholder="Name, handle, email or phone" />
      {shortcuts && !searching && recents.length > 0 ? <Section title="Recent">{rows(recents, "recent")}</Section> : null}
      {shortcuts && !searching && favourites.length > 0 ? <Section title="Favourites">{rows(favourites, "favourite")}</Section> : null}
      <Section title={searching ? "Results" : "All contacts"}>
        {people.length > 0 ? (
          rows(people, "row")
        ) : (
          <EmptyState
            icon={mdiAccountSearch}
            title={searching ? "Nobody found" : "No contacts yet"}
            message={searching ? `None of your contacts matches “${query.trim()}”.` : "Add people in the People tab."}
          />
        )}
      </Section>
    </>
  );
}
