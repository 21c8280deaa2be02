import { Text, useTheme } from "@tapworld/kit";
import { useRef, useSyncExternalStore, type MouseEvent } from "react";

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
    <>
    {menu.marks ? (["start", "end"] as const).map((end) => <Handle key={end} end={end} place={menu.marks![end]} editing={editing} />) : null}
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
    </>
  );
}

const HANDLE = 24;

/** The drop at one end of a selected text; dragging it selects more or less. */
function Handle({ end, place, editing }: { end: "start" | "end"; place: { x: number; y: number }; editing: Editing }) {
  const theme = useTheme();
  // The finger lies below the line that it moves the end along.
  const offset = useRef({ x: 0, y: 0 });
  return (
    <div
      data-testid={`selection-${end}`}
      data-selection-handle=""
      aria-label={end === "start" ? "Start of the selection" : "End of the selection"}
      onMouseDown={keepFocus}
      onTouchStart={({ touches }) => {
        const touch = touches[0];
        if (touch) offset.current = { x: place.x - touch.clientX, y: place.y - 4 - touch.clientY };
      }}
      onTouchMove={({ touches }) => {
        const touch = touches[0];
        if (touch) editing.extend(end, touch.clientX + offset.current.x, touch.clientY + offset.current.y);
      }}
      style={{
        position: "absolute", left: end === "start" ? place.x - HANDLE : place.x, top: place.y, width: HANDLE, height: HANDLE, zIndex: 29, touchAction: "none",
        backgroundColor: theme.color.accent, borderRadius: end === "start" ? "50% 0 50% 50%" : "0 50% 50% 50%",
      }}
    />
  );
}

export function commandsOf(menu: EditMenu): EditCommand[] {
  if (!menu.field) return ["copy", "select-all"];
  return [...(menu.selected ? (["cut", "copy"] as const) : []), ...(menu.canPaste ? (["paste"] as const) : []), "select-all"];
}
