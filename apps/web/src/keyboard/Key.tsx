import { mdiAppleKeyboardCaps, mdiAppleKeyboardShift, mdiBackspaceOutline, mdiCheck, mdiKeyboardReturn, mdiMagnify } from "@mdi/js";
import { mix } from "@tapworld/kit/platform";
import { Icon, useTheme } from "@tapworld/kit";
import { useRef, type TouchEvent } from "react";

import { useKeyboardStore } from "./KeyboardContext";
import { shifted, type KeySpec } from "./keys";
import type { KeyboardView } from "./store";

const ENTER_ICONS = { search: mdiMagnify, done: mdiCheck, newline: mdiKeyboardReturn };
const ENTER_LABELS = { search: "Search", done: "Done", newline: "New line" };
const PAGE_NAMES = { letters: "ABC", symbols: "?123", more: "=\\<" };

interface Props {
  spec: KeySpec;
  view: KeyboardView;
  /** What lies behind the keys. */
  ground: string;
}

/** One key: a tap types, a held finger repeats or offers other letters. */
export function Key({ spec, view, ground }: Props) {
  const theme = useTheme();
  const keyboard = useKeyboardStore();
  const since = useRef(0);
  const { name, text, command, weight } = spec;
  const main = command === "enter" || (command === "shift" && view.shift !== "off");
  const face = main ? theme.color.accent : command ? mix(ground, theme.color.text, 0.1) : theme.color.surface;
  const label = labelOf(spec, view);
  const upper = view.shift !== "off";
  const onTouchEnd = (event: TouchEvent) => {
    // The click that would follow is not to type as well.
    if (keyboard.hold(spec, event.timeStamp - since.current) && event.cancelable) event.preventDefault();
  };
  return (
    <div style={{ flex: `${weight} 1 0`, minWidth: 0, display: "flex", padding: "3px 2px" }}>
      <div
        data-testid={`key-${name}`}
        data-press="on"
        role="button"
        {...(label ? { "aria-label": label } : {})}
        {...(command === "shift" ? { "aria-pressed": upper } : {})}
        onTouchStart={(event) => { since.current = event.timeStamp; }}
        onTouchEnd={onTouchEnd}
        onClick={() => keyboard.press(spec)}
        style={{
          flex: 1, minWidth: 0, display: "flex", alignItems: "center", justifyContent: "center", borderRadius: theme.radius.small, backgroundColor: face,
          color: theme.on(face), fontFamily: theme.fontFamily, fontSize: text && text.length < 3 ? 20 : 15, fontWeight: 400, boxSizing: "border-box",
          border: theme.contrast === "high" ? `1px solid ${theme.color.text}` : "none",
        }}
      >
        <Face spec={spec} view={view} color={theme.on(face)} />
      </div>
    </div>
  );
}

function Face({ spec: { text, command }, view, color }: { spec: KeySpec; view: KeyboardView; color: string }) {
  if (text !== undefined) return text === " " ? null : view.shift === "off" ? text : shifted(text);
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
