import { defineApp } from "@tapworld/kit";
import { mdiAccountGroup, mdiCog, mdiHandCoin, mdiHistory, mdiHome, mdiWallet } from "@mdi/js";
import { useOne, useSettings } from "./components/hooks";
import { pendingIncomingQuery } from "./data/requests";
import { notifications } from "./notifications";
import { schema } from "./schema.generated";
import { RemoveCard } from "./dialogs/cards";
import { ClearHistory } from "./dialogs/history";
import { BlockPerson, DeletePerson } from "./dialogs/people";
import { CancelRequest, DeclineRequest } from "./dialogs/requests";
import { CancelSplit, SettleSplit } from "./dialogs/splits";
import { ActivityScreen } from "./screens/activity/ActivityScreen";
import { TransactionScreen } from "./screens/activity/TransactionScreen";
import { CardScreen } from "./screens/cards/CardScreen";
import { CardsScreen } from "./screens/cards/CardsScreen";
import { NewCardScreen } from "./screens/cards/NewCardScreen";
import { HomeScreen } from "./screens/home/HomeScreen";
import { EditPersonScreen } from "./screens/people/EditPersonScreen";
import { PeopleScreen } from "./screens/people/PeopleScreen";
import { PersonScreen } from "./screens/people/PersonScreen";
import { EditProfileScreen } from "./screens/profile/EditProfileScreen";
import { ProfileScreen } from "./screens/profile/ProfileScreen";
import { NewRequestScreen } from "./screens/requests/NewRequestScreen";
import { RequestScreen } from "./screens/requests/RequestScreen";
import { RequestsScreen } from "./screens/requests/RequestsScreen";
import { SearchScreen } from "./screens/search/SearchScreen";
import { ReviewScreen } from "./screens/send/ReviewScreen";
import { SendScreen } from "./screens/send/SendScreen";
import { BlockedScreen } from "./screens/settings/BlockedScreen";
import { CashOutSettingsScreen } from "./screens/settings/CashOutSettingsScreen";
import { FeesScreen } from "./screens/settings/FeesScreen";
import { LimitsScreen } from "./screens/settings/LimitsScreen";
import { NotificationsScreen } from "./screens/settings/NotificationsScreen";
import { PinScreen } from "./screens/settings/PinScreen";
import { PrivacyScreen } from "./screens/settings/PrivacyScreen";
import { RemovePinScreen } from "./screens/settings/RemovePinScreen";
import { SettingsScreen } from "./screens/settings/SettingsScreen";
import { NewSplitScreen } from "./screens/splits/NewSplitScreen";
import { SplitScreen } from "./screens/splits/SplitScreen";
import { SplitsScreen } from "./screens/splits/SplitsScreen";
import { AddMoneyScreen } from "./screens/transfers/AddMoneyScreen";
import { CashOutScreen } from "./screens/transfers/CashOutScreen";

/** Open incoming requests, for the badge of their tab; none when the notification is off. */
function useOpenRequests(): number {
  const settings = useSettings();
  const count = useOne<{ count: number }>(pendingIncomingQuery)?.count ?? 0;
  return settings.notifyRequests ? count : 0;
}

export const app = defineApp({
  id: "pay",
  title: "Pay",
  icon: mdiWallet,
  accent: "green",
  schema,
  notifications,
  tabs: [
    { route: "home", title: "Home", icon: mdiHome },
    { route: "activity", title: "Activity", icon: mdiHistory },
    { route: "requests", title: "Requests", icon: mdiHandCoin, badge: useOpenRequests },
    { route: "people", title: "People", icon: mdiAccountGroup },
    { route: "settings", title: "Settings", icon: mdiCog },
  ],
  screens: {
    home: HomeScreen,
    activity: ActivityScreen,
    requests: RequestsScreen,
    people: PeopleScreen,
    settings: SettingsScreen,
    search: SearchScreen,
    send: SendScreen,
    "send-review": ReviewScreen,
    transaction: TransactionScreen,
    request: RequestScreen,
    "request-new": NewRequestScreen,
    splits: SplitsScreen,
    split: SplitScreen,
    "split-new": NewSplitScreen,
    "add-money": AddMoneyScreen,
    "cash-out": CashOutScreen,
    cards: CardsScreen,
    card: CardScreen,
    "card-new": NewCardScreen,
    person: PersonScreen,
    "person-edit": EditPersonScreen,
    profile: ProfileScreen,
    "profile-edit": EditProfileScreen,
    limits: LimitsScreen,
    pin: PinScreen,
    "pin-remove": RemovePinScreen,
    privacy: PrivacyScreen,
    blocked: BlockedScreen,
    notifications: NotificationsScreen,
    "cash-out-settings": CashOutSettingsScreen,
    fees: FeesScreen,
  },
  dialogs: {
    "decline-request": DeclineRequest,
    "cancel-request": CancelRequest,
    "settle-split": SettleSplit,
    "cancel-split": CancelSplit,
    "remove-card": RemoveCard,
    "delete-person": DeletePerson,
    "block-person": BlockPerson,
    "clear-history": ClearHistory,
  },
});
