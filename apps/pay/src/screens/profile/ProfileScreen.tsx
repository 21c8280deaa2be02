import { Avatar, Banner, Button, Card, KeyValue, Screen, Stack, Text, useNavigation, useSession } from "@tapworld/kit";
import { mdiPencil } from "@mdi/js";
import { View } from "react-native";
import { StatBar } from "../../components/StatBar";
import { useCurrentUser, useMoney, useOne, useSettings, useWallet } from "../../components/hooks";

interface Totals {
  sent: number;
  received: number;
  people: number;
}

const TOTALS = `SELECT COALESCE(SUM(CASE WHEN kind = 'send' THEN amount_cents END), 0) AS sent,
    COALESCE(SUM(CASE WHEN kind = 'receive' THEN amount_cents END), 0) AS received, COUNT(DISTINCT contact_id) AS people
  FROM transactions WHERE status = 'completed'`;

export function ProfileScreen() {
  const navigation = useNavigation();
  const session = useSession();
  const money = useMoney();
  const user = useCurrentUser();
  const wallet = useWallet();
  const settings = useSettings();
  const totals = useOne<Totals>({ sql: TOTALS, params: [] });
  return (
    <Screen title="Profile" actions={[{ testID: "edit", icon: mdiPencil, label: "Edit profile", onPress: () => navigation.push("profile-edit") }]}>
      <Card>
        <View style={{ alignItems: "center", gap: 4 }}>
          <Avatar name={user.name} size="large" />
          <Text role="heading">{user.name}</Text>
          <Text tone="muted">{user.handle}</Text>
        </View>
        <KeyValue label="Email" value={user.email} />
        <KeyValue label="Phone" value={user.phone === "" ? "Not set" : user.phone} />
        <KeyValue label="Currency" value={wallet.currency} />
      </Card>
      <StatBar
        stats={[
          { label: "Sent", value: money(totals?.sent ?? 0), testID: "sent" },
          { label: "Received", value: money(totals?.received ?? 0), testID: "received" },
          { label: "People", value: session.format.number(totals?.people ?? 0), testID: "people" },
        ]}
      />
      <Banner
        tone={settings.discoverable ? "info" : "warning"}
        message={settings.discoverable ? "People can find you on Pay." : "You are hidden: people need your exact handle to pay you."}
        action={{ testID: "open-privacy", label: "Change", onPress: () => navigation.push("privacy") }}
      />
      <Stack><Button testID="open-settings" label="Settings" kind="secondary" onPress={() => navigation.tab("settings")} wide /></Stack>
    </Screen>
  );
}
