import { Chips, List, Screen, SearchField, Text, useDatabase, useNavigation, useScreenState, useSession, useTheme } from "@tapworld/kit";
import { mdiFilterOffOutline, mdiFilterVariant, mdiHistory } from "@mdi/js";
import { View } from "react-native";
import { useMoney, useRows } from "../../components/hooks";
import { kindFilterOptions } from "../../components/labels";
import { TransactionRow } from "../../components/TransactionRow";
import { useRefresh } from "../../components/useRefresh";
import { activityQuery, effectCents, type ActivityRow } from "../../data/activity";
import { rememberSearch } from "../../data/search";
import { FilterPanel } from "./FilterPanel";
import { useActivityFilter } from "./useActivityFilter";

/** Every payment, with filters, sort order and search; the summary counts what is listed. */
export function ActivityScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const refresh = useRefresh();
  const db = useDatabase();
  const theme = useTheme();
  const money = useMoney();
  const { fields, set, filter, active, reset } = useActivityFilter();
  const [open, setOpen] = useScreenState<boolean>("filtersOpen", false);
  const rows = useRows<ActivityRow>(activityQuery(filter));
  const effects = rows.map(effectCents);
  const moneyIn = effects.filter((cents) => cents > 0).reduce((sum, cents) => sum + cents, 0);
  const moneyOut = -effects.filter((cents) => cents < 0).reduce((sum, cents) => sum + cents, 0);
  const count = rows.length === 1 ? "1 payment" : `${session.format.number(rows.length)} payments`;
  return (
    <Screen
      title="Activity"
      scroll={false}
      actions={[
        { testID: "filters", icon: mdiFilterVariant, label: open ? "Close filters" : "Filters", selected: open || active > 0, onPress: () => setOpen(!open) },
        ...(active > 0 ? [{ testID: "reset-filters", icon: mdiFilterOffOutline, label: "Clear filters", onPress: reset }] : []),
      ]}
      header={
        <>
          <SearchField testID="search" value={fields.text} onChangeText={(text) => set({ text })} onSubmit={() => rememberSearch(db, session, fields.text)} placeholder="Name, note, amount, reference" />
          <Chips testID="kind" options={kindFilterOptions} value={fields.kind} onChange={(kind) => set({ kind })} />
        </>
      }
    >
      <List
        testID="activity"
        refresh={refresh}
        items={rows}
        keyOf={(row) => String(row.id)}
        header={
          <>
            {open ? <FilterPanel fields={fields} set={set} /> : null}
            <View style={{ paddingHorizontal: theme.space(4), paddingVertical: theme.space(2) }}>
              <Text role="caption" tone="muted" testID="summary">{`${count} · in ${money(moneyIn)} · out ${money(moneyOut)}`}</Text>
            </View>
          </>
        }
        render={(row, index) => <TransactionRow testID={`row-${index}`} transaction={row} onPress={() => navigation.push("transaction", { transactionId: row.id })} />}
        empty={{
          icon: mdiHistory,
          title: active > 0 ? "Nothing matches" : "No payments yet",
          message: active > 0 ? "Change or clear the filters to see more." : "What you send and receive shows here.",
          action: active > 0 ? { testID: "empty-reset", label: "Clear filters", onPress: reset } : undefined,
        }}
      />
    </Screen>
  );
}
