import { Banner, Select, useNavigation } from "@tapworld/kit";
import type { PayCard } from "../data/types";
import { CARD_KIND_LABELS } from "./labels";

export function cardTitle(card: Pick<PayCard, "label" | "last4">): string {
  return `${card.label} ·· ${card.last4}`;
}

interface Props {
  label: string;
  cards: readonly PayCard[];
  value: number | null;
  onChange: (id: number) => void;
  error?: string | undefined;
}

/** The way in or out of the wallet; frozen ones can be seen but are refused with a reason. */
export function CardSelect({ label, cards, value, onChange, error }: Props) {
  const navigation = useNavigation();
  if (cards.length === 0) {
    return (
      <Banner
        tone="info"
        message="There is no card or bank account that can be used here."
        action={{ testID: "add-card", label: "Add one", onPress: () => navigation.push("card-new") }}
      />
    );
  }
  const options = cards.map((card) => ({
    value: String(card.id),
    label: cardTitle(card),
    description: CARD_KIND_LABELS[card.kind] + (card.is_frozen ? " · frozen" : ""),
  }));
  return (
    <>
      <Select testID="card" label={label} options={options} value={value === null ? "" : String(value)} onChange={(id) => onChange(Number(id))} />
      {error ? <Banner tone="danger" message={error} /> : null}
    </>
  );
}
