import { Button, Checkbox, EmptyState, Screen, Stack, Text, useDatabase, useNavigation, useParams, useQuery, useScreenState, useToast } from "@tapworld/kit";

import { LABELS_SQL, changeLabels, labelCoverage } from "../../data/labels";
import type { Label } from "../../data/types";
import { addIcon, labelsIcon } from "../../icons";

/** Which labels the chosen threads carry. A box that is not touched leaves every thread as it is. */
export function ApplyLabelsScreen() {
  const { threadIds } = useParams<{ threadIds: number[] }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const labels = useQuery<Label>(LABELS_SQL);
  const coverage = labelCoverage(db, threadIds);
  const [touched, setTouched] = useScreenState<Record<string, boolean>>("touched", {});

  const wanted = (label: Label) => touched[String(label.id)] ?? coverage.get(label.id) === "all";
  const changedTo = (on: boolean) =>
    labels.filter((label) => touched[String(label.id)] === on).map((label) => label.id);

  const save = () => {
    changeLabels(db, threadIds, { add: changedTo(true), remove: changedTo(false) });
    navigation.back();
    toast("Labels updated");
  };

  return (
    <Screen
      title="Labels"
      subtitle={threadIds.length === 1 ? "1 conversation" : `${threadIds.length} conversations`}
      actions={[{ testID: "new-label", icon: addIcon, label: "New label", onPress: () => navigation.push("label-form") }]}
      footer={<Button testID="save" label="Apply" wide onPress={save} disabled={labels.length === 0} />}
    >
      {labels.map((label, index) => (
        <Checkbox
          key={label.id}
          testID={`label-${index}`}
          label={label.name}
          description={
            coverage.get(label.id) === "some" && touched[String(label.id)] === undefined
              ? "On some of the conversations"
              : undefined
          }
          value={wanted(label)}
          onChange={(on) => setTouched((old) => ({ ...old, [String(label.id)]: on }))}
        />
      ))}
      {labels.length === 0 ? (
        <EmptyState
          icon={labelsIcon}
          title="No labels yet"
          message="Create one to put it on this mail."
          action={{ testID: "first-label", label: "New label", onPress: () => navigation.push("label-form") }}
        />
      ) : (
        <Stack>
          <Text role="caption" tone="muted">
            Every message of a conversation carries its labels.
          </Text>
        </Stack>
      )}
    </Screen>
  );
}
