import { useDatabase, useToast } from "@tapworld/kit";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { clearSearchHistory } from "../data/search";

export function ClearHistory() {
  const db = useDatabase();
  const toast = useToast();
  return (
    <ConfirmDialog
      title="Clear the search history?"
      message="What you searched for is forgotten. Your payments stay."
      label="Clear"
      onConfirm={() => {
        clearSearchHistory(db);
        toast("Search history cleared");
      }}
    />
  );
}
