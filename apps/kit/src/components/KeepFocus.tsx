import type { ReactNode } from "react";

/** What belongs to the field that is being written into. Android leaves the focus there by itself. */
export function KeepFocus({ children }: { children: ReactNode }) {
  return children;
}
