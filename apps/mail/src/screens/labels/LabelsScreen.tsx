import { Icon, IconButton, List, Reorderable, Row, Screen, useDatabase, useDialogs, useNavigation, useQuery, useSession, useTheme } from "@tapworld/kit";

import { LABEL_COUNTS_SQL, moveLabel } from "../../data/labels";
import type { Label } from "../../data/types";
import { addIcon, deleteIcon, labelIcon, labelsIcon } from "../../icons";

/** Labels to create, rename, recolour, put in order and delete. */
export function LabelsScreen() {
  const db = useDatabase();
  const session = useSession();
  const theme = useTheme();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const labels = useQuery<Label & { threads: number }>(LABEL_COUNTS_SQL);
  const create = { testID: "new-label", label: "New label", onPress: () => navigation.push("label-form") };
  return (
    <Screen title="Labels" scroll={false} fab={{ ...create, icon: addIcon }}>
      <List
        testID="labels"
        items={labels}
        keyOf={(label) => String(label.id)}
        empty={{
          icon: labelsIcon,
          title: "No labels",
          message: "Labels group conversations across folders.",
          action: { ...create, testID: "first-label" },
        }}
        render={(label, index) => (
          <Reorderable
            testID={`move-${index}`}
            label={`Move ${label.name}`}
            index={index}
            count={labels.length}
            onMove={(from, to) => moveLabel(db, from, to)}
          >
            <Row
              testID={`row-${index}`}
              title={label.name}
              subtitle={label.threads === 1 ? "1 conversation" : `${session.format.number(label.threads)} conversations`}
              leading={<Icon path={labelIcon} color={theme.palette(label.color)} />}
              trailing={
                <IconButton
                  testID={`delete-${index}`}
                  icon={deleteIcon}
                  label="Delete label"
                  onPress={() => dialogs.open("confirm-delete-label", { labelId: label.id })}
                />
              }
              onPress={() => navigation.push("label-form", { labelId: label.id })}
            />
          </Reorderable>
        )}
      />
    </Screen>
  );
}
