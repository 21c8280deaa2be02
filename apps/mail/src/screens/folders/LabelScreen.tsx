import { useNavigation, useParams, useRow } from "@tapworld/kit";

import { ThreadListScreen } from "../../components/ThreadListScreen";
import type { Label } from "../../data/types";
import { editIcon, labelIcon } from "../../icons";

/** The conversations with one label. */
export function LabelScreen() {
  const { labelId } = useParams<{ labelId: number }>();
  const navigation = useNavigation();
  const label = useRow<Label>("SELECT * FROM labels WHERE id = ?", [labelId]);
  return (
    <ThreadListScreen
      title={label?.name ?? "Deleted label"}
      place={{ labelId }}
      empty={{ icon: labelIcon, title: "No mail with this label", message: "Put the label on a conversation to see it here." }}
      actions={
        label
          ? [
              {
                testID: "edit-label",
                icon: editIcon,
                label: "Edit label",
                onPress: () => navigation.push("label-form", { labelId }),
              },
            ]
          : []
      }
    />
  );
}
