import { Icon, IconButton, List, Row, Screen, useDialogs, useNavigation, useQuery, useSession } from "@tapworld/kit";

import { DRAFTS_SQL } from "../../data/drafts";
import type { Draft } from "../../data/types";
import { composeIcon, deleteIcon, draftIcon } from "../../icons";

export function DraftsScreen() {
  const session = useSession();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const drafts = useQuery<Draft & { has_attachment: number }>(DRAFTS_SQL);
  return (
    <Screen
      title="Drafts"
      scroll={false}
      fab={{ testID: "compose", icon: composeIcon, label: "Compose", onPress: () => navigation.push("compose") }}
    >
      <List
        testID="drafts"
        items={drafts}
        keyOf={(draft) => String(draft.id)}
        empty={{ icon: draftIcon, title: "No drafts", message: "A mail that you leave unfinished is kept here." }}
        render={(draft, index) => (
          <Row
            testID={`row-${index}`}
            title={draft.to_text === "" ? "(no recipient)" : draft.to_text}
            subtitle={draft.subject === "" ? "(no subject)" : draft.subject}
            caption={draft.body.replace(/\s+/gu, " ")}
            detail={session.format.relative(draft.updated_at)}
            leading={<Icon path={draftIcon} />}
            trailing={
              <IconButton
                testID={`delete-${index}`}
                icon={deleteIcon}
                label="Delete draft"
                onPress={() => dialogs.open("confirm-delete-draft", { draftId: draft.id })}
              />
            }
            onPress={() => navigation.push("compose", { draftId: draft.id })}
          />
        )}
      />
    </Screen>
  );
}
