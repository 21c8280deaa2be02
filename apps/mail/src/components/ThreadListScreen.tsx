import {
  type Action,
  Chips,
  List,
  Screen,
  Select,
  useDatabase,
  useDialogs,
  useNavigation,
  useQuery,
  useScreenState,
  useSession,
  useToast,
} from "@tapworld/kit";
import type { ReactNode } from "react";
import { View } from "react-native";

import { ACCOUNTS_SQL } from "../data/accounts";
import { type Filter, type Place, type Sort, type ThreadItem, labelsOfThreads, listQuery } from "../data/thread-list";
import type { Account, Mailbox } from "../data/types";
import { closeIcon, composeIcon, filterIcon } from "../icons";
import { FILTER_OPTIONS, SORT_OPTIONS, ThreadRow } from "./ThreadRow";
import { selectionActions } from "./selectionActions";
import { swipeAction } from "./swipes";
import { useSelection } from "./useSelection";
import { useSettings } from "./useSettings";
import { useThreadActions } from "./useThreadActions";

interface Props {
  title: string;
  place: Place;
  empty: { icon: string; title: string; message: string };
  /** Further buttons of the header while nothing is selected. */
  actions?: Action[];
  banner?: ReactNode;
}

/** A mailbox or label: its conversations with filters, order, selection and swipes. */
export function ThreadListScreen({ title, place, empty, actions = [], banner }: Props) {
  const db = useDatabase();
  const session = useSession();
  const toast = useToast();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const settings = useSettings();
  const act = useThreadActions();
  const [filter, setFilter] = useScreenState<Filter>("filter", "all");
  const [sort, setSort] = useScreenState<Sort>("sort", settings.default_sort as Sort);
  const [accountId, setAccountId] = useScreenState<number>("account", 0);
  const [options, setOptions] = useScreenState<boolean>("options", false);
  const accounts = useQuery<Account>(ACCOUNTS_SQL);

  const { sql, params } = listQuery({ place, filter, sort, accountId, now: session.now() });
  const items = useQuery<ThreadItem>(sql, params);
  const labels = labelsOfThreads(db, items.map((item) => item.id));
  const selection = useSelection(items.map((item) => item.id));

  const mailbox: Mailbox | "label" = "mailbox" in place ? place.mailbox : "label";
  const open = (item: ThreadItem) =>
    selection.active ? selection.toggle(item.id) : navigation.push("thread", { threadId: item.id });
  const swipe = { act, mailbox, snooze: (ids: number[]) => dialogs.open("snooze", { ids, leave: false }) };

  const idle: Action[] = [
    {
      testID: "view-options",
      icon: filterIcon,
      label: "Sort and accounts",
      selected: options,
      onPress: () => setOptions(!options),
    },
    ...actions,
  ];
  const selecting = selectionActions({
    items: items.filter((item) => selection.has(item.id)),
    mailbox,
    act,
    selectAll: () => selection.set(items.map((item) => item.id)),
    openDialog: dialogs.open,
    openLabels: (ids) => navigation.push("apply-labels", { threadIds: ids }),
    done: selection.clear,
  });

  return (
    <Screen
      title={selection.active ? `${selection.ids.length} selected` : title}
      leading={
        selection.active
          ? { testID: "cancel-selection", icon: closeIcon, label: "Cancel selection", onPress: selection.clear }
          : undefined
      }
      actions={selection.active ? selecting : idle}
      scroll={false}
      // It stays while selecting: rows must not move under the finger whose long press began the selection.
      fab={{ testID: "compose", icon: composeIcon, label: "Compose", onPress: () => navigation.push("compose") }}
      header={
        <View>
          <Chips testID="filter" options={FILTER_OPTIONS} value={filter} onChange={setFilter} />
          {options ? (
            <View>
              <Select testID="sort" label="Sort by" options={SORT_OPTIONS} value={sort} onChange={setSort} />
              <Select
                testID="account"
                label="Account"
                value={accountId}
                onChange={setAccountId}
                options={[
                  { value: 0, label: "All accounts" },
                  ...accounts.map((account) => ({ value: account.id, label: account.email })),
                ]}
              />
            </View>
          ) : null}
          {banner}
        </View>
      }
    >
      <List
        testID="threads"
        refresh={() => toast(`No new mail at ${session.format.time(session.now())}`)}
        items={items}
        keyOf={(item) => String(item.id)}
        empty={
          filter === "all" && accountId === 0
            ? empty
            : {
                icon: empty.icon,
                title: "Nothing matches",
                message: "No conversation here passes the filter.",
                action: {
                  testID: "clear-filter",
                  label: "Show all",
                  onPress: () => {
                    setFilter("all");
                    setAccountId(0);
                  },
                },
              }
        }
        render={(item, index) => (
          <ThreadRow
            index={index}
            item={item}
            labels={labels.get(item.id) ?? []}
            previewLines={Number(settings.density_preview_lines)}
            counted={settings.conversation_view === "1"}
            outgoing={mailbox === "sent"}
            selected={selection.active ? selection.has(item.id) : null}
            onPress={() => open(item)}
            onLongPress={() => selection.toggle(item.id)}
            onStar={() => act.flag([item.id], "is_starred", item.is_starred === 0)}
            swipeLeft={swipeAction(settings.swipe_left, item, swipe)}
            swipeRight={swipeAction(settings.swipe_right, item, swipe)}
          />
        )}
      />
    </Screen>
  );
}
