import { useMemo, type ReactNode } from "react";

import { useFieldSheet } from "../navigation/hooks";
import { ScopeProvider, useScope, type Scope } from "../navigation/scope";
import { Portal, SheetScrollKey } from "./portal";

/** Draws its children over the app while the sheet of field `id` is open; their screen state belongs to the dialog. */
export function FieldSheet({ id, children }: { id: string; children: ReactNode }) {
  const sheet = useFieldSheet(id);
  const scope = useScope();
  const inner = useMemo<Scope>(() => ({ ...scope, owner: "dialog" }), [scope]);
  if (!sheet.open) return null;
  return (
    <Portal onDismiss={sheet.hide}>
      <ScopeProvider value={inner}>
        <SheetScrollKey value={`${id}.scroll`}>{children}</SheetScrollKey>
      </ScopeProvider>
    </Portal>
  );
}
