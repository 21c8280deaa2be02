import type { Field } from "../page/typing";
import { caretAt, type Editing } from "./store";

/** Shorter than the finger's hold of a long press, longer than a tap. */
const HOLD_MS = 400;
const SLOP = 12;
/** Longest time from one tap of a double tap to the next. */
const DOUBLE_MS = 300;

export interface EditWatch {
  /** A finger rests and a long press may follow. */
  pending(): boolean;
  /** Somebody looks at the screen: the next tap is a new one. */
  looked(): void;
}

/** Long presses and double taps in fields and selectable texts open the edit menu; any other touch closes it. */
export function watchEditing(root: HTMLElement, editing: Editing): EditWatch {
  // Two taps of a double tap come together; taps between which somebody looked are two taps, however fast.
  let taps = 0;
  let began = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let from = { x: 0, y: 0 };
  let opened = false;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const fieldOf = (target: EventTarget | null): Field | null =>
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly && !target.disabled ? target : null;
  const textOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>("[data-selectable]") : null);

  root.addEventListener("touchstart", (event) => {
    stop();
    opened = false;
    const touched = event.touches[0];
    const near = touched && Math.hypot(touched.clientX - from.x, touched.clientY - from.y) <= SLOP;
    taps = near && event.timeStamp - began <= DOUBLE_MS ? taps + 1 : 1;
    began = event.timeStamp;
    if (touched) from = { x: touched.clientX, y: touched.clientY };
    if (event.target instanceof Element && event.target.closest("[data-testid='edit-menu'], [data-selection-handle]")) return;
    editing.close();
    const field = fieldOf(event.target);
    const text = textOf(event.target);
    const touch = event.touches[0];
    if (!(field ?? text) || !touch) return;
    timer = setTimeout(() => {
      timer = null;
      opened = true;
      if (field) editing.open(field, from.x, from.y);
      else if (text) editing.openText(text, from.x, from.y);
    }, HOLD_MS);
  }, { capture: true, passive: true });
  root.addEventListener("touchmove", (event) => {
    const touch = event.touches[0];
    if (touch && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > SLOP) stop();
  }, { capture: true, passive: true });
  for (const type of ["touchend", "touchcancel"] as const) {
    root.addEventListener(type, (event) => {
      const field = fieldOf(event.target);
      const text = textOf(event.target);
      if (timer !== null && type === "touchend" && taps === 2) {
        opened = true;
        if (field) editing.open(field, from.x, from.y);
        else if (text) editing.openText(text, from.x, from.y);
      }
      stop();
      // The tap that would follow would take the selection away again.
      if (opened && event.cancelable) event.preventDefault();
    }, { capture: true, passive: false });
  }
  root.addEventListener("mousedown", (event) => {
    if (event.detail < 2 || taps > 1) return;
    // The browser goes by the wall's time and would select a word.
    if (textOf(event.target)) event.preventDefault();
    const field = fieldOf(event.target);
    if (!field || field !== document.activeElement) return;
    event.preventDefault();
    const caret = caretAt(field, event.clientX, event.clientY);
    field.setSelectionRange(caret, caret);
  }, { capture: true });
  root.addEventListener("input", () => editing.close());
  root.addEventListener("focusout", () => editing.close());
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  return {
    pending: () => timer !== null,
    looked() {
      taps = 0;
    },
  };
}
