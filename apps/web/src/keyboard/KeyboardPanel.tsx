import { mdiAppleKeyboardCaps, mdiAppleKeyboardShift, mdiBackspaceOutline, mdiCheck, mdiKeyboardReturn, mdiMagnify } from "@mdi/js";
import { mix } from "@tapworld/kit/platform";
import { Icon, useTheme, type Theme } from "@tapworld/kit";
import type { MouseEvent } from "react";

import { useKeyboard, useKeyboardStore } from "./KeyboardContext";
import { rowsOf, type KeySpec } from "./layouts";
import type { KeyboardView } from "./store";

/** Height of a key with its gap, in dp; lower where the screen is. */
const KEY_HEIGHT = 54;
const LOW_KEY_HEIGHT = 36;
const LOW_SCREEN = 500;

const ENTER_ICONS = { search: mdiMagnify, done: mdiCheck, newline: mdiKeyboardReturn };
const ENTER_LABELS = { search: "Search", done: "Done", newline: "New line" };

// A touched key must not take the focus away from the field.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The soft keyboard. It takes its room from the app above it. */
export function KeyboardPanel() {
  const theme = useTheme();
  const view = useKeyboard();
  if (!view) return null;
  const height = window.innerHeight < LOW_SCREEN ? LOW_KEY_HEIGHT : KEY_HEIGHT;
  return (
    <div
      data-testid="keyboard"
      onMouseDown={keepFocus}
      style={{ display: "flex", flexDirection: "column", padding: "4px 2px", backgroundColor: ground(theme), borderTop: `1px solid ${theme.color.border}` }}
    >
      {rowsOf(view.kind, view.page).map((row, index) => (
        <div key={index} style={{ display: "flex", height, ...(row.length === 9 && row.every((key) => key.weight === 1) ? { padding: "0 5%" } : {}) }}>
          {row.map((key) => <Key key={key.name} spec={key} view={view} />)}
        </div>
      ))}
    </div>
  );
}

function ground(theme: Theme): string {
  return mix(theme.color.surfaceAlt, theme.color.text, theme.contrast === "high" ? 0 : 0.06);
}

function Key({ spec, view }: { spec: KeySpec; view: KeyboardView }) {
  const theme = useTheme();
  const keyboard = useKeyboardStore();
  const { name, text, command, weight } = spec;
  const main = command === "enter" || (command === "shift" && view.shift !== "off");
  const face = main ? theme.color.accent : command ? mix(ground(theme), theme.color.text, 0.1) : theme.color.surface;
  const label = labelOf(spec, view);
  const upper = view.shift !== "off";
  return (
    <div style={{ flex: `${weight} 1 0`, minWidth: 0, display: "flex", padding: "3px 2px" }}>
      <div
        data-testid={`key-${name}`}
        data-press="on"
        role="button"
        {...(label ? { "aria-label": label } : {})}
        {...(command === "shift" ? { "aria-pressed": upper } : {})}
        onClick={() => keyboard.press(spec)}
        style={{
          flex: 1, minWidth: 0, display: "flex", alignItems: "center", justifyContent: "center", borderRadius: theme.radius.small, backgroundColor: face,
          color: theme.on(face), fontFamily: theme.fontFamily, fontSize: text ? 20 : 15, fontWeight: 400, boxSizing: "border-box",
          border: theme.contrast === "high" ? `1px solid ${theme.color.text}` : "none",
        }}
      >
        <Face spec={spec} view={view} color={theme.on(face)} />
      </div>
    </div>
  );
}

const PAGE_NAMES = { letters: "ABC", symbols: "?123", more: "=\\<" };

function Face({ spec: { text, command }, view, color }: { spec: KeySpec; view: KeyboardView; color: string }) {
  if (text !== undefined) return text === " " ? null : view.shift === "off" ? text : text.toUpperCase();
  switch (command) {
    case "shift": return <Icon path={view.shift === "lock" ? mdiAppleKeyboardCaps : mdiAppleKeyboardShift} size={20} color={color} />;
    case "backspace": return <Icon path={mdiBackspaceOutline} size={20} color={color} />;
    case "enter": return <Icon path={ENTER_ICONS[view.enter]} size={22} color={color} />;
    case "letters":
    case "symbols":
    case "more": return PAGE_NAMES[command];
    case undefined: return null;
  }
}

/** What is read out where the face does not say it. */
function labelOf({ text, command }: KeySpec, view: KeyboardView): string | null {
  if (text === " ") return "Space";
  switch (command) {
    case "shift": return view.shift === "lock" ? "Caps lock" : "Shift";
    case "backspace": return "Delete";
    case "enter": return ENTER_LABELS[view.enter];
    case "letters": return "Letters";
    case "symbols": return "Symbols";
    case "more": return "More symbols";
    case undefined: return null;
  }
}
