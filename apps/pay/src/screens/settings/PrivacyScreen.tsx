import { RadioGroup, Row, Screen, Section, Switch, useDatabase, useNavigation } from "@tapworld/kit";
import { useOne, useSettings } from "../../components/hooks";
import { privacyOptions } from "../../components/labels";
import { writeSetting } from "../../data/settings";

export function PrivacyScreen() {
  const navigation = useNavigation();
  const db = useDatabase();
  const settings = useSettings();
  const blocked = useOne<{ count: number }>({ sql: "SELECT COUNT(*) AS count FROM contacts WHERE is_blocked = 1 AND is_removed = 0", params: [] })?.count ?? 0;
  return (
    <Screen title="Privacy">
      <Section title="New payments are seen by">
        <RadioGroup testID="default-privacy" options={privacyOptions} value={settings.defaultPrivacy} onChange={(value) => writeSetting(db, "default_privacy", value)} />
      </Section>
      <Section title="This phone">
        <Switch testID="hide-balance" label="Hide balance" description="The home screen shows dots until you tap the eye" value={settings.hideBalance} onChange={(on) => writeSetting(db, "hide_balance", on)} />
        <Switch testID="discoverable" label="People can find me" description="By name, handle, email or phone" value={settings.discoverable} onChange={(on) => writeSetting(db, "discoverable", on)} />
      </Section>
      <Row testID="open-blocked" title="Blocked people" detail={String(blocked)} onPress={() => navigation.push("blocked")} />
    </Screen>
  );
}
