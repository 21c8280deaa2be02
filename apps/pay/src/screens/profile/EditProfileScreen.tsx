import { Button, Screen, TextField, useDatabase, useNavigation, useScreenState, useToast } from "@tapworld/kit";
import { useCurrentUser } from "../../components/hooks";
import { errorOf } from "../../components/PinField";
import { checkProfile, editProfile } from "../../data/profile";
import type { Problem } from "../../data/types";

export function EditProfileScreen() {
  const navigation = useNavigation();
  const toast = useToast();
  const db = useDatabase();
  const user = useCurrentUser();
  const [name, setName] = useScreenState<string>("name", user.name);
  const [handle, setHandle] = useScreenState<string>("handle", user.handle);
  const [email, setEmail] = useScreenState<string>("email", user.email);
  const [phone, setPhone] = useScreenState<string>("phone", user.phone);
  const [problem, setProblem] = useScreenState<Problem | null>("problem", null);

  const save = () => {
    const input = { name, handle, email, phone };
    const found = checkProfile(db, input);
    setProblem(found);
    if (found) return;
    editProfile(db, input);
    navigation.back();
    toast("Profile saved");
  };

  return (
    <Screen title="Edit profile" footer={<Button testID="save" label="Save" onPress={save} wide />}>
      <TextField testID="name" label="Name" autoCapitalize="words" value={name} onChangeText={setName} maxLength={60} error={errorOf(problem, "name")} />
      <TextField testID="handle" label="Handle" autoCapitalize="none" value={handle} onChangeText={setHandle} maxLength={31} error={errorOf(problem, "handle")} />
      <TextField testID="email" label="Email" kind="email" value={email} onChangeText={setEmail} maxLength={80} error={errorOf(problem, "email")} />
      <TextField testID="phone" label="Phone" kind="phone" value={phone} onChangeText={setPhone} maxLength={24} error={errorOf(problem, "phone")} />
    </Screen>
  );
}
