import { Button, Checkbox, DateField, Screen, Switch, TextField, useDatabase, useNavigation, useScreenState, useSession, useToast } from "@tapworld/kit";

import { useLeaveCheck } from "../../components/useLeaveCheck";
import { useSettings } from "../../components/useSettings";
import { type Vacation, type VacationErrors, saveVacation, vacationErrors, vacationOf } from "../../data/vacation";

/** The answer that goes out by itself while one is away. */
export function VacationScreen() {
  const db = useDatabase();
  const session = useSession();
  const navigation = useNavigation();
  const toast = useToast();
  const stored = vacationOf(useSettings());
  const [vacation, setVacation] = useScreenState<Vacation>("vacation", stored);
  const [errors, setErrors] = useScreenState<VacationErrors>("errors", {});
  useLeaveCheck(JSON.stringify(vacation) !== JSON.stringify(stored));

  const edit = (change: Partial<Vacation>) => {
    setVacation((old) => ({ ...old, ...change }));
    setErrors({});
  };
  const save = () => {
    const found = vacationErrors(vacation, session);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    saveVacation(db, vacation);
    navigation.back();
    toast(vacation.enabled ? "Vacation responder is on" : "Vacation responder is off");
  };

  return (
    <Screen title="Vacation responder" footer={<Button testID="save" label="Save" wide onPress={save} />}>
      <Switch
        testID="vacation-on"
        label="Vacation responder"
        description="Answers mail while you are away"
        value={vacation.enabled}
        onChange={(enabled) => edit({ enabled })}
      />
      <DateField
        testID="vacation-from"
        label="First day"
        value={vacation.from}
        onChange={(from) => edit({ from })}
        error={errors.from}
      />
      <DateField
        testID="vacation-until"
        label="Last day (optional)"
        value={vacation.until}
        onChange={(until) => edit({ until })}
        error={errors.until}
      />
      <TextField
        testID="vacation-subject"
        label="Subject"
        value={vacation.subject}
        onChangeText={(subject) => edit({ subject })}
      />
      <TextField
        testID="vacation-message"
        label="Message"
        kind="multiline"
        value={vacation.message}
        onChangeText={(message) => edit({ message })}
        error={errors.message}
      />
      <Checkbox
        testID="vacation-contacts-only"
        label="Answer only people in my contacts"
        value={vacation.contactsOnly}
        onChange={(contactsOnly) => edit({ contactsOnly })}
      />
    </Screen>
  );
}
