import {
  Banner, EmptyState, Screen, Section, useNavigation, useScreenState, useSession, useTheme,
} from "@tapworld/kit";
import { mdiAccountCircle, mdiCashPlus, mdiCashMinus, mdiHandCoin, mdiHistory, mdiMagnify, mdiSend, mdiCallSplit, mdiCreditCardOutline } from "@mdi/js";
import { ScrollView, View } from "react-native";
import { TransactionRow } from "../../components/TransactionRow";
import { useRefresh } from "../../components/useRefresh";
import { PersonBubble } from "../../components/PersonBubble";
import { useCurrentUser, useMoney, useOne, useRows, useSettings, useWallet } from "../../components/hooks";
import { recentActivityQuery, type ActivityRow } from "../../data/activity";
import { recentPeopleQuery } from "../../data/payments";
import { pendingIncomingQuery } from "../../data/requests";
import type { Contact } from "../../data/types";
import { BalanceCard } from "./BalanceCard";
import { QuickAction } from "./QuickAction";
import { ReceivedToday } from "./ReceivedToday";

const HIDDEN = "••••••";

export function HomeScreen() {
  const navigation = useNavigation();
  const theme = useTheme();
  const session = useSession();
  const refresh = useRefresh();
  const money = useMoney();
  const wallet = useWallet();
  const user = useCurrentUser();
  const settings = useSettings();
  // Null follows the setting; a tap on the eye decides for as long as the screen lives.
  const [revealed, setRevealed] = useScreenState<boolean | null>("revealed", null);
  const people = useRows<Contact>(recentPeopleQuery(8));
  const activity = useRows<ActivityRow>(recentActivityQuery(6));
  const waiting = useOne<{ count: number; cents: number }>(pendingIncomingQuery);
  const shown = revealed ?? !settings.hideBalance;

  return (
    <Screen
      title="Pay"
      refresh={refresh}
      actions={[
        { testID: "open-search", icon: mdiMagnify, label: "Search", onPress: () => navigation.push("search") },
        { testID: "open-profile", icon: mdiAccountCircle, label: "Profile", onPress: () => navigation.push("profile") },
      ]}
    >
      <BalanceCard
        name={user.name}
        handle={user.handle}
        balance={shown ? money(wallet.balance_cents) : HIDDEN}
        shown={shown}
        onToggle={() => setRevealed(!shown)}
      />
      <View style={{ flexDirection: "row", flexWrap: "wrap", gap: theme.space(2), paddingHorizontal: theme.space(4), paddingVertical: theme.space(2) }}>
        <QuickAction testID="send" icon={mdiSend} label="Send" onPress={() => navigation.push("send")} />
        <QuickAction testID="request" icon={mdiHandCoin} label="Request" onPress={() => navigation.push("request-new")} />
        <QuickAction testID="split" icon={mdiCallSplit} label="Split" onPress={() => navigation.push("split-new")} />
        <QuickAction testID="add-money" icon={mdiCashPlus} label="Add money" onPress={() => navigation.push("add-money")} />
        <QuickAction testID="cash-out" icon={mdiCashMinus} label="Cash out" onPress={() => navigation.push("cash-out")} />
        <QuickAction testID="cards" icon={mdiCreditCardOutline} label="Cards" onPress={() => navigation.push("cards")} />
      </View>
      {waiting && waiting.count > 0 && settings.notifyRequests ? (
        <Banner
          tone="info"
          message={waiting.count === 1 ? `One request over ${money(waiting.cents)} waits for you.` : `${session.format.number(waiting.count)} requests over ${money(waiting.cents)} wait for you.`}
          action={{ testID: "open-requests", label: "Look", onPress: () => navigation.tab("requests") }}
        />
      ) : null}
      {settings.notifyReceived ? <ReceivedToday /> : null}
      {settings.notifyMarketing ? <Banner tone="success" message="Tip: split a bill and Pay works out everybody's share to the cent." /> : null}
      {people.length > 0 ? (
        <Section title="People">
          <ScrollView horizontal showsHorizontalScrollIndicator={false} contentContainerStyle={{ paddingHorizontal: theme.space(2) }}>
            {people.map((person, index) => (
              <PersonBubble key={person.id} testID={`person-${index}`} person={person} onPress={() => navigation.push("person", { contactId: person.id })} />
            ))}
          </ScrollView>
        </Section>
      ) : null}
      <Section title="Recent activity" action={{ testID: "see-all", label: "See all", onPress: () => navigation.tab("activity") }}>
        {activity.length > 0 ? (
          activity.map((row, index) => (
            <TransactionRow key={row.id} testID={`row-${index}`} transaction={row} onPress={() => navigation.push("transaction", { transactionId: row.id })} />
          ))
        ) : (
          <EmptyState icon={mdiHistory} title="No payments yet" message="What you send and receive shows here." />
        )}
      </Section>
    </Screen>
  );
}
