import { Icon, RadioGroup, Row, Screen, Section, Select, Switch, useDatabase, useNavigation, useQuery } from "@tapworld/kit";

import { SORT_OPTIONS } from "../../components/ThreadRow";
import { SWIPE_OPTIONS } from "../../components/swipes";
import { useSettings } from "../../components/useSettings";
import { ACCOUNTS_SQL } from "../../data/accounts";
import { type SettingKey, isOn, setSetting, setSwitch } from "../../data/settings";
import type { Account } from "../../data/types";
import { blockIcon, labelsIcon, mailIcon, signatureIcon, vacationIcon } from "../../icons";

const SWITCHES: Record<string, { label: string; description: string }> = {
  conversation_view: {
    label: "Conversation view",
    description: "Fold older messages and count them in lists",
  },
  undo_send: { label: "Undo send", description: "Offer to take a mail back right after sending it" },
  confirm_send: { label: "Confirm before sending", description: "Ask once more before a mail goes out" },
  confirm_delete: { label: "Confirm before deleting", description: "Ask before mail is moved to the trash" },
};

/** Every preference of the app; what needs more room has a screen of its own. */
export function SettingsScreen() {
  const db = useDatabase();
  const navigation = useNavigation();
  const settings = useSettings();
  const accounts = useQuery<Account>(ACCOUNTS_SQL);
  const blocked = useQuery("SELECT id FROM blocked_senders").length;
  const choose = (key: SettingKey) => (value: string) => setSetting(db, key, value);
  const toggle = (key: SettingKey) => (
    <Switch
      key={key}
      testID={key}
      label={SWITCHES[key]?.label ?? key}
      description={SWITCHES[key]?.description}
      value={isOn(settings, key)}
      onChange={(on) => setSwitch(db, key, on)}
    />
  );
  return (
    <Screen title="Settings">
      <Section title="Accounts">
        {accounts.map((account, index) => (
          <Row
            key={account.id}
            testID={`account-${index}`}
            title={account.email}
            subtitle={account.is_primary ? `${account.name} · primary` : account.name}
            leading={<Icon path={mailIcon} />}
            onPress={() => navigation.push("account", { accountId: account.id })}
          />
        ))}
        <Select
          testID="default_account"
          label="New mail is sent from"
          value={settings.default_account}
          onChange={choose("default_account")}
          options={[
            { value: "", label: "Primary account" },
            ...accounts.map((account) => ({ value: String(account.id), label: account.email })),
          ]}
        />
      </Section>
      <Section title="Reading">
        {toggle("conversation_view")}
        <Select
          testID="density_preview_lines"
          label="Preview lines"
          value={settings.density_preview_lines}
          onChange={choose("density_preview_lines")}
          options={[
            { value: "0", label: "None" },
            { value: "1", label: "1 line" },
            { value: "2", label: "2 lines" },
            { value: "3", label: "3 lines" },
          ]}
        />
        <Select
          testID="default_sort"
          label="Order of lists"
          value={settings.default_sort}
          onChange={choose("default_sort")}
          options={SORT_OPTIONS}
        />
        <RadioGroup
          testID="load_images"
          label="Pictures in mail"
          value={settings.load_images}
          onChange={choose("load_images")}
          options={[
            { value: "always", label: "Always show" },
            { value: "ask", label: "Ask before showing" },
          ]}
        />
      </Section>
      <Section title="Swipes">
        <Select
          testID="swipe_left"
          label="Swipe left"
          value={settings.swipe_left}
          onChange={choose("swipe_left")}
          options={SWIPE_OPTIONS}
        />
        <Select
          testID="swipe_right"
          label="Swipe right"
          value={settings.swipe_right}
          onChange={choose("swipe_right")}
          options={SWIPE_OPTIONS}
        />
      </Section>
      <Section title="Writing">
        <RadioGroup
          testID="default_reply"
          label="Default answer"
          value={settings.default_reply}
          onChange={choose("default_reply")}
          options={[
            { value: "reply", label: "Reply" },
            { value: "reply_all", label: "Reply all" },
          ]}
        />
        {toggle("undo_send")}
        {toggle("confirm_send")}
        {toggle("confirm_delete")}
        <Row
          testID="signature"
          title="Signature"
          subtitle={isOn(settings, "signature_enabled") ? "On" : "Off"}
          leading={<Icon path={signatureIcon} />}
          onPress={() => navigation.push("signature")}
        />
        <Row
          testID="vacation"
          title="Vacation responder"
          subtitle={isOn(settings, "vacation_enabled") ? "On" : "Off"}
          leading={<Icon path={vacationIcon} />}
          onPress={() => navigation.push("vacation")}
        />
      </Section>
      <Section title="Notifications">
        <RadioGroup
          testID="notifications"
          label="Count on the inbox"
          value={settings.notifications}
          onChange={choose("notifications")}
          options={[
            { value: "all", label: "All unread mail" },
            { value: "important", label: "Important only" },
            { value: "none", label: "None" },
          ]}
        />
      </Section>
      <Section title="More">
        <Row
          testID="labels"
          title="Labels"
          leading={<Icon path={labelsIcon} />}
          onPress={() => navigation.push("labels")}
        />
        <Row
          testID="blocked"
          title="Blocked senders"
          subtitle={blocked === 0 ? "None" : String(blocked)}
          leading={<Icon path={blockIcon} />}
          onPress={() => navigation.push("blocked")}
        />
      </Section>
    </Screen>
  );
}
