import { Banner, Button, Screen, useDatabase, useNavigation, useScreenState, useToast } from "@tapworld/kit";
import { useSettings } from "../../components/hooks";
import { PinField } from "../../components/PinField";
import { checkPinRemoval, removePin } from "../../data/pin";
import type { Problem } from "../../data/types";

/** Taking the PIN off asks for it: the confirmation is to know it. */
export function RemovePinScreen() {
  const navigation = useNavigation();
  const toast = useToast();
  const db = useDatabase();
  const settings = useSettings();
  const [current, setCurrent] = useScreenState<string>("current", "");
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);

  const remove = () => {
    const found = checkPinRemoval(settings, current);
    setProblem(found);
    if (found) return;
    removePin(db, current);
    navigation.back();
    toast("PIN removed");
  };

  return (
    <Screen title="Remove PIN" footer={<Button testID="confirm" label="Remove PIN" kind="danger" onPress={remove} wide />}>
      <Banner tone="warning" message="Without a PIN anybody who holds this phone can send your money." />
      <PinField testID="current" label="Current PIN" value={current} onChangeText={setCurrent} problem={problem} field="current" onSubmit={remove} />
    </Screen>
  );
}
