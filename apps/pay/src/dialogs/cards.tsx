import { useDatabase, useDialogParams, useNavigation, useToast } from "@tapworld/kit";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { cardTitle } from "../components/CardSelect";
import { useOne } from "../components/hooks";
import { cardQuery, removeCard } from "../data/cards";
import type { PayCard } from "../data/types";

export function RemoveCard() {
  const { cardId } = useDialogParams<{ cardId: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const card = useOne<PayCard>(cardQuery(cardId));
  return (
    <ConfirmDialog
      title={`Remove ${card ? cardTitle(card) : "this card"}?`}
      message="You can no longer add money from it or cash out to it. Receipts keep its name."
      label="Remove"
      onConfirm={() => {
        removeCard(db, cardId);
        navigation.back();
        toast("Removed");
      }}
    />
  );
}
