/** The UI state of an app: one JSON value. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = Record<string, Json>;

export interface Entry {
  route: string;
  params: JsonObject;
  /** Filters, sort, chosen tab, scroll, half-typed fields: whatever a user would notice. */
  state: JsonObject;
}

export interface DialogState {
  name: string;
  params: JsonObject;
  state: JsonObject;
}

export interface UIState {
  stack: Entry[];
  dialog: DialogState | null;
}

/** The dialog name under which a field of the screen (Select, DateField, overflow menu) opens its own sheet. */
export const FIELD_SHEET = "@sheet";

/** UI state as it may be written by hand: anything but the routes may be left out. */
export interface PartialUIState {
  stack: readonly { route: string; params?: JsonObject; state?: JsonObject }[];
  dialog?: { name: string; params?: JsonObject; state?: JsonObject } | null;
}

/** A UI state that the app cannot show. */
export class UIStateError extends Error {
  override name = "UIStateError";
}

/** What an app can show; the part of its definition that navigation needs. */
export interface Routes {
  id: string;
  tabs: readonly { route: string }[];
  screens: Readonly<Record<string, unknown>>;
  dialogs?: Readonly<Record<string, unknown>> | undefined;
}

export function home(routes: Routes): UIState {
  const first = routes.tabs[0];
  if (!first) throw new UIStateError(`App ${routes.id} has no tabs`);
  return { stack: [entry(first.route)], dialog: null };
}

export function entry(route: string, params: JsonObject = {}): Entry {
  return { route, params, state: {} };
}

/** Check a loaded value and complete its missing parts.
 *
 * @throws UIStateError naming the app and the unknown route or dialog.
 */
export function complete(routes: Routes, value: PartialUIState | null | undefined): UIState {
  if (value === null || value === undefined) return home(routes);
  if (!Array.isArray(value.stack) || value.stack.length === 0) {
    throw new UIStateError(`UI state of ${routes.id}: "stack" must be a list with at least one entry`);
  }
  const stack = value.stack.map((item: { route: string; params?: JsonObject; state?: JsonObject }) => {
    checkRoute(routes, item.route);
    return { route: item.route, params: { ...item.params }, state: { ...item.state } };
  });
  const root = stack[0]!.route;
  if (!routes.tabs.some((tab) => tab.route === root)) {
    throw new UIStateError(
      `UI state of ${routes.id}: the first entry must be a tab (${routes.tabs.map((tab) => tab.route).join(", ")}), not "${root}"`,
    );
  }
  const dialog = value.dialog
    ? { name: value.dialog.name, params: { ...value.dialog.params }, state: { ...value.dialog.state } }
    : null;
  if (dialog) checkDialog(routes, dialog.name);
  return { stack, dialog };
}

export function checkRoute(routes: Routes, route: string): void {
  if (!Object.hasOwn(routes.screens, route)) {
    throw new UIStateError(`App ${routes.id} has no route "${route}"; it has ${Object.keys(routes.screens).join(", ")}`);
  }
}

export function checkDialog(routes: Routes, name: string): void {
  if (name !== FIELD_SHEET && !Object.hasOwn(routes.dialogs ?? {}, name)) {
    const known = Object.keys(routes.dialogs ?? {}).join(", ") || "none";
    throw new UIStateError(`App ${routes.id} has no dialog "${name}"; it has ${known}`);
  }
}
