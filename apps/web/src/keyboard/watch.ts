import { focusedField } from "../page/typing";
import type { Keyboard } from "./store";

/** Lets the keyboard follow the focus, and rise again when the field that kept it is tapped. */
export function watchKeyboard(root: HTMLElement, keyboard: Keyboard): void {
  // Not while the touch is still being handled: what the keyboard moves would get the rest of it.
  const later = new MessageChannel();
  later.port1.onmessage = keyboard.sync;
  const soon = () => later.port2.postMessage(null);
  for (const type of ["focusin", "focusout"]) root.addEventListener(type, soon);
  root.addEventListener("input", keyboard.edited);
  root.addEventListener("click", (event) => {
    if (event.target === null || event.target !== focusedField()) return;
    keyboard.want();
    soon();
  }, { capture: true });
  root.addEventListener("touchstart", (event) => {
    if (event.target instanceof Element && !event.target.closest("[data-testid='keyboard']")) keyboard.touchOutside();
  }, { capture: true, passive: true });
}
