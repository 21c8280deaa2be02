import { Icon, List, Pill, Row, Screen, useNavigation } from "@tapworld/kit";
import { mdiBank, mdiCreditCard, mdiCreditCardOff, mdiPlus } from "@mdi/js";
import { cardTitle } from "../../components/CardSelect";
import { useRows } from "../../components/hooks";
import { CARD_KIND_LABELS } from "../../components/labels";
import { cardsQuery } from "../../data/cards";
import type { PayCard } from "../../data/types";

function tag(card: PayCard) {
  if (card.is_frozen) return <Pill label="Frozen" tone="danger" />;
  return card.is_default ? <Pill label="Default" tone="info" /> : undefined;
}

export function CardsScreen() {
  const navigation = useNavigation();
  const cards = useRows<PayCard>(cardsQuery);
  const add = () => navigation.push("card-new");
  return (
    <Screen title="Cards and accounts" scroll={false} fab={{ testID: "add-card", icon: mdiPlus, label: "Add", onPress: add }}>
      <List
        testID="cards"
        items={cards}
        keyOf={(card) => String(card.id)}
        render={(card, index) => (
          <Row
            testID={`row-${index}`}
            title={cardTitle(card)}
            subtitle={card.expires === "" ? CARD_KIND_LABELS[card.kind] : `${CARD_KIND_LABELS[card.kind]} · expires ${card.expires}`}
            leading={<Icon path={card.kind === "bank" ? mdiBank : mdiCreditCard} />}
            trailing={tag(card)}
            onPress={() => navigation.push("card", { cardId: card.id })}
          />
        )}
        empty={{ icon: mdiCreditCardOff, title: "No cards", message: "Add a card or bank account to move money in and out." }}
      />
    </Screen>
  );
}
