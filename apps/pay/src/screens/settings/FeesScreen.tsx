import { Card, KeyValue, Screen, Section, Text } from "@tapworld/kit";
import { useMoney, useWallet } from "../../components/hooks";
import { transferRules } from "../../data/transfers";

export function FeesScreen() {
  const money = useMoney();
  const rules = transferRules(useWallet().currency);
  return (
    <Screen title="Fees and rules">
      <Section title="Fees">
        <Card padding={1}>
          <KeyValue label="Sending and receiving" value="Free" />
          <KeyValue label="Adding money" value="Free" />
          <KeyValue label="Standard cash out" value="Free" />
          <KeyValue label="Instant cash out" value="1.5 %" />
        </Card>
      </Section>
      <Section title="Amounts">
        <Card padding={1}>
          <KeyValue label="Add at least" value={money(rules.minAddCents)} />
          <KeyValue label="Add at most" value={money(rules.maxAddCents)} />
          <KeyValue label="Cash out at least" value={money(rules.minCashOutCents)} />
        </Card>
      </Section>
      <Section title="Good to know">
        <Card>
          <Text>A payment cannot be called back. Ask for the money with “Request back” on the receipt.</Text>
          <Text>You can remind people of a request once a day.</Text>
        </Card>
      </Section>
    </Screen>
  );
}
