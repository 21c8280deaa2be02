export { useBackHandler, useDialogParams, useDialogs, useNavigation, useParams, useScreenState, type Navigation } from "./hooks";
export { UIStateError, type Entry, type Json, type JsonObject, type PartialUIState, type UIState } from "./state";
export { createNavigation, type NavigationStore } from "./store";
