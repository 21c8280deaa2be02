import {
  List,
  Screen,
  SearchField,
  useDatabase,
  useNavigation,
  useQuery,
  useScreenState,
  useSession,
} from "@tapworld/kit";
import { View } from "react-native";

import { ThreadRow } from "../../components/ThreadRow";
import { useSettings } from "../../components/useSettings";
import { useThreadActions } from "../../components/useThreadActions";
import { NO_FILTERS, type SearchFilters, asksSomething, rememberSearch, searchQuery } from "../../data/search";
import { type ThreadItem, labelsOfThreads } from "../../data/thread-list";
import { filterIcon, searchIcon } from "../../icons";
import { SearchFilterPanel } from "./SearchFilterPanel";
import { SearchHistory } from "./SearchHistory";

/** Search over all mail as one types; filters narrow it, and what was searched for is remembered. */
export function SearchScreen() {
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const settings = useSettings();
  const act = useThreadActions();
  const [filters, setFilters] = useScreenState<SearchFilters>("filters", NO_FILTERS);
  const [panel, setPanel] = useScreenState<boolean>("panel", false);
  const asked = asksSomething(filters);
  const { sql, params } = searchQuery(filters, session);
  const items = useQuery<ThreadItem>(asked ? sql : `${sql} LIMIT 0`, params);
  const labels = labelsOfThreads(db, items.map((item) => item.id));
  const edit = (change: Partial<SearchFilters>) => setFilters((old) => ({ ...old, ...change }));

  return (
    <Screen
      title="Search"
      scroll={false}
      actions={[
        {
          testID: "search-filters",
          icon: filterIcon,
          label: "Filters",
          selected: panel,
          onPress: () => setPanel(!panel),
        },
      ]}
      header={
        <View>
          <SearchField
            testID="query"
            value={filters.text}
            onChangeText={(text) => edit({ text })}
            onSubmit={() => rememberSearch(db, session, filters.text)}
            placeholder="Search mail"
          />
        </View>
      }
    >
      {asked ? (
        <List
          testID="results"
          items={items}
          keyOf={(item) => String(item.id)}
          header={panel ? <SearchFilterPanel filters={filters} edit={edit} results={items.length} /> : null}
          empty={{
            icon: searchIcon,
            title: "No mail found",
            message: "Try other words or fewer filters.",
            action: { testID: "clear-search", label: "Clear search", onPress: () => setFilters(NO_FILTERS) },
          }}
          render={(item, index) => (
            <ThreadRow
              index={index}
              item={item}
              labels={labels.get(item.id) ?? []}
              previewLines={Number(settings.density_preview_lines)}
              counted={settings.conversation_view === "1"}
              outgoing={filters.scope === "sent"}
              selected={null}
              onPress={() => {
                rememberSearch(db, session, filters.text);
                navigation.push("thread", { threadId: item.id });
              }}
              onStar={() => act.flag([item.id], "is_starred", item.is_starred === 0)}
            />
          )}
        />
      ) : (
        <SearchHistory
          header={panel ? <SearchFilterPanel filters={filters} edit={edit} results={null} /> : null}
          onPick={(text) => edit({ text })}
        />
      )}
    </Screen>
  );
}
