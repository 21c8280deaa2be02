import { RadioGroup, Screen, Section, Switch, useDatabase } from "@tapworld/kit";
import { useSettings } from "../../components/hooks";
import { writeSetting } from "../../data/settings";
import type { CashOutSpeed } from "../../data/types";

const SPEEDS: { value: CashOutSpeed; label: string; description: string }[] = [
  { value: "standard", label: "Standard", description: "One to three working days, free" },
  { value: "instant", label: "Instant", description: "Within minutes, 1.5 % fee" },
];

export function CashOutSettingsScreen() {
  const db = useDatabase();
  const settings = useSettings();
  return (
    <Screen title="Cash out settings">
      <Section title="Speed chosen at first">
        <RadioGroup testID="speed" options={SPEEDS} value={settings.cashOutSpeed} onChange={(speed) => writeSetting(db, "cash_out_speed", speed)} />
      </Section>
      <Switch testID="auto-cash-out" label="Automatic cash out" description="Every Monday your balance goes to your default account, free of charge" value={settings.autoCashOut} onChange={(on) => writeSetting(db, "auto_cash_out", on)} />
    </Screen>
  );
}
