/** What `react-native` means on the web: React Native Web, with elements of our own for what a screen is mostly made of. */
import { register, flatten } from "./styles";

export { PanResponder, RefreshControl, ScrollView, TextInput } from "react-native-web";
export { Pressable } from "./Pressable";
export { Text } from "./Text";
export { View } from "./View";
export const StyleSheet = { create: register, flatten };
