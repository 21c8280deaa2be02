import { Avatar, Icon, Row, Screen, Section, useDialogs, useNavigation } from "@tapworld/kit";
import { mdiBankTransferOut, mdiBell, mdiCreditCard, mdiDelete, mdiEyeOff, mdiInformationOutline, mdiLock, mdiSpeedometer } from "@mdi/js";
import { useCurrentUser, useMoney, useSettings } from "../../components/hooks";
import { PRIVACY_LABELS } from "../../components/labels";

const PIN_STATES = { always: "Asked for every payment", over_limit: "Asked above an amount", never: "Not asked for" };

export function SettingsScreen() {
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const money = useMoney();
  const user = useCurrentUser();
  const settings = useSettings();
  const limit = (cents: number) => (cents === 0 ? "none" : money(cents));
  return (
    <Screen title="Settings">
      <Row testID="open-profile" title={user.name} subtitle={user.handle} leading={<Avatar name={user.name} />} onPress={() => navigation.push("profile")} />
      <Section title="Money">
        <Row testID="open-cards" title="Cards and accounts" leading={<Icon path={mdiCreditCard} />} onPress={() => navigation.push("cards")} />
        <Row testID="open-limits" title="Limits" subtitle={`Payment ${limit(settings.limitPaymentCents)} · week ${limit(settings.limitWeekCents)}`} leading={<Icon path={mdiSpeedometer} />} onPress={() => navigation.push("limits")} />
        <Row testID="open-cash-out-settings" title="Cash out" subtitle={settings.cashOutSpeed === "instant" ? "Instant by default" : "Standard by default"} leading={<Icon path={mdiBankTransferOut} />} onPress={() => navigation.push("cash-out-settings")} />
      </Section>
      <Section title="Security and privacy">
        <Row testID="open-pin" title="PIN" subtitle={settings.pin === "" ? "Not set" : PIN_STATES[settings.pinRequired]} leading={<Icon path={mdiLock} />} onPress={() => navigation.push("pin")} />
        <Row testID="open-privacy" title="Privacy" subtitle={`New payments: ${PRIVACY_LABELS[settings.defaultPrivacy].toLowerCase()}`} leading={<Icon path={mdiEyeOff} />} onPress={() => navigation.push("privacy")} />
      </Section>
      <Section title="App">
        <Row testID="open-notifications" title="Notifications" leading={<Icon path={mdiBell} />} onPress={() => navigation.push("notifications")} />
        <Row testID="clear-history" title="Clear search history" leading={<Icon path={mdiDelete} />} onPress={() => dialogs.open("clear-history")} />
        <Row testID="open-fees" title="Fees and rules" leading={<Icon path={mdiInformationOutline} />} onPress={() => navigation.push("fees")} />
      </Section>
    </Screen>
  );
}
