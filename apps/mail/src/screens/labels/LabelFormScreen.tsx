import { Button, RadioGroup, Screen, TextField, useDatabase, useNavigation, useParams, useRow, useScreenState, useToast } from "@tapworld/kit";

import { useLeaveCheck } from "../../components/useLeaveCheck";
import { LABEL_COLORS, createLabel, labelNameError, updateLabel } from "../../data/labels";
import type { Label, LabelColor } from "../../data/types";

const COLOR_NAMES: Record<LabelColor, string> = {
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  teal: "Teal",
  blue: "Blue",
  purple: "Purple",
  grey: "Grey",
};

/** Create a label, or rename and recolour one. */
export function LabelFormScreen() {
  const { labelId } = useParams<{ labelId?: number }>();
  const db = useDatabase();
  const navigation = useNavigation();
  const toast = useToast();
  const label = useRow<Label>("SELECT * FROM labels WHERE id = ?", [labelId ?? 0]);
  const [name, setName] = useScreenState<string>("name", label?.name ?? "");
  const [color, setColor] = useScreenState<LabelColor>("color", label?.color ?? "blue");
  const [error, setError] = useScreenState<string | null>("error", null);
  useLeaveCheck(name !== (label?.name ?? "") || color !== (label?.color ?? "blue"));

  const save = () => {
    const problem = labelNameError(db, name, label?.id ?? null);
    setError(problem);
    if (problem !== null) return;
    if (label) updateLabel(db, label.id, name, color);
    else createLabel(db, name, color);
    navigation.back();
    toast(label ? "Label saved" : "Label created");
  };

  return (
    <Screen title={label ? "Edit label" : "New label"} footer={<Button testID="save" label="Save" wide onPress={save} />}>
      <TextField
        testID="name"
        label="Name"
        value={name}
        onChangeText={(text) => {
          setName(text);
          setError(null);
        }}
        maxLength={60}
        error={error ?? undefined}
      />
      <RadioGroup
        testID="color"
        label="Colour"
        value={color}
        onChange={setColor}
        options={LABEL_COLORS.map((value) => ({ value, label: COLOR_NAMES[value] }))}
      />
    </Screen>
  );
}
