import { Text, useTheme } from "@tapworld/kit";
import { useSyncExternalStore, type MouseEvent } from "react";

import type { EditCommand, Editing, EditMenu } from "./store";

const HEIGHT = 44;
const GAP = 8;
const LABELS: Record<EditCommand, string> = { cut: "Cut", copy: "Copy", paste: "Paste", "select-all": "Select all" };

// The field must keep its focus and its selection.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Cut, copy, paste, select all: above the field, or below it where there is no room. */
export function EditMenuPanel({ editing, top }: { editing: Editing; top: number }) {
  const theme = useTheme();
  const menu = useSyncExternalStore(editing.subscribe, editing.get);
  if (!menu) return null;
  const y = menu.top - HEIGHT - GAP >= top ? menu.top - HEIGHT - GAP : menu.bottom + GAP;
  return (
    <div style={{ position: "absolute", left: 12, right: 12, top: y, height: HEIGHT, zIndex: 30, display: "flex", justifyContent: "center", pointerEvents: "none" }}>
      <div
        data-testid="edit-menu"
        onMouseDown={keepFocus}
        style={{ display: "flex", pointerEvents: "auto", backgroundColor: theme.color.surface, borderRadius: theme.radius.medium, border: `1px solid ${theme.color.border}`, boxShadow: "0 2px 10px rgba(0,0,0,0.3)", overflow: "hidden" }}
      >
        {commandsOf(menu).map((command) => (
          <div
            key={command}
            data-testid={`edit-${command}`}
            data-press="on"
            role="button"
            onClick={() => editing.run(command)}
            style={{ display: "flex", alignItems: "center", padding: "0 14px" }}
          >
            <Text role="label" lines={1}>{LABELS[command]}</Text>
          </div>
        ))}
      </div>
    </div>
  );
}

export function commandsOf(menu: EditMenu): EditCommand[] {
  return [...(menu.selected ? (["cut", "copy"] as const) : []), ...(menu.canPaste ? (["paste"] as const) : []), "select-all"];
}
