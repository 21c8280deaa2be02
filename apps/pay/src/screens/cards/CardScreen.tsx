import {
  Banner, Button, Card, EmptyState, KeyValue, Screen, Section, Stack, Switch, TextField, useDatabase, useDialogs, useParams, useScreenState, useSession, useToast,
} from "@tapworld/kit";
import { mdiCreditCardOff } from "@mdi/js";
import { useOne } from "../../components/hooks";
import { CARD_KIND_LABELS } from "../../components/labels";
import { errorOf } from "../../components/PinField";
import { cardQuery, checkCardLabel, makeDefaultCard, renameCard, setCardFrozen } from "../../data/cards";
import { isExpired } from "../../data/cardNumber";
import type { PayCard, Problem } from "../../data/types";

export function CardScreen() {
  const { cardId } = useParams<{ cardId: number }>();
  const session = useSession();
  const toast = useToast();
  const dialogs = useDialogs();
  const db = useDatabase();
  const card = useOne<PayCard>(cardQuery(cardId));
  const [label, setLabel] = useScreenState<string>("label", card?.label ?? "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);
  if (!card || card.is_removed) return <Screen title="Card"><EmptyState icon={mdiCreditCardOff} title="No such card" message="It has been removed." /></Screen>;

  const save = () => {
    const found = checkCardLabel(label);
    setProblem(found);
    if (found) return;
    renameCard(db, cardId, label);
    toast("Name saved");
  };

  return (
    <Screen title={card.label}>
      <Card padding={1}>
        <KeyValue label="Kind" value={CARD_KIND_LABELS[card.kind]} />
        <KeyValue label="Number" value={`•••• ${card.last4}`} />
        {card.expires === "" ? null : <KeyValue label="Expires" value={card.expires} />}
        <KeyValue label="Added" value={session.format.date(card.added_at)} />
        <KeyValue label="Default" value={card.is_default ? "Yes" : "No"} />
      </Card>
      {isExpired(card.expires, session.now()) ? <Banner tone="warning" message="This card has expired. Add the new one and remove this." /> : null}
      <Section title="Name">
        <TextField testID="label" label="Name" value={label} onChangeText={setLabel} maxLength={40} error={errorOf(problem, "label")} onSubmit={save} />
        <Stack><Button testID="save" label="Save name" kind="secondary" onPress={save} disabled={label.trim() === card.label} /></Stack>
      </Section>
      <Section title="Use">
        <Switch
          testID="frozen"
          label="Frozen"
          description="A frozen card moves no money until you unfreeze it"
          value={card.is_frozen === 1}
          onChange={(frozen) => { setCardFrozen(db, cardId, frozen); toast(frozen ? "Card frozen" : "Card unfrozen"); }}
        />
        {card.is_frozen === 1 && !card.is_default ? <Banner tone="info" message="Unfreeze it to make it the default." /> : null}
        <Stack>
          {card.is_default ? null : (
            <Button testID="make-default" label="Make default" kind="secondary" disabled={card.is_frozen === 1} onPress={() => { makeDefaultCard(db, cardId); toast("This is your default now"); }} wide />
          )}
          <Button testID="remove" label="Remove" kind="danger" onPress={() => dialogs.open("remove-card", { cardId })} wide />
        </Stack>
      </Section>
    </Screen>
  );
}
