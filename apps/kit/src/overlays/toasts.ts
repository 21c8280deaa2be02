import { createContext, useContext } from "react";

import { TOAST_MS } from "../theme/tokens";

export interface Toast {
  message: string;
  action?: { label: string; onPress: () => void };
}

/** The toast of one app. It has no timer: touches, the next toast and phone time take it away. */
export interface ToastStore {
  get(): Toast | null;
  show(toast: Toast): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
  /** A touch began: the toast goes unless `keep` is called while the same touch event is handled. */
  touch(): void;
  keep(): void;
  /** Phone time passed. */
  elapse(ms: number): void;
}

export function createToasts(): ToastStore {
  let toast: Toast | null = null;
  let kept = false;
  let age = 0;
  const listeners = new Set<() => void>();
  const set = (next: Toast | null) => {
    if (toast === next) return;
    toast = next;
    age = 0;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => toast,
    show: set,
    clear: () => set(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch() {
      const seen = toast;
      if (!seen) return;
      kept = false;
      queueMicrotask(() => {
        if (!kept && toast === seen) set(null);
      });
    },
    keep() {
      kept = true;
    },
    elapse(ms) {
      age += ms;
      if (age >= TOAST_MS) set(null);
    },
  };
}

const ToastContext = createContext<ToastStore | null>(null);

export const ToastProvider = ToastContext.Provider;

export function useToasts(): ToastStore {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast needs an AppRoot around it");
  return toasts;
}

/** Show a short message, with an optional action such as Undo. */
export function useToast(): (message: string, action?: { label: string; onPress: () => void }) => void {
  const toasts = useToasts();
  return (message, action) => toasts.show(action ? { message, action } : { message });
}
