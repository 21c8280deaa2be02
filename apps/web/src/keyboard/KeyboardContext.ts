import { createContext, useContext, useSyncExternalStore } from "react";

import type { Keyboard, KeyboardView } from "./store";

export const KeyboardContext = createContext<Keyboard | null>(null);

export function useKeyboardStore(): Keyboard {
  const keyboard = useContext(KeyboardContext);
  if (!keyboard) throw new Error("The keyboard needs the shell around it");
  return keyboard;
}

/** The keyboard while it is up, else null. */
export function useKeyboard(): KeyboardView | null {
  const keyboard = useKeyboardStore();
  return useSyncExternalStore(keyboard.subscribe, keyboard.get);
}
