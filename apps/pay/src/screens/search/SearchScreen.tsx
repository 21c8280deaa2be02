import { EmptyState, Icon, IconButton, List, Row, Screen, SearchField, Section, useDatabase, useNavigation, useScreenState, useSession } from "@tapworld/kit";
import { mdiClose, mdiHistory, mdiMagnify } from "@mdi/js";
import { useRows } from "../../components/hooks";
import { ListHeading } from "../../components/ListHeading";
import { PersonRow } from "../../components/PersonRow";
import { RequestRow } from "../../components/RequestRow";
import { TransactionRow } from "../../components/TransactionRow";
import { activityQuery, NO_FILTER, type ActivityRow } from "../../data/activity";
import { contactsQuery } from "../../data/contacts";
import { anyRequestQuery, type RequestRow as RequestData } from "../../data/requests";
import { forgetSearch, rememberSearch, searchHistoryQuery, type HistoryRow } from "../../data/search";
import type { Contact } from "../../data/types";

const MOST_PEOPLE = 5;
const MOST_REQUESTS = 8;

/** One search over people, requests and payments; without words, what was searched before. */
export function SearchScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const db = useDatabase();
  const [query, setQuery] = useScreenState<string>("query", "");
  const searching = query.trim() !== "";
  const history = useRows<HistoryRow>(searchHistoryQuery);
  const people = useRows<Contact>(contactsQuery(query)).slice(0, MOST_PEOPLE);
  const requests = useRows<RequestData>(anyRequestQuery(query)).slice(0, MOST_REQUESTS);
  const payments = useRows<ActivityRow>(activityQuery({ ...NO_FILTER, text: query }));
  const open = (route: string, params: Record<string, number>) => {
    rememberSearch(db, session, query);
    navigation.push(route, params);
  };
  return (
    <Screen
      title="Search"
      header={<SearchField testID="search" value={query} onChangeText={setQuery} onSubmit={() => rememberSearch(db, session, query)} placeholder="People, notes, amounts, references" />}
    >
      {searching ? (
        <>
          {people.length > 0 ? (
            <Section title="People">
              {people.map((person, index) => (
                <PersonRow key={person.id} testID={`person-${index}`} person={person} onPress={() => open("person", { contactId: person.id })} />
              ))}
            </Section>
          ) : null}
          {requests.length > 0 ? (
            <Section title="Requests">
              {requests.map((request, index) => (
                <RequestRow key={request.id} testID={`request-${index}`} request={request} onPress={() => open("request", { requestId: request.id })} />
              ))}
            </Section>
          ) : null}
          <List
            testID="payments"
            items={payments}
            keyOf={(row) => row.id}
            header={payments.length > 0 ? <ListHeading title="Payments" /> : null}
            render={(row, index) => <TransactionRow testID={`row-${index}`} transaction={row} onPress={() => open("transaction", { transactionId: row.id })} />}
            empty={{
              icon: mdiMagnify,
              title: people.length + requests.length > 0 ? "No payments" : "Nothing found",
              message: `${people.length + requests.length > 0 ? "No payment" : "Nothing"} matches “${query.trim()}”.`,
            }}
          />
        </>
      ) : history.length > 0 ? (
        <Section title="Searched before">
          {history.map((past, index) => (
            <Row
              key={past.id}
              testID={`history-${index}`}
              title={past.query}
              leading={<Icon path={mdiHistory} />}
              onPress={() => setQuery(past.query)}
              trailing={<IconButton testID={`forget-${index}`} icon={mdiClose} label="Forget this search" onPress={() => forgetSearch(db, past.id)} />}
            />
          ))}
        </Section>
      ) : (
        <EmptyState icon={mdiMagnify} title="Search Pay" message="Find people, requests and payments by name, note, amount or reference." />
      )}
    </Screen>
  );
}
