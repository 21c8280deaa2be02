import { observe, type ObservableDatabase } from "../data/observable";
import type { Database } from "../data/types";
import type { PartialUIState } from "../navigation/state";
import { createNavigation, type NavigationStore } from "../navigation/store";
import { createOverlays, type OverlayStore } from "../overlays/portal";
import { createToasts, type ToastStore } from "../overlays/toasts";
import type { AppDefinition } from "./defineApp";

/** One running app: its definition and everything that changes. Rendering it twice shows the same. */
export interface AppRuntime {
  readonly app: AppDefinition;
  readonly database: ObservableDatabase;
  readonly navigation: NavigationStore;
  readonly toasts: ToastStore;
  readonly overlays: OverlayStore;
}

/**
 * @throws UIStateError when `ui` names something that the app does not have.
 */
export function createRuntime(app: AppDefinition, database: Database, ui?: PartialUIState | null): AppRuntime {
  const observed = observe(database);
  const navigation = createNavigation(app, ui);
  observed.subscribe(navigation.outdate);
  return {
    app,
    database: observed,
    navigation,
    toasts: createToasts(),
    overlays: createOverlays(),
  };
}
