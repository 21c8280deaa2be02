import { createContext } from "react";

/** Whether rows stand in a list of their own, inside a section's card, or alone. */
export const ListStyleContext = createContext<"list" | "section" | "alone">("alone");
