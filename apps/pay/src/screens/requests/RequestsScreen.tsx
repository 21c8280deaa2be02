import { Chips, List, Screen, SearchField, Segments, Select, useNavigation, useScreenState } from "@tapworld/kit";
import { mdiCallSplit, mdiHandCoin, mdiTrayRemove } from "@mdi/js";
import { useRows } from "../../components/hooks";
import { RequestRow } from "../../components/RequestRow";
import { requestsQuery, type RequestRow as RequestData, type RequestScope, type RequestSort } from "../../data/requests";
import type { RequestDirection } from "../../data/types";

const DIRECTIONS = [{ value: "incoming" as const, label: "To pay" }, { value: "outgoing" as const, label: "Asked by you" }];
const SCOPES = [{ value: "pending" as const, label: "Open" }, { value: "done" as const, label: "Closed" }, { value: "all" as const, label: "All" }];
const SORTS = [
  { value: "newest" as const, label: "Newest first" },
  { value: "oldest" as const, label: "Oldest first" },
  { value: "largest" as const, label: "Largest first" },
];

export function RequestsScreen() {
  const navigation = useNavigation();
  const [direction, setDirection] = useScreenState<RequestDirection>("direction", "incoming");
  const [scope, setScope] = useScreenState<RequestScope>("scope", "pending");
  const [sort, setSort] = useScreenState<RequestSort>("sort", "newest");
  const [query, setQuery] = useScreenState<string>("query", "");
  const requests = useRows<RequestData>(requestsQuery(direction, scope, query, sort));
  const none = query !== "" ? "No request matches your search." : direction === "incoming" ? "Nobody is waiting for money from you." : "You are not waiting for anybody's money.";
  return (
    <Screen
      title="Requests"
      scroll={false}
      actions={[{ testID: "open-splits", icon: mdiCallSplit, label: "Split bills", onPress: () => navigation.push("splits") }]}
      fab={{ testID: "request", icon: mdiHandCoin, label: "Request", onPress: () => navigation.push("request-new") }}
      header={
        <>
          <Segments testID="direction" options={DIRECTIONS} value={direction} onChange={setDirection} />
          <SearchField testID="search" value={query} onChangeText={setQuery} placeholder="Name or note" />
          <Chips testID="scope" options={SCOPES} value={scope} onChange={setScope} />
        </>
      }
    >
      <List
        testID="requests"
        items={requests}
        keyOf={(request) => String(request.id)}
        header={<Select testID="sort" label="Sort" options={SORTS} value={sort} onChange={setSort} />}
        render={(request, index) => <RequestRow testID={`row-${index}`} request={request} onPress={() => navigation.push("request", { requestId: request.id })} />}
        empty={{ icon: mdiTrayRemove, title: "No requests", message: none }}
      />
    </Screen>
  );
}
