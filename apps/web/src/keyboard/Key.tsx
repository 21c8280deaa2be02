import { mdiAppleKeyboardCaps, mdiAppleKeyboardShift, mdiBackspaceOutline, mdiCheck, mdiKeyboardReturn, mdiMagnify, mdiWeb } from "@mdi/js";
import { mix } from "@tapworld/kit/platform";
import { Icon, useTheme } from "@tapworld/kit";
import { useRef, type TouchEvent } from "react";

import { flickOf } from "./flick";
import { useKeyboardStore } from "./KeyboardContext";
import { shifted, type KeySpec } from "./keys";
import type { KeyboardView } from "./store";

const ENTER_ICONS = { search: mdiMagnify, done: mdiCheck, newline: mdiKeyboardReturn };
const ENTER_LABELS = { search: "Search", done: "Done", newline: "New line" };
const LETTERS_NAMES = { latin: "ABC", devanagari: "कखग", kana: "あいう" };
const PAGE_NAMES = { symbols: "?123", more: "=\\<" };

interface Props {
  spec: KeySpec;
  view: KeyboardView;
  /** What lies behind the keys. */
  ground: string;
}

/** One key: a tap types, a held finger repeats or offers other letters, a flick types what lies in its direction. */
export function Key({ spec, view, ground }: Props) {
  const theme = useTheme();
  const keyboard = useKeyboardStore();
  const start = useRef({ at: 0, x: 0, y: 0 });
  const { name, text, command, weight } = spec;
  const main = command === "enter" || (command === "shift" && view.shift !== "off");
  const face = main ? theme.color.accent : command ? mix(ground, theme.color.text, 0.1) : theme.color.surface;
  const label = labelOf(spec, view);
  const upper = view.shift !== "off";
  const onTouchStart = (event: TouchEvent) => {
    const { clientX = 0, clientY = 0 } = event.touches[0] ?? {};
    start.current = { at: event.timeStamp, x: clientX, y: clientY };
  };
  const onTouchEnd = (event: TouchEvent) => {
    const { at, x, y } = start.current;
    const { clientX = x, clientY = y } = event.changedTouches[0] ?? {};
    const direction = spec.flicks ? flickOf(clientX - x, clientY - y) : null;
    const flicked = direction === null ? null : spec.flicks?.[direction];
    if (flicked) keyboard.press(flicked);
    // The click that would follow is not to type as well.
    if ((flicked ?? keyboard.hold(spec, event.timeStamp - at)) && event.cancelable) event.preventDefault();
  };
  return (
    <div style={{ flex: `${weight} 1 0`, minWidth: 0, display: "flex", padding: "3px 2px" }}>
      <div
        data-testid={`key-${name}`}
        data-press="on"
        role="button"
        {...(label ? { "aria-label": label } : {})}
        {...(command === "shift" ? { "aria-pressed": upper } : {})}
        onTouchStart={onTouchStart}
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

function Face({ spec: { text, shift, command }, view, color }: { spec: KeySpec; view: KeyboardView; color: string }) {
  if (text !== undefined) return text === " " ? null : drawn(view.shift === "off" ? text : shifted(text, shift));
  switch (command) {
    case "shift": return <Icon path={view.shift === "lock" ? mdiAppleKeyboardCaps : mdiAppleKeyboardShift} size={20} color={color} />;
    case "backspace": return <Icon path={mdiBackspaceOutline} size={20} color={color} />;
    case "globe": return <Icon path={mdiWeb} size={20} color={color} />;
    case "modify": return "小゛゜";
    case "enter": return <Icon path={ENTER_ICONS[view.enter]} size={22} color={color} />;
    case "letters": return LETTERS_NAMES[view.script];
    case "symbols":
    case "more": return PAGE_NAMES[command];
    case undefined: return null;
  }
}

/** Marks that stand on another letter are shown on a circle. */
function drawn(text: string): string {
  return /^\p{M}/u.test(text) ? `\u25cc${text}` : text;
}

/** What is read out where the face does not say it. */
function labelOf({ text, command }: KeySpec, view: KeyboardView): string | null {
  if (text === " ") return "Space";
  switch (command) {
    case "shift": return view.script === "kana" ? "Katakana" : view.shift === "lock" ? "Caps lock" : "Shift";
    case "globe": return "Next language";
    case "modify": return "Small or voiced";
    case "backspace": return "Delete";
    case "enter": return ENTER_LABELS[view.enter];
    case "letters": return "Letters";
    case "symbols": return "Symbols";
    case "more": return "More symbols";
    case undefined: return null;
  }
}
